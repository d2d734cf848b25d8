/** Search within the rules, without the server: paragraphs that lack one of the words are hidden. */

const box = /** @type {HTMLElement} */ (document.querySelector(".find"));
const field = /** @type {HTMLInputElement} */ (document.getElementById("find"));
const answer = /** @type {HTMLElement} */ (box.querySelector("[role=status]"));

/** A paragraph with what belongs to it, such as a table, and the heading above it. @typedef {{ nodes: HTMLElement[], number: string, heading: HTMLElement | null, words: string }} Block */

/** @param {string} text */
const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

/** @returns {Block[]} */
function blocks() {
  /** @type {Block[]} */
  const found = [];
  /** @type {HTMLElement | null} */
  let heading = null;
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("article > *"))) {
    const last = found.at(-1);
    if (node.tagName === "H2") heading = node;
    else if (node.id || !last || last.heading !== heading || !last.number) {
      found.push({ nodes: [node], number: node.id.slice(2), heading, words: plain(`${heading?.textContent} ${node.textContent}`) });
    } else {
      last.nodes.push(node);
      last.words += plain(` ${node.textContent}`);
    }
  }
  return found;
}

const all = blocks();

function search() {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  const shown = new Set(all.filter((block) => words.every((word) => block.words.includes(word))));
  const headings = new Set([...shown].map(({ heading }) => heading));
  for (const block of all) {
    for (const node of block.nodes) node.hidden = !shown.has(block);
    if (block.heading) block.heading.hidden = !headings.has(block.heading);
  }
  const numbers = [...shown].map(({ number }) => number).filter(Boolean);
  answer.textContent = !words.length ? "" : shown.size ? `${box.dataset["found"]} ${numbers.join(", ") || shown.size}` : box.dataset["none"] ?? "";
  mark(words);
}

/** Marks the words where they stand, in browsers that can. @param {string[]} words */
function mark(words) {
  if (!("highlights" in CSS)) return;
  CSS.highlights.delete("found");
  if (!words.length) return;
  const ranges = [];
  const walker = document.createTreeWalker(/** @type {Node} */ (document.querySelector("article")), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = plain(node.textContent ?? "");
    if (text.length !== node.textContent?.length || node.parentElement?.closest("[hidden]")) continue;
    for (const word of words) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        ranges.push(range);
      }
    }
  }
  CSS.highlights.set("found", new Highlight(...ranges));
}

/** A link to a paragraph that is hidden shows everything again. */
function reveal() {
  if (!field.value || !document.querySelector(":target[hidden]")) return;
  field.value = "";
  search();
  document.querySelector(":target")?.scrollIntoView();
}

box.hidden = false;
field.addEventListener("input", search);
addEventListener("hashchange", reveal);
if (field.value) search();

export {};
