/** The sentence of the operator, above everything else. The page brings it along; scenes keep it up to date. */

/** @param {string} sentence "" for none */
export function showMaintenance(sentence) {
  const line = document.querySelector(".maintenance");
  if (!sentence) line?.remove();
  else if (line) {
    if (line.textContent !== sentence) line.textContent = sentence;
  } else {
    const added = document.createElement("p");
    added.className = "maintenance";
    added.setAttribute("role", "status");
    added.textContent = sentence;
    document.body.prepend(added);
  }
}
