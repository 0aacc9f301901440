/** One message's way: sends it, takes up the line again when it breaks, tells a listener what comes. */
import { Problem } from "./api.js";

const PAUSES = [300, 1000, 2000, 4000, 8000, 15000]; // ms between attempts to come back; then the last again
const PATIENCE = 40; // attempts: about ten minutes
const REFUSALS = 3; // of a server that is just starting or ending
const ON_ITS_WAY = "idempotency_key_in_use"; // a gateway: the answer is there in a moment
const ENDS = ["answer", "done", "error"];

export class Turn {
  /** `on(event, data)` hears the events of a backend and of a gateway before it: accepted, route, step, text, text.reset, handoff, question, answer, error, done, lost. */
  constructor(api, message, on, id = crypto.randomUUID?.() ?? String(Date.now() + Math.random())) {
    Object.assign(this, { api, message, on, id });
    this.turnId = this.key = this.lastId = this.number = this.session = null;
    this.ended = false;
    this.leaving = new AbortController();
  }

  /** A turn that was under way before a reload. */
  static resumed(api, kept, on) {
    const turn = new Turn(api, null, on, kept.id);
    const [number] = kept.lastId.split(".");
    return Object.assign(turn, { turnId: kept.turnId, key: kept.key, lastId: kept.lastId, number, texts: kept.texts });
  }

  async run() {
    for (let attempt = 0; !this.ended; attempt += 1) {
      let pause = PAUSES[Math.min(attempt, PAUSES.length - 1)];
      try {
        for await (const event of this.source()) {
          this.take(event);
          attempt = 0;
          if (this.ended) break;
        }
        if (!this.ended && this.key === null) throw new TypeError("the stream was empty");
      } catch (error) {
        if (this.leaving.signal.aborted) return;
        if (error instanceof Problem && !(error.status === 503 && attempt < REFUSALS) && error.code !== ON_ITS_WAY) return this.end("error", error);
        pause = Math.max(pause, (error.retryAfter || 0) * 1000);
      }
      if (this.ended) return;
      if (attempt >= PATIENCE) return this.end("gone", {});
      this.on("lost", { seconds: Math.ceil(pause / 1000) });
      await this.rest(pause);
      if (this.leaving.signal.aborted) return;
    }
  }

  /** Waits; the network's return and somebody's impatience end it early. */
  rest(pause) {
    return new Promise((wake) => {
      this.hurry = wake;
      const timer = setTimeout(wake, pause);
      for (const [target, name] of [[window, "online"], [this.leaving.signal, "abort"]]) {
        target.addEventListener(name, () => (clearTimeout(timer), wake()), { once: true });
      }
    });
  }

  /** Before `accepted` the same message with the same id, after it only the events. */
  source() {
    return this.key === null
      ? this.api.send(this.message, this.id, this.leaving.signal)
      : this.api.follow(this.key, this.lastId, this.leaving.signal);
  }

  take({ id, event, data }) {
    if (this.number && id && id.split(".")[0] !== this.number) return; // another turn of the conversation
    if (event === "backend.selected") this.session = data.global_session_id;
    if (event === "accepted") {
      this.turnId = data.turn_id;
      this.key = data.conversation_key || this.session; // a backend that is not ours knows no conversation_key
    }
    if (id) {
      this.lastId = id;
      this.number = id.split(".")[0];
    }
    this.on(event, data);
    // Another backend has the message now, as a turn of its own: what comes has other numbers, or is sent for again.
    if (event === "backend.handover") this.key = this.turnId = this.lastId = this.number = null;
    if (event === "done" || event === "error") this.ended = true;
    if (ENDS.includes(event)) this.answered = true;
  }

  end(event, data) {
    this.ended = true;
    this.on(event, data);
  }

  /** Stops the answer on the server; what was written comes back as its answer. */
  async stop() {
    if (this.turnId) await this.api.stop(this.turnId);
    else this.giveUp();
  }

  /** Nothing has been accepted: the message was not heard, and is not sent again. */
  giveUp() {
    this.leave();
    this.end("gone", {});
  }

  /** Stops listening; the turn goes on. */
  leave() {
    this.leaving.abort();
  }
}
