/** One answer on the page: who speaks, what is being done, the text, and the quiet line under it. */
import { element } from "./element.js";
import { explanation, quietLine } from "./explain.js";

export class Answer {
  /** `page` gives say, colours, api, ask(text), retry(answer). */
  constructor(page) {
    this.page = page;
    this.parts = [];
    this.body = element("div", { class: "parts" });
    this.working = element("p", { class: "working" });
    this.choices = element("div", { class: "choices", role: "group" });
    this.foot = element("div", { class: "foot" });
    this.row = element("li", { class: "message agent" }, this.body, this.working, this.choices, this.foot);
  }

  /** What an event of the turn changes. */
  take(event, data) {
    const { say, colours } = this.page;
    const name = (agent) => colours.display(agent);
    if (event === "accepted") this.work(data.status === "queued" ? say("queued") : say("routing"));
    else if (event === "route") this.work(say("working", { agent: data.display_name || name(data.agent) }), data.agent);
    else if (event === "step" && data.node === "tool" && data.phase === "started")
      this.work(say("checking", { agent: name(data.agent), tool: data.title || data.tool }), data.agent);
    else if (event === "text") this.append(data.agent, data.text);
    else if (event === "text.reset") this.reset(data.text || "");
    else if (event === "handoff" && !data.blocked)
      this.work(say("handing", { from: name(data.from), to: data.to_display_name || name(data.to) }), data.to);
    else if (event === "question") this.ask(data);
    else if (event === "answer") this.complete(data.text, data.metadata);
    else if (event === "lost") this.work(say("lost"));
    else if (event === "gone") this.fail(say("gone"));
    else if (event === "error") this.fail(data.status === 401 ? say("expired") : data.message || data.detail || say("error"));
  }

  work(text, agent) {
    this.working.className = `working ${agent ? this.page.colours.of(agent) : ""}`;
    this.working.textContent = text;
  }

  append(agent, text) {
    const last = this.parts.at(-1);
    if (last && last.agent === agent) last.text += text;
    else this.parts.push({ agent, text });
    this.show();
  }

  /** Text was withdrawn: what is left of all parts is `whole`. */
  reset(whole) {
    let left = whole.length;
    this.parts = this.parts.map((part) => {
      const kept = { ...part, text: part.text.slice(0, left) };
      left -= kept.text.length;
      return kept;
    }).filter((part) => part.text);
    this.show();
  }

  show() {
    const { colours } = this.page;
    this.body.replaceChildren(...this.parts.filter((part) => part.text.trim()).map((part) =>
      element("div", { class: `part ${colours.of(part.agent)}` },
        element("span", { class: "who" }, colours.display(part.agent) || this.page.say("team")),
        element("p", { class: "text", dir: "auto" }, part.text.trim()))));
  }

  /** Options as buttons; they can also be typed. */
  ask(question) {
    this.choices.replaceChildren(...(question?.options || []).map((option) =>
      element("button", { type: "button", class: "choice", onclick: () => this.page.ask(option.value || option.label) }, option.label)));
  }

  /** The whole stored answer with what is known of its turn. */
  complete(text, meta = {}) {
    const said = (meta.parts || []).filter((part) => part.text?.trim());
    const whole = said.length && said.map((part) => part.text.trim()).join("\n\n") === (text || "").trim();
    this.parts = whole ? said : text ? [{ agent: meta.active_agent || "", text }] : [];
    this.meta = meta;
    this.show();
    this.ask(meta.question);
    this.finish(meta.status === "cancelled" ? this.page.say("stopped") : "");
  }

  fail(sentence) {
    this.failed = true;
    this.finish("");
    this.working.className = "working problem";
    this.working.setAttribute("role", "alert");
    this.working.textContent = sentence;
  }

  finish(note) {
    this.work(note);
    const { say } = this.page;
    const line = this.meta ? quietLine(this.meta, say) : "";
    const fold = element("div", { class: "explained" });
    const details = element("details", { class: "quiet", ontoggle: () => this.unfold(details, fold) }, element("summary", {}, line), fold);
    const copy = element("button", { type: "button", class: "small copy", onclick: () => this.copy(copy) }, say("copy"));
    this.retry = element("button", { type: "button", class: "small retry", onclick: () => this.page.retry(this) }, say("retry"));
    this.foot.replaceChildren(line ? details : "", this.parts.length ? copy : "", this.retry);
  }

  /** A message that was loaded has a short record; its whole turn is read when somebody looks. */
  async unfold(details, fold) {
    if (!details.open || fold.childNodes.length) return;
    if (!this.meta.tiers && this.turnId) {
      this.meta = { ...this.meta, ...(await this.page.api.turn(this.turnId).catch(() => ({}))).metadata };
    }
    fold.replaceChildren(...explanation(this.meta, this.page.say));
  }

  async copy(button) {
    const text = this.parts.map((part) => part.text.trim()).join("\n\n");
    await navigator.clipboard?.writeText(text).catch(() => {});
    button.textContent = this.page.say("copied");
    setTimeout(() => (button.textContent = this.page.say("copy")), 1500);
  }

  /** Older answers offer nothing any more: their buttons belong to a question that is over. */
  growOld() {
    this.choices.replaceChildren();
    this.retry?.remove();
  }
}
