/** The conversation on the page: what was said, what is being answered, what is said next. */
import { Answer } from "./answer.js";
import { element } from "./element.js";
import { copyOf, shownFiles } from "./message_files.js";
import { Turn } from "./turn.js";

const ENDED = ["answer", "done", "error", "gone"];

export class Conversation {
  constructor(chat) {
    this.chat = chat;
    this.key = null;
    this.running = new Set();
    this.opening = null; // the newest `open` that waits for its answer
  }

  get log() {
    return this.chat.parts.log;
  }

  /** Shows a stored conversation and takes up the turn that was under way. */
  async open(key, agent) {
    const { chat } = this;
    this.leaveAll();
    const mine = (this.opening = {});
    let whole;
    try {
      whole = await chat.api.conversation(key);
      if (mine !== this.opening) return; // something else was chosen meanwhile
    } catch (problem) {
      if (mine !== this.opening) return;
      if (problem.status === 404 && chat.memory.get("elsewhere") === key) this.goOn(key, agent);
      else if (problem.status === 404) chat.fresh(); // deleted, or another's by now
      else chat.parts.notice.show(problem.message, [[chat.say("retry"), () => this.open(key, agent)]]);
      return;
    }
    this.key = whole.conversation_key;
    chat.profile = whole.agent_id || agent;
    chat.memory.set({ conversation: this.key, profile: chat.profile });
    chat.parts.profile.value = chat.profile;
    chat.offerAttachments();
    this.log.replaceChildren();
    this.asked = this.stored(whole.messages);
    this.older(whole);
    this.takeUp(whole.messages);
    chat.past.refresh(this.key);
    chat.bottom(true);
  }

  /** A conversation that a backend keeps in a place of its own goes on without what was said before. */
  goOn(key, agent) {
    const { chat } = this;
    this.key = key;
    this.asked = null;
    chat.profile = agent || chat.profile;
    chat.offerAttachments();
    chat.parts.notice.show(chat.say("elsewhere"));
    this.log.replaceChildren();
    this.takeUp([]);
  }

  /** Shows these messages at the end of the log, and gives the last one of the writer. */
  stored(messages) {
    let asked = null;
    let files = [];
    let before = null; // the turn of the message before: one turn may answer several
    for (const message of messages) {
      if (message.role === "user") {
        if (!message.content) continue; // its turn has not ended
        files = message.metadata.attachments || []; // a message with files is alone in its turn
        const text = message.content === files.map((file) => file.name).join(", ") ? "" : message.content;
        this.mine(text, files);
        asked = before === message.turn_id ? `${asked}\n${text}` : text;
        before = message.turn_id;
        continue;
      }
      before = null;
      const answer = this.answer(asked, files);
      answer.turnId = message.turn_id;
      answer.complete(message.content, { active_agent: message.agent, ...message.metadata }, message.feedback);
    }
    this.answers().slice(0, -1).forEach((answer) => answer.growOld());
    return asked;
  }

  /** Long talks are read from their end; what came before is one press away. */
  older(whole) {
    const first = whole.messages[0];
    if (!whole.earlier || !first) return;
    const { chat, key } = this;
    const button = element("button", { type: "button", class: "small", onclick: () => read() }, chat.say("older"));
    const more = element("li", { class: "older" }, button);
    this.log.prepend(more);

    const read = async () => {
      button.disabled = true;
      const before = await chat.api.conversation(key, first.seq).catch((problem) => {
        if (more.isConnected) chat.parts.notice.show(problem.message);
      });
      button.disabled = false;
      if (!before || !more.isConnected) return; // another conversation is on the page by now
      const { scroll } = chat.parts;
      const [there, height] = [[...this.log.children].filter((row) => row !== more), scroll.scrollHeight];
      this.log.replaceChildren();
      this.stored(before.messages);
      this.answers().at(-1)?.growOld();
      this.log.append(...there);
      scroll.scrollTop += scroll.scrollHeight - height; // what was being read stays where it was
      this.older(before);
    };
  }

  /** What was under way when the page was left: its messages, and its answer as it comes. */
  takeUp(messages) {
    const ended = new Set(messages.filter((one) => one.role === "assistant").map((one) => one.turn_id));
    this.chat.memory.set({ underWay: this.underWay().filter((one) => !ended.has(one.turnId)) });
    for (const kept of this.underWay().filter((one) => one.key === this.key)) {
      kept.texts.forEach((text) => this.mine(text, kept.files));
      this.asked = kept.texts.join("\n");
      this.listen((on) => Turn.resumed(this.chat.api, kept, on), this.asked, kept.files);
    }
  }

  /** The turns that a reload takes up: {id, turnId, key, lastId, texts, files}, oldest first. */
  underWay() {
    return this.chat.memory.get("underWay", []);
  }

  /** A reload need not take this turn up any more. */
  ended(turn) {
    this.chat.memory.set({ underWay: this.underWay().filter((one) => one.turnId !== turn.turnId) });
  }

  /** Several messages may wait for one turn: each is kept once. */
  keep(turn, { text, files = [] }) {
    const others = this.underWay().filter((one) => one.turnId !== turn.turnId);
    const texts = this.underWay().find((one) => one.turnId === turn.turnId)?.texts || [];
    turn.texts ??= [...texts, text];
    // After a reload the whole turn is told again, from its first event.
    const mine = { id: turn.id, turnId: turn.turnId, key: turn.key, lastId: `${turn.number}.0`, texts: turn.texts, files: files.map(({ name, size, media_type }) => ({ name, size, media_type })) };
    this.chat.memory.set({ underWay: [...others, mine] });
  }

