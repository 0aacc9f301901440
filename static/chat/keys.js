/** Keys that work anywhere on the page: Esc closes or stops, "/" goes to the message box, Ctrl+Enter sends. */

/** Listens until `signal` says that the element has left the page. */
export function keys(chat, signal) {
  document.addEventListener("keydown", (event) => {
    const at = event.composedPath()[0];
    const typing = at instanceof Element && at.closest("input, textarea, select, [contenteditable]");
    if (event.defaultPrevented || event.isComposing) return;
    if (event.key === "Escape" && within(chat, event)) chat.parts.escape();
    else if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey && within(chat, event)) {
      event.preventDefault();
      chat.parts.input.focus();
    }
  }, { signal });
}

/** On a foreign page only keys pressed inside the element are ours. */
function within(chat, event) {
  return chat.settings.own || event.composedPath().includes(chat);
}
