/** A seat's link: trades the secret behind the `#` for the seat's cookie, and takes it out of the address at once. */

const answer = /** @type {HTMLElement} */ (document.getElementById("answer"));
const secret = location.hash.slice(1);

if (secret && answer.dataset["trade"]) {
  history.replaceState(null, "", location.pathname);
  fetch(answer.dataset["trade"], { method: "POST", body: new URLSearchParams({ secret }) }).then(async (response) => {
    const { text, to } = await response.json();
    if (response.ok) location.replace(to);
    else answer.textContent = text;
  });
}
