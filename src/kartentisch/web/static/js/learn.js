/** The page of a lesson before its table: where it goes on. `#plus` in the address begins at that moment. */

import "./lesson.js";
import { progress } from "./learned.js";

const { dataset } = document.body;
const asked = decodeURIComponent(location.hash.slice(1));
const known = progress(dataset["lesson"] ?? "");
dataset["moment"] = asked || (known && known.step <= known.of ? known.id : "");
if (asked) history.replaceState(null, "", location.pathname);
