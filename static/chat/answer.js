/** One answer on the page: who speaks, what is being done, the text, and the quiet line under it. */
import { told } from "./backends.js";
import { copier } from "./copying.js";
import { element } from "./element.js";
import { explanation, quietLine } from "./explain.js";
import { Progress } from "./progress.js";
import { Prose } from "./prose.js";
import { sources } from "./sources.js";
import { Thumbs } from "./thumbs.js";

const SUPERVISOR = "supervisor";

/** Who said what of a stored answer: each specialist's part where the text is made of them, else one part. */
function shares(text, meta, display) {
  const said = (meta.parts || []).filter((part) => part.text?.trim()).map((part) => ({ ...part, text: part.text.trim() }));
  if (said.length && said.map((part) => part.text).join("\n\n") === text.trim()) return said;
  if (!text) return [];
  const together = (meta.plan?.agents || []).length > 1 || meta.rounds > 1;
  const named = said.map((part) => (meta.rounds ? part.text : `${display(part.agent)}: ${part.text}`)).join("\n\n");
  if (!together || !said.length || !text.startsWith(named)) return [{ agent: together || meta.active_agent === SUPERVISOR ? "" : meta.active_agent || "", text }];
  const rest = text.slice(named.length).trim();
  return rest ? [...said, { agent: "", text: rest }] : said;
}

/** A text without the list at its end where buttons under it say the same: other channels have no buttons. */
function withoutList(text, labels) {
  const kept = text.trimEnd().split("\n");
  const listed = labels.length && kept.length > labels.length ? kept.splice(-labels.length) : [];
  const same = listed.every((line) => labels.includes(line.replace(/^\s*(?:-|\d+\.)\s+/, "").trim()));
  return listed.length && same ? kept.join("\n") : text;
}

export class Answer {
  /** `page` gives say, colours, api, ask(text), retry(answer), picture(turn), advice(problem). */
  constructor(page) {
    this.page = page;
    this.way = []; // at a gateway: its sentences about backends
    this.parts = []; // {agent, text}, and once shown {prose, node}
    this.offered = []; // what its buttons say
    this.progress = new Progress(page);
    this.body = element("div", { class: "parts" });
    this.choices = element("div", { class: "choices", role: "group" });
    this.cited = element("div", { class: "sources" });
    this.foot = element("div", { class: "foot" });
    this.row = element("li", { class: "message agent", part: "answer" }, this.body, this.cited, this.progress.node, this.choices, this.foot);
  }

  /** What an event of the turn changes. */
  take(event, data) {
    const { say, colours } = this.page;
    const name = (agent) => colours.display(agent);
    const travels = told(event, data, say);
    if (event === "backend.selected") this.backend = data.name;
    if (travels) this.travel(travels, event);
    else if (event === "accepted") this.work(data.status === "queued" ? say("queued") : say("routing"));
    else if (event === "route") this.work(say("working", { agent: data.display_name || name(data.agent) }), data.agent);
    else if (event === "step") this.progress.step(data);
    else if (event === "text") this.append(data.agent, data.text);
    else if (event === "text.reset") this.reset(data.text || "");
    else if (event === "handoff" && !data.blocked) this.work(this.passing(data), data.to);
    else if (event === "question") this.ask(data);
    else if (event === "answer") this.complete(data.text, data.metadata);
    else if (event === "lost") this.work(say("lost", { n: data.seconds }));
    else if (event === "gone") this.fail(say("gone"));
    else if (event === "error") this.fail(data.status === 401 ? say("expired") : data.message || data.detail || say("error"), data);
  }

  /** The gateway tells of a backend; trouble and a handover stay in sight while the next one works. */
  travel(sentence, event) {
    if (event !== "backend.selected" || !this.way.length) this.way.push(sentence); // who is next was said
    this.work(sentence);
    if (event !== "backend.selected") this.progress.travelled(sentence, event === "backend.unavailable");
  }

  /** Who goes on, and how it came to that. */
  passing(data) {
    const { say, colours } = this.page;
    const to = data.to_display_name || colours.display(data.to), from = data.from_display_name || colours.display(data.from);
    if (data.kind === "delegation") return say("subActive", { agent: to });
    return data.kind === "delegation_end" ? say("working", { agent: to }) : say("handing", { from, to });
  }

  work(text, agent) {
    this.progress.now(text, agent);
  }

  append(speaker, text) {
    const agent = speaker === SUPERVISOR ? "" : speaker; // one answer of several: the team's
    const last = this.parts.at(-1);
    if (last && last.agent === agent) last.text += text;
    else this.parts.push({ agent, text });
    // Pieces come faster than a screen is drawn: one drawing a frame.
    this.frame ??= requestAnimationFrame(() => this.show());
  }

  /** Text was withdrawn: what is left of all parts is `whole`. */
  reset(whole) {
    let left = whole.length;
    for (const part of this.parts) {
      part.text = part.text.slice(0, left);
      left -= part.text.length;
    }
    this.show();
  }

