/** <switchboard-chat>: the chat page as one element, without a framework and without a build. */
import { Answer } from "./answer.js";
import { Api } from "./api.js";
import { Colours } from "./colours.js";
import { element } from "./element.js";
import { layout } from "./layout.js";
import { Memory } from "./memory.js";
import { Past } from "./past.js";
import { speaker, spoken } from "./texts.js";
import { Turn } from "./turn.js";
import { Writer } from "./writer.js";

class SwitchboardChat extends HTMLElement {
  connectedCallback() {
    const settings = JSON.parse(document.getElementById(this.getAttribute("settings")).textContent);
    this.memory = new Memory(settings.owner);
    this.language = this.memory.get("language") || spoken(document.documentElement.lang || navigator.language);
    this.settings = settings;
    this.visitor = this.memory.get("visitor") || `web-${Math.random().toString(36).slice(2, 10)}`;
    this.memory.set({ visitor: this.visitor });
    this.api = new Api({ base: this.getAttribute("api") || "", token: settings.token, user: () => this.writer.customer?.user_id || this.visitor,
      language: () => this.language });
    this.colours = new Colours();
    this.running = new Set();
    this.profiles = [];
    this.build();
    this.start();
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.parts.escape());
  }

  /** The page in the chosen language. */
  build() {
    this.say = speaker(this.language);
    this.writer = new Writer({ customers: this.settings.customers, memory: this.memory, say: this.say, changed: (another) => this.writerChanged(another) });
    this.past = new Past({ api: this.api, say: this.say, language: () => this.language, open: (key, agent) => this.open(key, agent),
      gone: () => this.fresh(), notice: (...notice) => this.notice(...notice) });
    this.parts = layout(this);
    this.replaceChildren(this.parts.root);
    this.lang = this.language;
    this.profileList();
  }

  async start() {
    try {
      const { agents, default_agent_id: standard } = await this.api.agents();
      this.profiles = agents;
      this.colours = new Colours(agents);
      const wanted = this.memory.get("profile");
      this.profile = agents.some((one) => one.agent_id === wanted) ? wanted : standard || agents[0]?.agent_id;
      this.profileList();
    } catch (problem) {
      this.notice(problem.message);
      return;
    }
    const key = this.memory.get("conversation");
    if (key) await this.open(key, this.profile);
    else this.fresh();
    this.past.refresh(key);
  }

  profileList() {
    this.parts.profile.replaceChildren(...this.profiles.map((one) => element("option", { value: one.agent_id, title: one.description }, one.name || one.agent_id)));
    this.parts.profile.value = this.profile || "";
  }

  pickProfile(agentId) {
    this.profile = agentId;
    this.memory.set({ profile: agentId });
    this.fresh();
  }

  pickLanguage(language) {
    this.memory.set({ language });
    this.language = language;
    this.leaveAll();
    this.build();
    this.start();
  }

  writerChanged(another) {
    if (!another) return;
    const before = this.conversation;
    this.fresh();
    if (before) this.notice(this.say("switched"));
  }

  /** A new conversation, or the same empty page again. */
  fresh() {
    this.leaveAll();
    this.conversation = null;
    this.memory.set({ conversation: null, running: null });
    this.parts.log.replaceChildren();
    this.empty();
    this.past.refresh(null);
    this.parts.input.focus({ preventScroll: true });
  }

  /** An empty page is a start: what a customer of this profile could ask. */
  empty() {
    const profile = this.profiles.find((one) => one.agent_id === this.profile);
    const offers = (profile?.suggestions || []).map((texts) => texts[this.language] || Object.values(texts)[0]).filter(Boolean);
    this.parts.log.append(element("li", { class: "start" }, element("p", {}, this.say("empty")),
      element("div", { class: "choices" }, ...offers.slice(0, 6).map((text) => element("button", { type: "button", class: "choice", onclick: () => this.ask(text) }, text)))));
  }

  /** Shows a stored conversation and takes up the turn that was under way. */
  async open(key, agentId) {
    this.leaveAll();
    let whole;
    try {
      whole = await this.api.conversation(key);
    } catch {
      this.fresh(); // deleted, or another's by now
      return;
    }
    this.conversation = whole.conversation_key;
    this.profile = whole.agent_id || agentId;
    this.memory.set({ conversation: this.conversation, profile: this.profile });
    this.parts.profile.value = this.profile;
    this.parts.log.replaceChildren();
    for (const message of whole.messages) this.stored(message);
    const running = this.memory.get("running");
    if (running?.key === this.conversation) this.resume(running);
    this.past.refresh(this.conversation);
    this.bottom(true);
  }

  stored(message) {
    if (message.role === "user") {
      if (message.content) this.mine(message.content);
      return;
    }
    this.answers().forEach((answer) => answer.growOld());
    const answer = this.answer();
    answer.turnId = message.turn_id;
    answer.text = this.lastAsked;
    answer.complete(message.content, { active_agent: message.agent, ...message.metadata });
  }

  resume(running) {
    if (!this.asked || this.asked !== running.text) this.mine(running.text);
    this.listen((on) => Turn.resumed(this.api, running, on), running.text);
  }

  ask(text) {
    if (text.trim()) this.send(text);
  }

  send(text) {
    this.parts.log.querySelector(".start")?.remove();
    this.answers().forEach((answer) => answer.growOld());
    this.mine(text);
    const message = {
      channel: this.writer.channel,
      agent_id: this.profile,
      ...(this.conversation ? { session_id: this.conversation } : {}),
      payload: { text, ...this.writer.payload },
    };
    this.listen((on) => new Turn(this.api, message, on), text);
    this.bottom(true);
  }

  /** Follows one turn into one answer on the page. */
  listen(make, text) {
    const answer = this.answer();
    answer.text = text;
    answer.work(this.say("routing"));
    const turn = make((event, data) => this.heard(turn, answer, event, data));
    answer.turn = turn;
    this.running.add(turn);
    this.busy();
    turn.run().finally(() => {
      this.running.delete(turn);
      this.busy();
    });
  }

  heard(turn, answer, event, data) {
    if (event === "accepted") {
      this.conversation = data.conversation_key;
      answer.turnId = data.turn_id;
      this.memory.set({ conversation: data.conversation_key });
    }
    if (turn.turnId && !turn.ended) this.memory.set({ running: { id: turn.id, turnId: turn.turnId, key: turn.key, lastId: turn.lastId, text: answer.text } });
    answer.take(event, data);
    if (event === "answer") {
      const who = this.colours.display(data.metadata?.active_agent || "");
      this.parts.spoken.textContent = `${this.say("done", { agent: who })} ${data.text}`;
      this.past.refresh(this.conversation);
    }
    if (["answer", "done", "error", "gone"].includes(event)) this.memory.set({ running: null });
    this.bottom();
  }

  mine(text) {
    this.asked = text;
    this.parts.log.append(element("li", { class: "message user" }, element("span", { class: "hidden" }, this.say("you")),
      element("p", { class: "text", dir: "auto" }, text)));
  }

  answer() {
    const made = new Answer({ say: this.say, colours: this.colours, api: this.api, ask: (text) => this.ask(text), retry: (answer) => this.again(answer) });
    made.text = this.asked;
    made.row.answer = made;
    this.parts.log.append(made.row);
    return made;
  }

  answers() {
    return [...this.parts.log.querySelectorAll(".message.agent")].map((row) => row.answer);
  }

  /** The same message with the same key where it failed, so that it is not said twice; else asked anew. */
  again(answer) {
    const { turn } = answer;
    if (turn?.message && (answer.failed || answer.meta?.status === "failed")) {
      answer.row.remove();
      this.listen((on) => new Turn(this.api, turn.message, on, turn.id), answer.text);
    } else {
      this.ask(answer.text || this.asked || "");
    }
  }

  async stop() {
    for (const turn of this.running) {
      await turn.stop().catch((problem) => this.notice(problem.message));
    }
  }

  leaveAll() {
    this.running.forEach((turn) => turn.leave());
    this.running.clear();
    this.busy();
  }

  clear() {
    const key = this.conversation;
    if (!key) return;
    this.leaveAll();
    const before = [...this.parts.log.children];
    this.parts.log.replaceChildren();
    this.empty();
    this.past.later(`clear:${key}`, (options) => this.api.clear(key, options), this.say("cleared"), () => this.parts.log.replaceChildren(...before));
  }

  busy() {
    if (!this.parts) return;
    this.parts.stop.hidden = this.running.size === 0;
    this.parts.log.setAttribute("aria-busy", String(this.running.size > 0));
  }

  /** A sentence at the foot, with one thing to do about it. */
  notice(sentence, label = null, act = null, after = 6000) {
    const button = label && element("button", { type: "button", class: "small", onclick: () => { act(); this.parts.notice.replaceChildren(); } }, label);
    this.parts.notice.replaceChildren(element("span", {}, sentence), button || "");
    clearTimeout(this.noticeTimer);
    if (label) this.noticeTimer = setTimeout(() => this.parts.notice.replaceChildren(), after);
  }

  /** Keeps the newest in sight, unless somebody scrolled up to read. */
  bottom(always = false) {
    const { scroll } = this.parts;
    const near = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 160;
    if (always || near) scroll.scrollTop = scroll.scrollHeight;
  }
}

customElements.define("switchboard-chat", SwitchboardChat);
