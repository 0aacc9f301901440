/** <switchboard-chat>: the chat as one element, without a framework and without a build; docs/chat-element.md says how to use it. */
import { Api, Problem, Unreachable } from "./api.js";
import { Attaching } from "./attaching.js";
import { Colours } from "./colours.js";
import { Conversation } from "./conversation.js";
import { element } from "./element.js";
import { keys } from "./keys.js";
import { layout } from "./layout.js";
import { Memory } from "./memory.js";
import { Past } from "./past.js";
import { renewed, settingsOf } from "./settings.js";
import { speaker, spoken } from "./texts.js";
import { Writer } from "./writer.js";

const PAUSES = [1, 2, 4, 8, 15, 30]; // s between attempts to reach the server
const NEAR = 160; // px from the end: who is there goes on reading what comes

export class SwitchboardChat extends HTMLElement {
  static observedAttributes = ["token", "agent", "locale"];
  /** On a foreign page: an async function that gives a new session token. */
  renewal = null;

  connectedCallback() {
    this.settings = settingsOf(this);
    const { settings } = this;
    this.memory = new Memory(settings.owner);
    this.language = spoken(this.memory.get("language") || settings.language || document.documentElement.lang || navigator.language);
    this.visitor = this.memory.get("visitor") || `web-${Math.random().toString(36).slice(2, 10)}`;
    this.memory.set({ visitor: this.visitor });
    this.api = new Api({ base: settings.api, token: settings.token, user: () => this.writer.customer?.user_id || this.visitor,
      language: () => this.language, renew: () => this.renew() });
    this.colours = new Colours();
    this.profiles = [];
    this.early = []; // written before the page had begun
    this.talk = new Conversation(this);
    if (!this.shadowRoot) this.dress();
    this.build();
    this.start();
    this.leaving = new AbortController();
    const { signal } = this.leaving;
    keys(this, signal);
    window.addEventListener("pagehide", () => this.past.leave(), { signal });
    window.addEventListener("online", () => this.tryNow?.(), { signal });
  }

  disconnectedCallback() {
    this.leaving.abort();
    this.talk.leaveAll();
    this.past.leave();
    this.attaching.leave();
  }

  attributeChangedCallback(name, before, value) {
    if (!this.parts || before === value) return;
    if (name === "token") {
      this.api.token = value;
      this.parts.state.clear();
      if (this.tryNow) this.tryNow();
      else if (!this.profiles.length) this.start();
    } else if (name === "locale") this.pickLanguage(spoken(value));
    else {
      this.settings.agent = value;
      this.build();
      this.start();
    }
  }

  /** The style first: nothing is shown before it is there. */
  dress() {
    const style = element("link", { rel: "stylesheet", href: new URL("chat.css", import.meta.url).href });
    this.place = element("div", { class: "place", hidden: true });
    for (const name of ["load", "error"]) style.addEventListener(name, () => (this.place.hidden = false));
    this.attachShadow({ mode: "open" }).append(style, this.place);
  }

  /** The page in the chosen language. */
  build() {
    const before = this.parts;
    const { settings, memory } = this;
    this.say = speaker(this.language);
    this.writer = new Writer({ customers: settings.customers, channels: settings.channels, trusted: settings.scopes.includes("context:trusted"), memory, say: this.say,
      changed: (another) => this.writerChanged(another) });
    this.past?.leave();
    const notice = { show: (...words) => this.parts.notice.show(...words) };
    this.past = new Past({ api: this.api, say: this.say, language: () => this.language, notice, open: (key, agent) => this.openPast(key, agent), gone: () => this.fresh() });
    const { attaching } = this;
    attaching?.leave();
    this.attaching = new Attaching({ api: this.api, say: this.say, agent: () => this.profile, tell: (sentence) => (this.parts.spoken.textContent = sentence),
      refuse: (sentence) => this.parts.notice.show(sentence), done: () => this.parts.input.focus() });
    if (attaching) this.attaching.sent.rows = attaching.sent.good(); // chosen before the language was
    this.parts = layout(this);
    this.parts.keep(before);
    this.place.replaceChildren(this.parts.root);
    this.lang = this.language;
    this.profileList();
  }

