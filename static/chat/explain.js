/** The quiet line under an answer, and what it unfolds: proof for whoever wants it. */
import { travelled } from "./backends.js";
import { element } from "./element.js";
import { ladder, share } from "./ladder.js";

/** `orders_agent · keyword "pedido" · 2 tools · 412 ms` */
export function quietLine(meta, say) {
  const decision = meta.route_decision || {};
  const words = matched(decision).map((word) => `“${word}”`).join(", ");
  const method = meta.route === "blocked" ? say("blocked") : how(decision, say);
  const calls = (meta.tool_calls || []).filter((call) => call.agent !== "supervisor").length;
  const line = [
    meta.selected_backend_name || meta.selected_backend,
    (meta.agents || []).join((meta.plan?.agents || []).length > 1 ? " + " : " → ") || meta.active_agent,
    [method, decision.method === "keyword" ? words : ""].filter(Boolean).join(" "),
    meta.rounds > 1 ? say("rounds", meta.rounds) : "",
    called(meta.sub_conversation, say),
    calls ? say("tools", calls) : "",
    meta.timings ? `${Math.round(meta.timings.total_ms)} ms` : "",
  ];
  return line.filter(Boolean).join(" · ");
}

/** Who was called in and has the word, or how it ended. */
function called(sub, say) {
  if (!sub) return "";
  if (sub.status === "active") return say("subActive", { agent: sub.specialist });
  return say("subEnded", { agent: sub.specialist, status: say(`sub_${sub.status}`) });
}

/** By what it was decided; what a message says about a permission answers no question. */
function how(decision, say) {
  const told = decision.metadata?.permission;
  return told ? say(`told_${told}`) : decision.method ? say(decision.method) : "";
}

export function matched(decision) {
  const data = decision?.metadata || {};
  const words = data.matched_keywords || (data.matched_keyword ? [data.matched_keyword] : []);
  return [...new Set((Array.isArray(words) ? words : Object.values(words).flat()).map((word) => word?.keyword ?? word?.text ?? word))];
}

/** Everything that is known of a turn, in the order of the work. */
export function explanation(meta, say, picture = "") {
  return [
    section(say("backend"), travelled(meta, say)),
    section(say("route"), route(meta, say)),
    section(say("goalPlan"), planSteps(meta, say, picture)),
    section(say("plan"), (meta.plan?.agents || []).length > 1 || meta.plan?.left_out?.length ? planned(meta.plan, say) : []),
    section(say("loop"), (meta.steps || []).filter((step) => step.node === "supervisor" && step.detail?.next_agent).map((step) => round(step.detail, say))),
    section(say("toolsTitle"), (meta.mcp_results || []).map((result) => tool(result, say))),
    section(say("handoffs"), (meta.handoffs || []).map((handoff) => passed(handoff, say))),
    section(say("permission"), meta.permission ? [element("p", {}, element("strong", {}, meta.permission.tool), ` ${say(`permission_${meta.permission.state}`)}`)] : []),
    section(say("pending"), (meta.pending || []).map((part) => element("p", {}, element("strong", {}, part.agent), ` ${say(`why_${part.why}`)}: “${part.text}”`))),
    section(say("rails"), once(meta.guardrails || []).map((rail) => guarded(rail, say))),
    section(say("judges"), (meta.judges || []).map((judge) => element("p", {},
      element("strong", {}, judge.name), ` ${[figure(judge.score, say), judge.reason].filter(Boolean).join(" · ")}`))),
    section(say("cost"), [cost(meta, say), times(meta, say)]),
  ].filter(Boolean);
}

function section(title, content) {
  const filled = content.filter(Boolean);
  return filled.length ? element("section", {}, element("h3", {}, title), ...filled) : null;
}

