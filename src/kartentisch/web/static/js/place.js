/** Where the drawings are: beside the modules, under the version that the modules came from. */

export const STATIC = new URL("../", import.meta.url).pathname;