  /** Reads who can be talked to, until the server answers; then takes up what was open. */
  async start() {
    const mine = (this.starting = {});
    for (let attempt = 0; ; attempt += 1) {
      try {
        const { agents, default_agent_id: standard } = await this.api.agents();
        if (mine !== this.starting) return;
        this.parts.state.clear();
        this.profiles = agents;
        this.colours = new Colours(agents);
        const wanted = this.settings.agent || this.memory.get("profile");
        this.profile = agents.some((one) => one.agent_id === wanted) ? wanted : standard || agents[0]?.agent_id;
        this.profileList();
        break;
      } catch (problem) {
        if (mine !== this.starting) return;
        if (!(problem instanceof Unreachable || problem.status >= 500)) return this.cannotStart(problem);
        await this.later(PAUSES[Math.min(attempt, PAUSES.length - 1)]);
        if (mine !== this.starting) return;
      }
    }
    const key = this.memory.get("conversation");
    if (key) await this.talk.open(key);
    else this.fresh();
    this.past.refresh(key);
    if (mine !== this.starting) return;
    this.starting = null;
    this.early.splice(0).forEach(([text, files]) => this.send(text, files));
  }

  /** A refusal that waiting does not mend stands in the middle, with what can be done. */
  cannotStart(problem) {
    if (problem.status === 401 && this.told !== this.api.token) this.expired();
    this.parts.log.replaceChildren(element("li", { class: "start" }, element("p", { role: "alert" }, problem.message),
      element("div", { class: "choices" }, ...this.advice(problem),
        element("button", { type: "button", class: "choice", onclick: () => this.start() }, this.say("retry")))));
  }

  /** Counts the seconds to the next attempt; a press of the button, or the network's return, ends it early. */
  later(seconds) {
    return new Promise((wake) => {
      let left = seconds;
      const end = () => {
        clearInterval(timer);
        this.tryNow = null;
        wake();
      };
      const tell = () => this.parts.state.show(this.say("away", { n: left }), [[this.say("tryNow"), end]]);
      const timer = setInterval(() => ((left -= 1) > 0 ? tell() : end()), 1000);
      this.tryNow = end;
      tell();
    });
  }

  // --- who is asking ------------------------------------------------------------------------------
  /** A new token for this page, or from the page around; false: somebody has to sign in again. */
  async renew() {
    if (!this.settings.token && this.settings.own) return false; // the demo has none
    const token = this.settings.own ? (await renewed(this))?.token : await this.renewal?.();
    if (!token) {
      this.expired();
      return false;
    }
    this.api.token = token;
    this.parts.state.clear();
    return true;
  }

  expired() {
    const { say, settings } = this;
    this.told = this.api.token; // a refusal of the same token needs no second word
    const again = async () => {
      if (await this.api.renewOnce()) this.profiles.length ? this.past.refresh(this.talk.key) : this.start();
      else this.parts.state.show(say("stillExpired"), acts);
    };
    const acts = settings.own ? [...(settings.links.login ? [[say("signIn"), settings.links.login]] : []), [say("renew"), again]] : [];
    this.parts.state.show(say("expired"), acts);
    if (!settings.own) this.dispatchEvent(new CustomEvent("switchboard-expired", { bubbles: true, composed: true }));
  }

  /** What the reader of a refusal can do about it here. */
  advice(problem) {
    const to = problem.code === "nothing_published" ? this.settings.links.publish : null;
    return to ? [" ", element("a", { class: "button small", href: to }, this.say("publish"))] : [];
  }

  // --- what is chosen -----------------------------------------------------------------------------
  profileList() {
    this.parts.profile.replaceChildren(...this.profiles.map((one) => element("option", { value: one.agent_id, title: one.description }, one.name || one.agent_id)));
    this.parts.profile.value = this.profile || "";
  }

