/** The places of the page, and what its keys and buttons do. */
import { element } from "./element.js";
import { icon } from "./icons.js";
import { Notice } from "./notice.js";
import { LANGUAGES } from "./texts.js";

export function layout(chat) {
  const { say, settings, attaching } = chat;
  const profile = element("select", { id: "profile", name: "profile", onchange: () => chat.pickProfile(profile.value) });
  const mode = element("select", { id: "mode", name: "mode", onchange: () => chat.memory.set({ mode: mode.value }) },
    element("option", { value: "" }, say("modeProfile")), ...(settings.modes || []).map((name) => element("option", { value: name }, `${name}: ${say(`mode_${name}`)}`)));
  mode.value = chat.memory.get("mode", "");
  const language = element("select", { id: "language", name: "language", onchange: () => chat.pickLanguage(language.value) },
    ...Object.entries(LANGUAGES).map(([code, name]) => element("option", { value: code, lang: code }, name)));
  language.value = chat.language;
  const log = element("ol", { class: "log", part: "log" });
  // Around the list, not on it: a list with another role has no items for a screen reader.
  const said = element("div", { role: "log", "aria-live": "off", "aria-label": say("messages") }, log);
  const spoken = element("p", { class: "hidden", "aria-live": "polite" });
  const notice = new Notice();
  const state = new Notice("state"); // the line to the server, and the session
  const input = element("textarea", { name: "message", rows: "1", maxlength: "32000", placeholder: say("placeholder"), "aria-label": say("placeholder"),
    enterkeyhint: "send", dir: "auto", part: "input" });
  const stop = element("button", { type: "button", class: "stop", hidden: true, onclick: () => chat.stop() }, say("stop"));
  const form = element("form", { class: "composer", part: "composer" }, attaching.button, attaching.input, input, stop, element("button", { type: "submit", class: "send", part: "send" }, say("send")));
  const scroll = element("main", { class: "scroll", tabindex: "-1" }, said);
  const newest = element("button", { type: "button", class: "newest", hidden: true, "aria-label": say("newest"), title: say("newest"), onclick: () => chat.bottom(true) }, icon("newest"));
  const side = element("aside", { class: "side", id: "side", "aria-label": say("panelLabel"), part: "side" },
    element("div", { class: "more" }, ...extras()),
    settings.agent ? null : element("div", { class: "picks" }, element("label", { for: "profile" }, say("profile")), profile),
    settings.own && settings.scopes.includes("chat:multi_agent") ? element("div", { class: "picks" }, element("label", { for: "mode" }, say("modeAsk")), mode) : null,
    settings.own ? chat.writer.panel : null,
    settings.note ? element("p", { class: "about" }, settings.note) : null,
    element("nav", { class: "talks", "aria-label": say("conversations") }, element("h2", {}, say("conversations")), chat.past.list),
    element("div", { class: "picks" }, element("label", { for: "language" }, say("language")), language));
  const panel = element("button", { type: "button", class: "small panel", "aria-expanded": "false", "aria-controls": "side", onclick: () => toggle() }, say("panel"));
  const head = element("header", { class: "head", part: "head" }, element("h1", {}, element("slot", {}, "Switchboard")), panel,
    element("button", { type: "button", class: "small new", onclick: () => chat.fresh() }, say("newChat")), ...extras());
  const root = element("div", { class: "chat", "data-drop": say("dropHere") }, head, side, scroll,
    element("footer", { class: "below" }, newest, state.node, notice.node, attaching.kept.node, attaching.sent.node, form, spoken));

  /** In the head where there is room, in the menu where there is none: the style shows one of the two. */
  function extras() {
    const pages = ["analytics", "studio"].filter((name) => settings.links[name]);
    return [
      settings.scopes.includes("sessions") ? element("button", { type: "button", class: "small clear extra", onclick: () => (toggle(false), chat.clear()) }, say("clear")) : null,
      pages.length ? element("nav", { class: "pages extra", "aria-label": say("pages") }, ...pages.map((name) => element("a", { href: settings.links[name] }, say(name)))) : null,
    ];
  }

  function toggle(open = !root.classList.contains("open")) {
    if (open === root.classList.contains("open")) return;
    root.classList.toggle("open", open);
    panel.setAttribute("aria-expanded", String(open));
    panel.textContent = open ? say("close") : say("panel");
    if (!open && side.contains(chat.shadowRoot.activeElement)) panel.focus();
  }

  async function send(event) {
    event.preventDefault();
    const { sent } = attaching;
    while (sent.reading) {
      await sent.reading;
      if (sent.refused) return; // the message goes once its writer has seen that
    }
    const [text, files] = [input.value, sent.take()];
    if (!text.trim() && !files.length) return;
    write("");
    toggle(false);
    chat.send(text, files);
  }

  function write(text) {
    input.value = text;
    grow();
    if (text) input.focus();
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
  // A file may also be dropped anywhere in the chat, or pasted into the box.
  const dropping = (on) => root.classList.toggle("dropping", on && attaching.offers);
  const files = (act) => (event) => event.dataTransfer.types.includes("Files") && (event.preventDefault(), act(event));
  root.addEventListener("dragover", files(() => dropping(true)));
  root.addEventListener("dragleave", (event) => root.contains(event.relatedTarget) || dropping(false));
  root.addEventListener("drop", files((event) => (dropping(false), attaching.add([...event.dataTransfer.files]))));
  input.addEventListener("paste", ({ clipboardData }) => clipboardData.getData("text/plain") || attaching.add([...clipboardData.files])); // cells of a sheet come as a picture too
  scroll.addEventListener("scroll", () => chat.scrolled(), { passive: true });

  /** Esc closes what lies over the page or the fold one is in, else stops the answer. */
  function escape() {
    const fold = chat.shadowRoot.activeElement?.closest("details[open]");
    if (root.classList.contains("open")) toggle(false);
    else if (fold) {
      fold.open = false;
      fold.querySelector("summary").focus();
    } else chat.stop();
  }

  /** What is typed survives another language. */
  function keep(before) {
    input.value = before?.input.value ?? "";
    grow();
  }

  return { root, profile, mode, log, spoken, notice, state, input, stop, scroll, newest, escape, keep, toggle, write };
}