  show() {
    cancelAnimationFrame(this.frame);
    this.frame = null;
    this.parts.filter((part) => !part.text.trim()).forEach((part) => part.node?.remove());
    this.parts = this.parts.filter((part) => part.text);
    for (const part of this.parts.filter((one) => one.text.trim())) {
      if (!part.node) this.draw(part);
      part.prose.write(withoutList(part.text.trimStart(), part === this.parts.at(-1) ? this.offered : []));
      if (!part.node.isConnected) this.body.append(part.node);
    }
    this.page.shown?.();
  }

  draw(part) {
    const { colours, say } = this.page;
    part.prose = new Prose(say);
    part.node = element("div", { class: `part ${colours.of(part.agent)}`, part: "text" },
      element("span", { class: "who" }, colours.display(part.agent) || this.backend || say("team")), part.prose.node);
    this.body.append(part.node);
  }

  /** Options as buttons; they can also be typed. */
  ask(question) {
    const options = question?.options || [];
    this.choices.replaceChildren(...options.map((option) =>
      element("button", { type: "button", class: "choice", onclick: () => this.page.ask(option.value || option.label) }, option.label)));
    this.offered = options.map((option) => option.label);
    this.show();
  }

  /** The whole stored answer with what is known of its turn, and what its reader thought of it. */
  complete(text, meta = {}, thought = null) {
    // Who said what is not told to everybody; then what was heard of it is what is known.
    const heard = !meta.parts && this.parts.map((part) => part.text.trim()).join("\n\n") === (text || "").trim();
    const wanted = heard ? this.parts.map(({ agent, text: words }) => ({ agent, text: words.trim() })) : shares(text || "", meta, (agent) => this.page.colours.display(agent));
    // What was streamed stays as it stands where it is what was stored.
    const same = wanted.length === this.parts.length && wanted.every((part, n) => part.agent === this.parts[n].agent);
    this.parts.slice(same ? this.parts.length : 0).forEach((part) => part.node?.remove());
    if (same) wanted.forEach((part, n) => (this.parts[n].text = part.text));
    else {
      this.body.replaceChildren();
      this.parts = wanted.map(({ agent, text: words }) => ({ agent, text: words }));
    }
    this.meta = { ...meta, way: this.way };
    this.turnId ??= meta.turn_id;
    this.thought = thought;
    this.show();
    this.cited.replaceChildren(...sources(meta.citations, this.page.say));
    this.ask(meta.question);
    this.finish(meta.status === "cancelled" ? this.page.say("stopped") : "");
  }

  fail(sentence, problem = {}) {
    this.failed = true;
    this.finish("");
    this.progress.fail(sentence, ...this.page.advice(problem));
    if (problem.retryAfter) this.holdBack(problem.retryAfter);
  }

  /** "Try again" counts down to the moment that the server named. */
  holdBack(seconds) {
    const { retry } = this;
    const until = Date.now() + seconds * 1000;
    const tick = () => {
      const left = Math.ceil((until - Date.now()) / 1000);
      retry.disabled = left > 0;
      retry.textContent = left > 0 ? this.page.say("retryIn", { n: left }) : this.page.say("retry");
      if (left > 0 && retry.isConnected) setTimeout(tick, 250);
    };
    tick();
  }

  finish(note) {
    this.progress.end(note);
    const { say, api } = this.page;
    const line = this.meta ? quietLine(this.meta, say) : "";
    const fold = element("div", { class: "explained" });
    const details = element("details", { class: "quiet", ontoggle: () => this.unfold(details, fold) }, element("summary", {}, line), fold);
    const copy = copier(say, () => this.parts.map((part) => part.text.trim()).join("\n\n"));
    this.retry = element("button", { type: "button", class: "small retry", onclick: () => this.page.retry(this) }, say("retry"));
    const kept = this.turnId && (!this.way.length || this.meta?.turn_id); // a foreign backend's turn is no row of ours
    const thumbs = kept && this.parts.length ? new Thumbs({ api, say, turnId: this.turnId, given: this.thought }) : null;
    this.foot.replaceChildren(line ? details : "", ...(thumbs ? [thumbs.buttons] : []), this.parts.length ? copy : "", this.retry, ...(thumbs ? [thumbs.told] : []));
  }

  /** A message that was loaded has a short record; its whole turn is read when somebody looks. */
  async unfold(details, fold) {
    if (!details.open) return;
    if (!fold.childNodes.length) await this.explain(details, fold);
    if (details.open) fold.scrollIntoView({ block: "nearest" });
  }

  async explain(details, fold) {
    if (!this.meta.tiers && this.turnId && !this.way.length) { // a gateway has passed on all that its backend told
      const whole = await this.page.api.turn(this.turnId).catch((problem) => ({ problem }));
      if (whole.problem) {
        fold.replaceChildren(element("p", { class: "problem" }, whole.problem.message));
        details.addEventListener("toggle", () => fold.replaceChildren(), { once: true });
        return;
      }
      this.meta = { ...this.meta, ...whole.metadata };
    }
    fold.replaceChildren(...explanation(this.meta, this.page.say, this.turnId ? this.page.picture(this.turnId) : ""));
  }

  /** Older answers offer nothing any more: their buttons belong to a question that is over. */
  growOld() {
    this.ask(null);
    this.retry?.remove();
  }
}