function route(meta, say) {
  const decision = meta.route_decision;
  if (!decision) return [meta.route ? element("p", {}, say(meta.route)) : null];
  return [
    element("p", {}, element("strong", {}, decision.agent || decision.route), decision.intent ? ` · ${decision.intent}` : "", ` · ${how(decision, say)}`,
      ...matched(decision).flatMap((word) => [" ", element("mark", {}, word)])),
    meta.tiers?.length ? ladder(meta.tiers, say) : decision.reason ? element("p", { class: "fine", lang: "en" }, decision.reason) : null,
    element("p", { class: "fine" }, 
      [[say("mode"), meta.mode], [say("confidence"), share(decision.confidence, say)], [say("release"), meta.release]]
        .filter(([, value]) => value !== null && value !== undefined && value !== "").map((pair) => pair.join(" ")).join(" · ")),
  ];
}

/** A score as the reader writes numbers. */
function figure(value, say) {
  return typeof value === "number" ? value.toLocaleString(say.language, { maximumFractionDigits: 2 }) : "";
}

/** Who worked on which part at the same time, and who was beyond the limit. */
function planned(plan, say) {
  const share = (branch, note = "") => element("p", {}, element("strong", {}, branch.agent), branch.text ? ` “${branch.text}”` : "",
    ...(branch.keywords || []).flatMap((word) => [" ", element("mark", {}, word)]), note);
  return [...plan.branches.map((branch) => share(branch)), ...plan.left_out.map((branch) => share(branch, ` · ${say("why_left_out")}`))];
}

/** A value as the reader writes it, as in `routing/planning/execute/sentences.py`; a number without a fraction may be an id, and has no signs. */
export function written(value, say) {
  if (typeof value === "boolean") return say(value ? "isTrue" : "isFalse");
  if (Number.isInteger(value)) return (value + 0).toLocaleString("en", { useGrouping: false });
  if (typeof value === "number") return value.toLocaleString(say.language, { maximumSignificantDigits: 15, useGrouping: "always" });
  if (Array.isArray(value)) return value.map((each) => written(each, say)).filter(Boolean).join(", ");
  if (value && typeof value === "object") return Object.entries(value).map(([name, each]) => [name.replaceAll("_", " "), written(each, say)]).filter(([, told]) => told).map((pair) => pair.join(": ")).join("; ");
  return value ?? "";
}

/** The steps of a plan: what each was given, what it waited for, how it ended; `picture` leads to its drawing. */
function planSteps(meta, say, picture) {
  const steps = (meta.steps || []).filter((step) => step.kind === "plan_step").map((step) => step.detail);
  const intent = meta.execution?.intent_output;
  if (!steps.length) return [];
  const given = (params) => Object.entries(params || {}).map(([name, value]) => [name, written(value, say)]).filter(([, told]) => told).map((pair) => pair.join(" ")).join(", ");
  return [
    intent ? element("p", {}, element("strong", {}, intent.goal), ` · ${intent.primary_domain}`, element("span", { class: "fine" }, ` · ${given(intent.entities)}`)) : null,
    element("ol", { class: "plan" }, ...steps.sort((one, other) => one.step_id - other.step_id).map((step) => element("li", { class: step.status === "failure" ? "failed" : "ok", value: String(step.step_id) },
      element("strong", {}, step.capability), ` · ${step.domain} · ${say(`step_${step.status}`)}${step.ms >= 1 ? ` · ${Math.round(step.ms)} ms` : ""}`,
      element("span", { class: "fine" }, [given(step.params), step.depends_on?.length ? say("after", { steps: step.depends_on.join(", ") }) : "", step.why].filter(Boolean).map((part) => ` · ${part}`).join(""))))),
    picture ? element("p", {}, element("a", { href: picture }, say("planPicture"))) : null,
  ];
}

/** One decision of a supervised loop: after whom, who was sent, why, and what was open then. */
function round(made, say) {
  const next = made.next_agent === "guardrail" ? say("ends") : say("sent", { agent: made.next_agent });
  const open = (made.open || []).map((part) => `${part.agent} “${part.text}”`).join("; ");
  return element("p", {}, element("strong", {}, `${made.round}. ${made.current_agent || ""}`), ` → ${next}`,
    made.problem || made.reason ? element("span", { class: "fine" }, ` · ${made.problem || made.reason}`) : null,
    open ? element("span", { class: "fine" }, ` · ${say("pending")}: ${open}`) : null);
}

