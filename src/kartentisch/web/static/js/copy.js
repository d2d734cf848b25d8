/** Buttons that copy a field. Without this script, people select and copy it by hand. */

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-copy]"))) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset["copy"] ?? ""));
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(field.value);
    } catch { // no clipboard on plain http
      field.focus();
      field.select();
      if (!document.execCommand("copy")) return;
    }
    button.textContent = button.dataset["done"] ?? "";
  });
}
