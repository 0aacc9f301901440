/** The places of the page, and what its keys and buttons do. */
import { element } from "./element.js";
import { LANGUAGES } from "./texts.js";

export function layout(chat) {
  const { say } = chat;
  const profile = element("select", { id: "profile", name: "profile", onchange: () => chat.pickProfile(profile.value) });
  const language = element("select", { id: "language", name: "language", onchange: () => chat.pickLanguage(language.value) },
    ...Object.entries(LANGUAGES).map(([code, name]) => element("option", { value: code, lang: code }, name)));
  language.value = chat.language;
  const log = element("ol", { class: "log", role: "log", "aria-live": "off", "aria-label": say("conversations") });
  const spoken = element("p", { class: "hidden", "aria-live": "polite" });
  const notice = element("div", { class: "notice", role: "status" });
  const input = element("textarea", { name: "message", rows: "1", maxlength: "32000", placeholder: say("placeholder"), "aria-label": say("placeholder"), enterkeyhint: "send" });
  const stop = element("button", { type: "button", class: "stop", hidden: true, onclick: () => chat.stop() }, say("stop"));
  const form = element("form", { class: "composer" }, input, stop, element("button", { type: "submit", class: "send" }, say("send")));
  const scroll = element("main", { class: "scroll", tabindex: "-1" }, log);
  const clear = chat.settings.scopes.includes("sessions")
    ? element("button", { type: "button", class: "small clear", onclick: () => chat.clear() }, say("clear")) : null;
  const side = element("aside", { class: "side", id: "side", "aria-label": say("panelLabel") },
    element("div", { class: "picks" }, element("label", { for: "profile" }, say("profile")), profile),
    chat.writer.panel,
    element("h2", {}, say("conversations")), chat.past.list,
    element("div", { class: "picks" }, element("label", { for: "language" }, say("language")), language));
  const panel = element("button", { type: "button", class: "small panel", "aria-expanded": "false", "aria-controls": "side", onclick: () => toggle() }, say("panel"));
  const head = element("header", { class: "head" }, element("h1", {}, "Switchboard"), panel,
    element("button", { type: "button", class: "small new", onclick: () => chat.fresh() }, say("newChat")), clear);
  const root = element("div", { class: "chat" }, head, side, scroll, element("footer", { class: "below" }, notice, form, spoken));

  function toggle(open = !root.classList.contains("open")) {
    root.classList.toggle("open", open);
    panel.setAttribute("aria-expanded", String(open));
    panel.textContent = open ? say("close") : say("panel");
  }

  function send(event) {
    event.preventDefault();
    const text = input.value;
    if (!text.trim()) return;
    input.value = "";
    grow();
    toggle(false);
    chat.send(text);
  }

  /** The box is as high as what is in it, up to the limit that the style sets. */
  function grow() {
    input.rows = Math.min(8, Math.max(1, input.value.split("\n").length));
  }

  form.addEventListener("submit", send);
  input.addEventListener("input", grow);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) send(event);
  });
  /** Esc closes what lies over the page, else stops the answer. */
  function escape() {
    if (root.classList.contains("open")) toggle(false);
    else chat.stop();
  }

  return { root, profile, log, spoken, notice, input, stop, scroll, escape };
}
