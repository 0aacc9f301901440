/** The conversation on the page: what was said, what is being answered, what is said next. */
import { Answer } from "./answer.js";
import { element } from "./element.js";
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
      if (problem.status === 404) chat.fresh(); // deleted, or another's by now
      else chat.parts.notice.show(problem.message, [[chat.say("retry"), () => this.open(key, agent)]]);
      return;
    }
    this.key = whole.conversation_key;
    chat.profile = whole.agent_id || agent;
    chat.memory.set({ conversation: this.key, profile: chat.profile });
    chat.parts.profile.value = chat.profile;
    this.log.replaceChildren();
    this.asked = this.stored(whole.messages);
    this.older(whole);
    const running = chat.memory.get("running");
    if (running?.key === this.key) this.resume(running);
    chat.past.refresh(this.key);
    chat.bottom(true);
  }

  /** Shows these messages at the end of the log, and gives the last one of the writer. */
  stored(messages) {
    let asked = null;
    for (const message of messages) {
      if (message.role === "user") {
        if (message.content) this.mine((asked = message.content));
        continue;
      }
      const answer = this.answer(asked);
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

  resume(running) {
    if (!this.asked || this.asked !== running.text) this.mine(running.text);
    this.asked = running.text;
    this.listen((on) => Turn.resumed(this.chat.api, running, on), running.text);
  }

  send(text, message) {
    const { chat } = this;
    this.log.querySelector(".start")?.remove();
    this.answers().at(-1)?.growOld();
    this.mine(text);
    this.asked = text;
    const whole = this.key ? { ...message, session_id: this.key } : message;
    this.listen((on) => new Turn(chat.api, whole, on), text);
    chat.bottom(true);
  }

  /** Follows one turn into one answer on the page. */
  listen(make, text) {
    this.opening = null; // what is said here stays on the page
    const answer = this.answer(text);
    answer.work(this.chat.say("routing"));
    const turn = make((event, data) => this.heard(turn, answer, event, data));
    answer.turn = turn;
    this.running.add(turn);
    this.chat.busy(true);
    turn.run().finally(() => {
      this.running.delete(turn);
      this.chat.busy(this.running.size > 0);
    });
  }

  heard(turn, answer, event, data) {
    const { chat } = this;
    if (event === "accepted") {
      this.key = data.conversation_key;
      answer.turnId = data.turn_id;
      this.joined(turn);
      chat.memory.set({ conversation: data.conversation_key });
      // After a reload the whole turn is told again, from its first event.
      chat.memory.set({ running: { id: turn.id, turnId: turn.turnId, key: turn.key, lastId: `${turn.number}.0`, text: answer.text } });
    }
    if (ENDED.includes(event)) chat.memory.set({ running: null });
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
  joined(turn) {
    for (const other of this.running) {
      if (other === turn || other.turnId !== turn.turnId) continue;
      other.leave();
      this.running.delete(other);
      this.answers().find((answer) => answer.turn === other)?.row.remove();
    }
  }

  lost(turn, { seconds }) {
    const { chat } = this;
    if (seconds < 2) return; // it is most often back before one has read it
    this.wasLost = true;
    chat.parts.state.show(chat.say("away", { n: seconds }), [[chat.say("tryNow"), () => turn.hurry()]]);
  }

  mine(text) {
    this.log.append(element("li", { class: "message user", part: "message" }, element("span", { class: "hidden" }, this.chat.say("you")),
      element("p", { class: "text", dir: "auto" }, text)));
  }

  /** An answer without words yet, to what was asked. */
  answer(asked) {
    const { chat } = this;
    const made = new Answer({
      say: chat.say, colours: chat.colours, api: chat.api, ask: (text) => chat.ask(text), retry: (answer) => this.again(answer),
      advice: (problem) => chat.advice(problem), shown: () => chat.bottom(),
    });
    made.text = asked;
    made.row.answer = made;
    this.log.append(made.row);
    return made;
  }

  answers() {
    return [...this.log.querySelectorAll(".message.agent")].map((row) => row.answer);
  }

  /** The same message with the same key where it failed, so that it is not said twice; else asked anew. */
  again(answer) {
    const { turn } = answer;
    if (turn?.message && (answer.failed || answer.meta?.status === "failed")) {
      answer.row.remove();
      this.listen((on) => new Turn(this.chat.api, turn.message, on, turn.id), answer.text);
      this.chat.bottom(true);
    } else {
      this.chat.ask(answer.text || this.asked || "");
    }
  }

  async stop() {
    for (const turn of this.running) await turn.stop();
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
    this.chat.memory.set({ conversation: null, running: null });
  }
}
