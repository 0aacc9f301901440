/** A button that copies a text and says so. */
import { element } from "./element.js";

const SAID = 1500; // ms

export function copier(say, text) {
  const button = element("button", { type: "button", class: "small copy", onclick: copy }, say("copy"));

  async function copy() {
    const done = await put(text());
    button.textContent = say(done ? "copied" : "notCopied");
    setTimeout(() => (button.textContent = say("copy")), SAID);
  }

  return button;
}

/** Without https there is no clipboard: a selection and the old command do. */
async function put(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = element("textarea", { class: "hidden", readonly: true });
    box.value = text;
    const before = document.activeElement;
    document.body.append(box);
    box.select();
    const done = document.execCommand("copy");
    box.remove();
    before?.focus?.();
    return done;
  }
}
