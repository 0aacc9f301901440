/** The doors this page uses. Every refusal is a Problem with the server's own sentence. */
import { events } from "./stream.js";

export class Problem extends Error {
  constructor(status, document) {
    super(document?.detail || document?.title || `HTTP ${status}`);
    this.status = status;
    this.code = document?.code || "unexpected";
  }
}

export class Api {
  constructor({ base = "", token = null, user = () => null, language = () => "en" }) {
    Object.assign(this, { base, token, user, language });
  }

  async fetch(path, { method = "GET", body, headers = {}, ...rest } = {}) {
    const response = await fetch(this.base + path, {
      method,
      credentials: "omit",
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: {
        "Accept-Language": this.language(),
        ...(this.token ? { Authorization: `Bearer ${this.token}` } : {}),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...rest,
    });
    if (response.ok) return response;
    throw new Problem(response.status, await response.json().catch(() => null));
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

  conversations() {
    return this.json(`/api/chat/conversations${this.query({ limit: 30 })}`);
  }

  conversation(key) {
    return this.json(`/api/chat/conversations/${encodeURIComponent(key)}${this.query({ limit: 200 })}`);
  }

  session(key) {
    return this.json(`/sessions/${encodeURIComponent(key)}${this.query()}`);
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
