/** The doors this page uses. Every refusal is a Problem with the server's own sentence. */
import { events } from "./stream.js";

export class Problem extends Error {
  constructor(status, document, retryAfter = null) {
    super(document?.detail || document?.title || `HTTP ${status}`);
    this.status = status;
    this.code = document?.code || "unexpected";
    this.retryAfter = Number(retryAfter) || null; // seconds
  }
}

/** Nobody answered: the network or the server is away. */
export class Unreachable extends Error {}

export class Api {
  /** `renew()` is asked once when a token has expired; true: there is a new one, ask again. */
  constructor({ base = "", token = null, user = () => null, language = () => "en", renew = async () => false }) {
    Object.assign(this, { base, token, user, language, renew });
  }

  async fetch(path, { method = "GET", body, headers = {}, ...rest } = {}, mayRenew = true) {
    const { token } = this;
    const isForm = body instanceof FormData; // its media type, with what parts it, the browser says
    const sent = {
      method,
      credentials: "omit",
      body: body === undefined || isForm ? body : JSON.stringify(body),
      headers: {
        "Accept-Language": this.language(),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(body === undefined || isForm ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...rest,
    };
    const response = await fetch(this.base + path, sent).catch((error) => {
      throw error.name === "AbortError" ? error : new Unreachable(error.message);
    });
    if (response.ok) return response;
    if (response.status === 401 && mayRenew) {
      // Perhaps another came while this one was on its way, or while we asked for it.
      const another = this.token !== token || (await this.renewOnce()) || this.token !== token;
      if (another) return this.fetch(path, { method, body, headers, ...rest }, false);
    }
    throw new Problem(response.status, await response.json().catch(() => null), response.headers.get("Retry-After"));
  }

  /** Requests that fail together renew together. */
  renewOnce() {
    this.renewing ??= this.renew().catch(() => false).finally(() => (this.renewing = null));
    return this.renewing;
  }

  async json(path, options) {
    return (await this.fetch(path, options)).json();
  }

  /** `?user_id=` for callers without a token, whose word the server may believe. */
  query(values = {}) {
    const all = { ...values, ...(this.token ? {} : { user_id: this.user() }) };
    return `?${new URLSearchParams(Object.entries(all).filter(([, value]) => value !== null && value !== undefined))}`;
  }

  agents() {
    return this.json("/agents");
  }

  conversations(offset = 0, limit = 30) {
    return this.json(`/api/chat/conversations${this.query({ limit, offset })}`);
  }

  /** The newest messages of a conversation, or those before message number `before`. */
  conversation(key, before = null) {
    return this.json(`/api/chat/conversations/${encodeURIComponent(key)}${this.query({ limit: 100, before })}`);
  }

  remove(id, options = {}) {
    return this.json(`/api/chat/conversations/${encodeURIComponent(id)}${this.query()}`, { method: "DELETE", ...options });
  }

  clear(key, options = {}) {
    return this.json(`/sessions/${encodeURIComponent(key)}/messages${this.query()}`, { method: "DELETE", ...options });
  }

  stop(turn) {
    return this.json(`/api/turns/${encodeURIComponent(turn)}/stop`, { method: "POST", body: {} });
  }

  turn(id) {
    return this.json(`/api/turns/${encodeURIComponent(id)}${this.query()}`);
  }

  /** What the writer thinks of an answer: {value, comment}. Sent even if the page is left at once. */
  think(turn, thought) {
    const body = this.token ? thought : { ...thought, user_id: this.user() };
    const path = `/api/chat/turns/${encodeURIComponent(turn)}/feedback`;
    return this.json(path, { method: "PUT", body, keepalive: true });
  }

  thinkNothing(turn) {
    const path = `/api/chat/turns/${encodeURIComponent(turn)}/feedback${this.query()}`;
    return this.json(path, { method: "DELETE", keepalive: true });
  }

  /** What the writer attached, the newest first. */
  attachments() {
    return this.json(`/api/chat/attachments${this.query()}`);
  }

  attach(file, agent) {
    const body = new FormData();
    body.append("file", file);
    return this.json(`/api/chat/attachments${this.query({ agent_id: agent })}`, { method: "POST", body });
  }

  detach(id) {
    return this.json(`/api/chat/attachments/${encodeURIComponent(id)}${this.query()}`, { method: "DELETE" });
  }

  /** Sends a message and yields its events. The same `id` again gives the same turn. */
  async *send(message, id, signal) {
    const body = this.token ? message : { ...message, user_id: this.user() };
    const headers = { Accept: "text/event-stream", "Idempotency-Key": id };
    yield* events(await this.fetch("/gateway/message/sse", { method: "POST", body, headers, signal }));
  }

  /** The events of a conversation after `last`. */
  async *follow(key, last, signal) {
    const path = `/gateway/events/${encodeURIComponent(key)}${this.query({ last_event_id: last })}`;
    yield* events(await this.fetch(path, { headers: { Accept: "text/event-stream" }, signal }));
  }
}