function tool(result, say) {
  const skipped = result.metadata?.skipped;
  const word = result.cached ? say("cached") : skipped ? `${say("notCalled")}: ${result.metadata.reason}` : result.ok ? say("worked") : say("failed");
  return element("details", { class: result.ok ? "tool ok" : "tool failed" },
    element("summary", {}, element("strong", {}, result.tool_name), ` ${word}`, result.ms ? ` · ${Math.round(result.ms)} ms` : "",
      result.server_name ? element("span", { class: "fine" }, ` · ${say("from", { server: result.server_name })}`) : null),
    result.metadata?.arguments ? element("div", {}, element("h4", {}, say("arguments")), pretty(result.metadata.arguments)) : null,
    element("div", {}, element("h4", {}, say("result")), pretty(result.error ?? result.result)));
}

function passed(handoff, say) {
  if (handoff.kind === "delegation_end") return element("p", {}, called({ specialist: handoff.from_agent, status: handoff.reason }, say));
  const words = handoff.kind === "delegation" ? "subActive" : "handing";
  return element("p", {}, say(words, { from: handoff.from_agent, to: handoff.to_agent, agent: handoff.to_agent }),
    handoff.reason ? `: ${handoff.reason}` : "", handoff.context_summary && handoff.context_summary !== handoff.reason ? element("span", { class: "fine" }, ` ${handoff.context_summary}`) : null);
}

/** Each code once, though every branch of a turn was checked: what it held or changed before what it let pass. */
function once(rails) {
  const weight = (rail) => (rail.allowed ? (rail.sanitized_text ? 1 : 0) : 2);
  const found = new Map();
  for (const rail of rails) {
    const before = found.get(rail.code);
    if (!before || weight(rail) > weight(before)) found.set(rail.code, rail);
  }
  return [...found.values()];
}

function guarded(rail, say) {
  const word = !rail.allowed ? say("refused") : rail.sanitized_text ? say("changed") : say("allowed");
  return element("p", {}, element("strong", {}, rail.code), ` ${word}`, rail.reason ? `: ${rail.reason}` : "");
}

/** Tokens and, where the model has a price, money; by model where there were several. */
function cost(meta, say) {
  const usage = meta.usage || {};
  if (usage.calls === undefined) return usage.total_tokens ? element("p", {}, inAndOut(usage, say)) : null; // what it cost is not for this reader
  if (!usage.calls) return element("p", {}, say("none"));
  const models = Object.entries(usage.by_model || {});
  const each = ([model, used]) => element("li", {}, `${model}: ${counted(used, say)}`);
  return element("div", {},
    element("p", {}, `${say("calls", usage.calls)} · ${counted(usage, say)}`, models.length === 1 ? element("span", { class: "fine" }, ` · ${models[0][0]}`) : null),
    models.length > 1 ? element("ul", { class: "fine" }, ...models.map(each)) : null);
}

function counted(used, say) {
  const unknown = used.unpriced_calls || used.cost_usd == null;
  const money = used.cost_usd ? `US$ ${Number(used.cost_usd).toLocaleString(say.language, { maximumSignificantDigits: 3 })}` : unknown ? "" : say("noPrice");
  return [inAndOut(used, say), money, unknown ? say("priceUnknown") : ""].filter(Boolean).join(" · ");
}

function inAndOut(used, say) {
  const into = used.prompt_tokens ?? 0, out = used.completion_tokens ?? 0;
  return [say("tokens", into + out), say("tokensInOut", { into, out })].join(" · ");
}

/** Where the time went. */
function times(meta, say) {
  const { total_ms: total, model_ms: model, tools_ms: tools } = meta.timings || {};
  return total ? element("p", { class: "fine" }, say("times", { total: Math.round(total), model: Math.round(model || 0), tools: Math.round(tools || 0) })) : null;
}

function pretty(value) {
  return element("pre", { tabindex: "0", dir: "ltr" }, typeof value === "string" ? value : JSON.stringify(value, null, 2));
}
