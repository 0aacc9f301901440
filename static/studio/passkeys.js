// A passkey is made or used by the browser; the form takes what it says. Without the browser's part the form stays hidden.
"use strict";

const given = JSON.parse(document.getElementById("passkey").textContent);

async function makeKey() {
  const options = PublicKeyCredential.parseCreationOptionsFromJSON(given.creation_options.publicKey);
  return navigator.credentials.create({ publicKey: options });
}

async function useKey() {
  const options = PublicKeyCredential.parseRequestOptionsFromJSON(given.request_options.publicKey);
  return navigator.credentials.get({ publicKey: options });
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (!window.PublicKeyCredential || !PublicKeyCredential.parseCreationOptionsFromJSON) continue;
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    if (form.elements.credential.value) return;
    event.preventDefault();
    const problem = form.querySelector("[data-passkey-problem]");
    problem.hidden = true;
    try {
      const credential = await (form.dataset.passkey === "create" ? makeKey() : useKey());
      form.elements.credential.value = JSON.stringify(credential);
      form.submit();
    } catch {
      problem.hidden = false;
    }
  });
}
