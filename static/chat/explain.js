/** The quiet line under an answer, and what it unfolds: proof for whoever wants it. */
import { element } from "./element.js";

const LADDER = ["state", "keyword", "example", "llm", "fallback"];

/** `orders_agent · keyword "pedido" · 2 tools · 412 ms` */
export function quietLine(meta, say) {
  const decision = meta.route_decision || {};
  const words = matched(decision).map((word) => `“${word}”`).join(", ");
  const method = meta.route === "blocked" ? say("blocked") : decision.method ? say(decision.method) : "";
  const calls = (meta.tool_calls || []).length;
  const line = [
    (meta.agents || []).join(" → ") || meta.active_agent,
    [method, decision.method === "keyword" ? words : ""].filter(Boolean).join(" "),
    calls ? say("tools", calls) : "",
    meta.timings ? `${Math.round(meta.timings.total_ms)} ms` : "",
  ];
  return line.filter(Boolean).join(" · ");
}

export function matched(decision) {
  const data = decision?.metadata || {};
  const words = data.matched_keywords || (data.matched_keyword ? [data.matched_keyword] : []);
  return [...new Set((Array.isArray(words) ? words : Object.values(words).flat()).map((word) => word?.keyword ?? word?.text ?? word))];
}

/** Everything that is known of a turn, in the order of the work. */
export function explanation(meta, say) {
  return [
    section(say("route"), route(meta, say)),
    section(say("toolsTitle"), (meta.mcp_results || []).map((result) => tool(result, say))),
    section(say("handoffs"), (meta.handoffs || []).map((handoff) => passed(handoff, say))),
    section(say("rails"), (meta.guardrails || []).map((rail) => guarded(rail, say))),
    section(say("judges"), (meta.judges || []).map((judge) => element("p", {},
      element("strong", {}, judge.name), ` ${judge.score ?? ""} ${judge.reason || ""}`))),
    section(say("cost"), [cost(meta, say)]),
  ].filter(Boolean);
}

function section(title, content) {
  const filled = content.filter(Boolean);
  return filled.length ? element("section", {}, element("h4", {}, title), ...filled) : null;
}

function route(meta, say) {
  const decision = meta.route_decision;
  if (!decision) return [meta.route ? element("p", {}, say(meta.route)) : null];
  return [
    element("p", {}, element("strong", {}, decision.agent || decision.route), " · ", decision.intent || "",
      decision.reason ? `: ${decision.reason}` : "", ...matched(decision).flatMap((word) => [" ", element("mark", {}, word)])),
    meta.tiers?.length ? ladder(meta.tiers, say) : null,
    element("p", { class: "fine" }, `${say("mode")} ${meta.mode} · ${say("confidence")} ${decision.confidence} · ${say("release")} ${meta.release}`),
  ];
}

/** All tiers in their order: which answered, what each saw, which were not needed. */
function ladder(tiers, say) {
  const names = [...new Set([...LADDER.slice(0, 2), ...tiers.map((tier) => tier.tier), "fallback"])];
  const rungs = names.map((name) => {
    const tier = tiers.find((one) => one.tier === name);
    const outcome = tier ? tier.outcome : "notAsked";
    const saw = tier && tier.saw && Object.keys(tier.saw).length ? element("code", {}, short(tier.saw)) : null;
    return element("li", { class: `tier ${outcome}` }, element("strong", {}, name), ` ${say(outcome)} `,
      saw ? element("details", {}, element("summary", {}, say("saw")), saw) : null);
  });
  return element("ol", { class: "ladder" }, ...rungs);
}

function tool(result, say) {
  const skipped = result.metadata?.skipped;
  const word = result.cached ? say("cached") : skipped ? `${say("notCalled")}: ${result.metadata.reason}` : result.ok ? "✓" : say("failed");
  return element("details", { class: result.ok ? "tool ok" : "tool failed" },
    element("summary", {}, element("strong", {}, result.tool_name), ` ${word}`, result.ms ? ` · ${Math.round(result.ms)} ms` : ""),
    result.metadata?.arguments ? element("div", {}, element("h5", {}, say("arguments")), pretty(result.metadata.arguments)) : null,
    element("div", {}, element("h5", {}, say("result")), pretty(result.error ?? result.result)));
}

function passed(handoff, say) {
  return element("p", {}, say("handing", { from: handoff.from_agent, to: handoff.to_agent }),
    handoff.reason ? `: ${handoff.reason}` : "", handoff.context_summary ? element("span", { class: "fine" }, ` ${handoff.context_summary}`) : null);
}

function guarded(rail, say) {
  const word = !rail.allowed ? say("refused") : rail.sanitized_text ? say("changed") : say("allowed");
  return element("p", {}, element("strong", {}, rail.code), ` ${word}`, rail.reason ? `: ${rail.reason}` : "");
}

function cost(meta, say) {
  const usage = meta.usage || {};
  const money = usage.cost_usd ? ` · US$ ${Number(usage.cost_usd).toFixed(5)}` : "";
  return usage.calls
    ? element("p", {}, `${say("calls", usage.calls)} · ${say("tokens", usage.total_tokens ?? 0)}${money}`)
    : element("p", {}, say("none"));
}

function pretty(value) {
  return element("pre", {}, typeof value === "string" ? value : JSON.stringify(value, null, 2));
}

function short(value) {
  const text = JSON.stringify(value, null, 1);
  return text.length > 1500 ? `${text.slice(0, 1500)}…` : text;
}
