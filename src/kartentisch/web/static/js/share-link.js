/** Shares the link of a page, a question of the desk or one's seat: with the device's share sheet, else it is copied. */

const button = /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-share]"));
const status = document.getElementById("shared");

if (button) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const url = button.dataset["share"] || location.href;
    try {
      if (navigator.share) await navigator.share({ text: button.dataset["text"] ?? "", url });
      else {
        await copied(url);
        if (status) status.textContent = button.dataset["done"] ?? "";
        button.querySelector("use")?.setAttribute("href", iconAddress("check"));
        button.querySelector("span")?.replaceChildren(button.dataset["done"] ?? "");
      }
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
    }
  });
}

/** @param {string} name */
const iconAddress = (name) => `${new URL("../icons.svg", import.meta.url).pathname}#${name}`;

/** On plain http only the old way works. @param {string} text */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "unseen";
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}
