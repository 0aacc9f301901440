/** One message's way: sends it, takes up the line again when it breaks, tells a listener what comes. */
import { Problem } from "./api.js";

const PAUSES = [300, 1000, 2000, 4000, 8000]; // ms between attempts to come back
const ENDS = ["answer", "done", "error"];

export class Turn {
  /** `on(event, data)` hears accepted, route, step, text, text.reset, handoff, question, answer, error, done, lost. */
  constructor(api, message, on, id = crypto.randomUUID?.() ?? String(Date.now() + Math.random())) {
    Object.assign(this, { api, message, on, id });
    this.turnId = this.key = this.lastId = null;
    this.ended = false;
    this.leaving = new AbortController();
  }

  /** A turn that was under way before a reload. */
  static resumed(api, kept, on) {
    const turn = new Turn(api, null, on, kept.id);
    return Object.assign(turn, { turnId: kept.turnId, key: kept.key, lastId: kept.lastId });
  }

  async run() {
    for (let attempt = 0; !this.ended; attempt += 1) {
      try {
        for await (const event of this.source()) {
          this.take(event);
          attempt = 0;
          if (this.ended) break;
        }
        if (!this.ended && this.key === null) throw new TypeError("the stream was empty");
      } catch (error) {
        if (this.leaving.signal.aborted) return;
        if (error instanceof Problem && !(error.status === 503 && attempt < 2)) return this.end("error", error);
      }
      if (this.ended) return;
      if (attempt >= PAUSES.length) return this.end("gone", {});
      this.on("lost", {});
      await new Promise((wake) => setTimeout(wake, PAUSES[attempt]));
    }
  }

  /** Before `accepted` the same message with the same id, after it only the events. */
  source() {
    return this.key === null
      ? this.api.send(this.message, this.id, this.leaving.signal)
      : this.api.follow(this.key, this.lastId, this.leaving.signal);
  }

  take({ id, event, data }) {
    if (this.number && id && id.split(".")[0] !== this.number) return; // another turn of the conversation
    if (event === "accepted") {
      this.turnId = data.turn_id;
      this.key = data.conversation_key;
    }
    if (id) {
      this.lastId = id;
      this.number = id.split(".")[0];
    }
    this.on(event, data);
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
  }

  /** Stops listening; the turn goes on. */
  leave() {
    this.leaving.abort();
  }
}
