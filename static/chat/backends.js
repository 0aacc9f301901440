/** At a gateway: which backend has the message, which does not answer, which passed it on. */
import { element } from "./element.js";

const TOLD = {
  "backend.selected": (data, say) => say("backendHas", { name: data.name }),
  "backend.unavailable": (data, say) => (data.next === data.backend_id ? say("backendAway", { name: data.backend_name }) : say("backendNext", { name: data.backend_name, next: data.next_name })),
  "backend.handover": (data, say) => say("handing", { from: data.from_name, to: data.to_name }),
};

/** An event of the gateway as one sentence; null for a backend's own events. */
export function told(event, data, say) {
  return TOLD[event]?.(data, say) ?? null;
}

/** The way of a message from backend to backend, and why it went to the first. */
export function travelled(meta, say) {
  const reason = meta.global_route_decision?.reason;
  return [...(meta.way || []).map((sentence) => element("p", {}, sentence)), reason ? element("p", { class: "fine", lang: "en" }, reason) : null];
}