  /** The profile takes files, or it does not. */
  offerAttachments() {
    this.attaching.offer(this.profiles.find((one) => one.agent_id === this.profile));
  }

  pickProfile(agentId) {
    this.profile = agentId;
    this.memory.set({ profile: agentId });
    this.fresh();
  }

  pickLanguage(language) {
    this.memory.set({ language });
    this.language = language;
    this.talk.leaveAll();
    this.build();
    this.start();
  }

  writerChanged(another) {
    if (!another) return;
    const before = this.talk.key;
    this.fresh();
    if (before) this.parts.notice.show(this.say("switched"));
  }

  /** A new conversation, or the same empty page again. */
  fresh() {
    this.talk.leave();
    this.parts.toggle(false);
    this.empty();
    this.offerAttachments();
    this.past.refresh(null);
    if (this.settings.own) this.parts.input.focus({ preventScroll: true });
  }

  openPast(key, agent) {
    this.parts.toggle(false);
    return this.talk.open(key, agent);
  }

  /** The mode that was picked, for those who may choose one. */
  get mode() {
    return this.parts.mode.isConnected ? this.parts.mode.value : "";
  }

  /** An empty page is a start: what a customer of this profile could ask. */
  empty() {
    const profile = this.profiles.find((one) => one.agent_id === this.profile);
    const offers = (profile?.suggestions || []).map((texts) => texts[this.language] || Object.values(texts)[0]).filter(Boolean);
    this.parts.log.replaceChildren(element("li", { class: "start" }, element("p", {}, this.say(this.settings.own ? "empty" : "hello")),
      element("div", { class: "choices" }, ...offers.slice(0, 6).map((text) => element("button", { type: "button", class: "choice", onclick: () => this.ask(text) }, text)))));
    this.scrolled();
  }

  // --- what is done -------------------------------------------------------------------------------
  ask(text) {
    if (text.trim()) this.send(text);
  }

  /** What is written before the page has begun is shown at once, and said when it has. */
  send(text, files = []) {
    if (this.starting) {
      this.early.push([text, files]);
      this.parts.log.querySelector(".start")?.remove();
      this.talk.mine(text, files);
      return;
    }
    this.talk.send(text, { channel: this.writer.channel, agent_id: this.profile, ...(this.mode ? { mode: this.mode } : {}), payload: { text, ...this.writer.payload },
      ...(files.length ? { attachments: files.map(({ name, url }) => ({ name, url })) } : {}) }, files);
  }

  /** What was asked with files that are not here any more is put back into the box, to be sent with them again. */
  askWithFiles(text) {
    this.parts.write(text);
    this.parts.notice.show(this.say("filesGone"));
  }

  stop() {
    return this.talk.stop().catch((problem) => this.parts.notice.show(problem.message));
  }

  clear() {
    const { key } = this.talk;
    if (!key) return;
    this.talk.leaveAll();
    const before = [...this.parts.log.children];
    this.empty();
    this.past.later(`clear:${key}`, (options) => this.api.clear(key, options), this.say("cleared"), () => {
      this.parts.log.replaceChildren(...before);
      this.bottom(true);
    });
  }

  busy(running) {
    if (!this.parts) return;
    this.parts.stop.hidden = !running;
    this.parts.log.setAttribute("aria-busy", String(running));
  }

  /** Keeps the newest in sight, unless somebody scrolled up to read. Once a frame: measuring costs a layout. */
  bottom(always = false) {
    this.wantsEnd ||= always;
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      const { scroll } = this.parts;
      if (this.wantsEnd || !this.away) scroll.scrollTop = scroll.scrollHeight;
      this.wantsEnd = false;
      this.scrolled();
    });
  }

  scrolled() {
    const { scroll, newest } = this.parts;
    this.away = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight > NEAR;
    newest.hidden = !this.away;
  }
}

export { Problem };
customElements.define("switchboard-chat", SwitchboardChat);
