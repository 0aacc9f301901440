/** The list of one's own conversations. Deleting waits a moment, so that it can be undone. */
import { element } from "./element.js";

const UNDO = 6000; // ms
const PAGE = 30;

export class Past {
  /** `open(key)` shows a conversation, `gone(key)` is told that one was deleted. */
  constructor({ api, say, language, open, gone, notice }) {
    Object.assign(this, { api, say, language, open, gone, notice });
    this.list = element("ul", { class: "past" });
    this.leaving = new Map();
    this.shown = PAGE;
  }

  /** Nobody can take it back any more: the page is being left. */
  leave() {
    this.leaving.forEach((act) => act({ keepalive: true }));
  }

  async refresh(current) {
    this.current = current;
    const page = await this.api.conversations(0, Math.min(200, this.shown)).catch(() => null);
    if (page === null) return;
    const rows = page.results.filter((row) => !this.leaving.has(row.conversation_id));
    const more = page.count > page.results.length && this.shown < 200;
    this.list.replaceChildren(...(rows.length ? rows.map((row) => this.line(row)) : [element("li", { class: "fine" }, this.say("noConversations"))]),
      ...(more ? [element("li", {}, element("button", { type: "button", class: "small", onclick: () => this.further() }, this.say("more")))] : []));
  }

  further() {
    this.shown += PAGE;
    this.refresh(this.current);
  }

  line(row) {
    const title = row.title || this.say("untitled");
    const when = new Date(row.last_activity).toLocaleString(this.language(), { dateStyle: "short", timeStyle: "short" });
    return element("li", {},
      element("button", { type: "button", class: "open", title, "aria-current": row.conversation_key === this.current ? "true" : null,
        onclick: () => this.open(row.conversation_key, row.agent_id) }, element("span", { class: "title", dir: "auto" }, title), element("span", { class: "fine" }, when)),
      element("button", { type: "button", class: "small remove", "aria-label": this.say("remove", { title }), onclick: () => this.remove(row) }, "×"));
  }

  remove(row) {
    this.later(row.conversation_id, (options) => this.api.remove(row.conversation_id, options), this.say("deleted"));
    if (row.conversation_key === this.current) this.gone();
    else this.refresh(this.current);
  }

  /** Does something for good only when nobody took it back. */
  later(name, act, sentence, undone = () => {}) {
    const finish = (options) => {
      clearTimeout(timer);
      if (this.leaving.delete(name)) act(options).catch(() => {}).finally(() => this.refresh(this.current));
    };
    const timer = setTimeout(finish, UNDO);
    this.leaving.set(name, finish);
    this.notice.show(sentence, [[this.say("undo"), () => {
      clearTimeout(timer);
      this.leaving.delete(name);
      undone();
      this.refresh(this.current);
    }]], UNDO);
  }
}