  send(text, message, files) {
    const { chat } = this;
    this.log.querySelector(".start")?.remove();
    this.answers().at(-1)?.growOld();
    const row = this.mine(text, files);
    this.asked = text;
    const whole = this.key ? { ...message, session_id: this.key } : message;
    this.listen((on) => new Turn(chat.api, whole, on), text, files, row);
    chat.bottom(true);
  }

  /** Follows one turn into one answer on the page. */
  listen(make, text, files, row = null) {
    this.opening = null; // what is said here stays on the page
    const answer = this.answer(text, files);
    const goes = files?.length && row ? row : null;
    goes?.classList.add("sending");
    answer.arrived = () => goes?.classList.remove("sending");
    answer.work(this.chat.say(goes ? "filesGoing" : "routing"));
    const turn = make((event, data) => this.heard(turn, answer, event, data));
    answer.turn = turn;
    answer.turns = [turn];
    this.running.add(turn);
    this.chat.busy(true);
    turn.run().finally(() => {
      this.running.delete(turn);
      this.chat.busy(this.running.size > 0);
    });
  }

  heard(turn, answer, event, data) {
    const { chat } = this;
    if (event === "backend.handover") this.ended(turn);
    if (event !== "lost") answer.arrived();
    if (event === "accepted") {
      this.key = turn.key;
      answer.turnId = data.turn_id;
      chat.memory.set({ conversation: turn.key, elsewhere: turn.session && turn.key });
      this.keep(turn, answer);
      this.joined(turn, answer);
    }
    if (ENDED.includes(event)) this.ended(turn);
    answer.take(event, data);
    if (event === "lost") this.lost(turn, data);
    else if (this.wasLost) {
      this.wasLost = false;
      chat.parts.state.clear();
    }
    if (event === "answer") {
      const who = chat.colours.display(data.metadata?.active_agent || "");
      chat.parts.spoken.textContent = `${chat.say("done", { agent: who })} ${data.text}`;
      chat.past.refresh(this.key);
    }
    if (event !== "text") chat.bottom();
  }

  /** Messages sent one after the other may get one answer: it stands once, under the last of them. */
  joined(turn, answer) {
    for (const other of this.running) {
      if (other === turn || other.turnId !== turn.turnId) continue;
      other.leave();
      this.running.delete(other);
      const double = this.answers().find((one) => one.turn === other);
      if (!double) continue;
      const later = answer.row.compareDocumentPosition(double.row) & Node.DOCUMENT_POSITION_FOLLOWING;
      const [first, last] = later ? [answer, double] : [double, answer];
      answer.text = `${first.text}\n${last.text}`;
      answer.turns = [...first.turns, ...last.turns];
      if (later) double.row.replaceWith(answer.row);
      else double.row.remove();
    }
  }

  lost(turn, { seconds }) {
    const { chat } = this;
    if (seconds < 2) return; // it is most often back before one has read it
    this.wasLost = true;
    chat.parts.state.show(chat.say("away", { n: seconds }), [[chat.say("tryNow"), () => turn.hurry()]]);
  }

  mine(text, files = []) {
    const row = element("li", { class: "message user", part: "message" }, element("span", { class: "hidden" }, this.chat.say("you")),
      files.length ? shownFiles(files, this.chat.say) : null, text ? element("p", { class: "text", dir: "auto" }, text) : null);
    this.log.append(row);
    return row;
  }

  /** An answer without words yet, to what was asked. */
  answer(asked, files = []) {
    const { chat } = this;
    const made = new Answer({
      say: chat.say, colours: chat.colours, api: chat.api, ask: (text) => chat.ask(text), retry: (answer) => this.again(answer),
      picture: (turn) => (chat.settings.links.analytics ? `${chat.settings.links.analytics}plans/${turn}/` : ""), // for those who may look there
      advice: (problem) => chat.advice(problem), shown: () => chat.bottom(),
    });
    made.text = asked;
    made.files = files;
    made.row.answer = made;
    this.log.append(made.row);
    return made;
  }

  answers() {
    return [...this.log.querySelectorAll(".message.agent")].map((row) => row.answer);
  }

  /** The same messages with the same keys where they failed or brought a question, so that none is said twice or replies to what it brought; else asked anew. */
  again(answer) {
    const { turns = [] } = answer;
    const asks = Boolean(answer.meta?.question);
    if (turns.length && turns.every((turn) => turn.message) && (asks || answer.failed || answer.meta?.status === "failed")) {
      answer.row.remove();
      for (const { message, id } of turns) this.listen((on) => new Turn(this.chat.api, message, on, id), message.payload.text, answer.files);
      this.chat.bottom(true);
    } else if (asks) {
      this.chat.bottom(true); // read from the store: the question stands there
    } else if (answer.files.length) {
      if (answer.files.every((file) => file.url)) this.chat.send(answer.text, answer.files.map(({ picture, ...file }) => ({ ...file, picture: copyOf(picture) })));
      else this.chat.askWithFiles(answer.text);
    } else {
      this.chat.ask(answer.text || this.asked || "");
    }
    this.chat.parts.input.focus(); // the button is gone
  }

  async stop() {
    for (const turn of this.running) {
      await turn.stop().catch((problem) => {
        if (!turn.session || problem.status !== 404) throw problem;
        this.chat.parts.notice.show(this.chat.say("cannotStop")); // a backend in a place of its own makes the answer
      });
    }
  }

  /** Stops listening to what is being answered here; it goes on at the server. */
  leaveAll() {
    this.running.forEach((turn) => turn.leave());
    this.running.clear();
    this.opening = null;
    if (this.wasLost) this.chat.parts.state.clear();
    this.wasLost = false;
    this.chat.busy(false);
  }

  /** Leaves the conversation: the next message begins another. */
  leave() {
    this.leaveAll();
    this.key = this.asked = null;
    this.chat.memory.set({ conversation: null, underWay: [] });
  }
}
