/** What each tier saw, in sentences; the Studio says the same (`routing/decision/ladder.py`). */
import { element } from "./element.js";

const ALWAYS_FIRST = ["state", "keyword"]; // tiers that are shown even where they were not asked
const OUT_OF_SCOPE = "out_of_scope";

/** All tiers in their order: which answered, what each saw, which were not needed. */
export function ladder(tiers, say) {
  const names = [...new Set([...ALWAYS_FIRST, ...tiers.map((tier) => tier.tier), "fallback"])];
  const rungs = names.map((name) => {
    const tier = tiers.find((one) => one.tier === name);
    const outcome = tier ? tier.outcome : "notAsked";
    const lines = tier ? saw(name, tier.saw || {}, say) : [];
    return element("li", { class: `tier ${outcome}` }, element("strong", {}, say(name)), ` ${say(outcome)}`,
      lines.length ? element("ul", { class: "saw" }, ...lines.map((line) => element("li", { dir: "auto" }, line))) : null);
  });
  return element("ol", { class: "ladder" }, ...rungs);
}

/** The sentences of one tier; of a tier without sentences of its own its facts, each with its name. */
function saw(tier, seen, say) {
  return (LINES[tier] || facts)(today(seen), say).filter(Boolean);
}

const OLD_KEYS = { sureness: "confidence", likeness: "similarity" }; // of records written before 2026-12

/** A part of a record, whenever it was written, with today's keys. */
function today(record) {
  if (Array.isArray(record)) return record.map(today);
  if (typeof record !== "object" || record === null) return record;
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [OLD_KEYS[key] || key, today(value)]));
}

const LINES = {
  state(seen, say) {
    if (seen.open) return [say("sawOpen", { agent: seen.agent, text: seen.open })];
    if (!seen.question) return [say("sawNoQuestion")];
    return [say("sawQuestion", { agent: seen.agent }), say(seen.reply ? "sawReply" : "sawNoReply")];
  },
  person(seen, say) {
    return [typeof seen.confidence === "number" ? say("sawSure", { sure: share(seen.confidence, say), needed: share(seen.threshold, say) }) : ""];
  },
  keyword(seen, say) {
    const hits = (seen.hits || []).map((hit) => say("sawKeyword", { word: hit.words || hit.keyword, intent: named(hit.intent, say) }));
    return [...(hits.length ? hits : [say("sawNoKeyword")]), ...(seen.weak || []).map((weak) => doubt(weak, say))];
  },
  example(seen, say) {
    const figures = { intent: named(seen.intent, say), sure: share(seen.confidence, say), needed: share(seen.threshold, say) };
    const second = seen.runner_up;
    return [
      seen.intent ? say(seen.threshold > 1 ? "sawNever" : "sawLikeliest", figures) : "",
      second ? say("sawSecond", { intent: named(second.intent, say), sure: share(second.confidence, say) }) : "",
      ...(seen.nearest || []).map((near) => say("sawNear", { text: near.text, intent: named(near.intent, say), like: share(near.similarity, say) })),
      seen.features?.length ? say("sawFeatures", { words: seen.features.join(", ") }) : "",
      seen.why ? say(`unsure_${seen.why}`) : "",
    ];
  },
  llm(seen, say) {
    return [
      seen.named ? say("sawModel", { model: seen.model, intent: named(seen.named, say) }) : "",
      typeof seen.confidence === "number" && typeof seen.threshold === "number" ? say("sawSure", { sure: share(seen.confidence, say), needed: share(seen.threshold, say) }) : "",
      seen.because, seen.problem, seen.kept ? say("sawKept") : "",
    ];
  },
  clarification(seen, say) {
    const between = (seen.between || []).map((name) => named(name, say)), other = between.pop();
    return [between.length ? say("sawBetween", { one: between.join(", "), other }) : say("sawNoTwo")];
  },
  clarified(seen, say) {
    return [say("sawChose", { intent: named(seen.chose, say), message: seen.message })];
  },
  supervisor(seen, say) {
    return [seen.plan?.length ? say("sawPlan", { agents: seen.plan.join(", ") }) : "", seen.left_out?.length ? say("sawLeftOut", { agents: seen.left_out.join(", ") }) : ""];
  },
  planner(seen, say) {
    const { goals = {}, ...rest } = seen;
    const ranked = Object.entries(goals).sort(([, one], [, other]) => other.score - one.score);
    const lines = ranked.map(([goal, { words, score }]) => say("sawGoal", { words: words.join(", "), goal, sure: share(score, say) }));
    return [...(lines.length || seen.answers ? lines : [say("sawNoGoal")]), ...facts(rest, say)];
  },
  fallback(seen, say) {
    if (seen.waiting) return [say("sawQuestion", { agent: seen.waiting })];
    return [typeof seen.words === "number" ? say("sawWords", seen.words) : "", seen.active_agent ? say("sawSpeaking", { agent: seen.active_agent }) : ""];
  },
};

/** Why a keyword needed the examples, and whether it counts. */
function doubt(weak, say) {
  const why = weak.misleads_on ? "sawWeak" : weak.cases ? "sawCase" : "sawDoubt";
  const said = say(why, { word: weak.keyword, intent: named(weak.intent, say), text: weak.misleads_on || "" });
  return `${said} ${say(weak.stands ? "sawAgree" : "sawDisagree")}`;
}

function facts(seen) {
  return Object.entries(seen).filter(([, value]) => ["string", "number"].includes(typeof value) && value !== "").map((fact) => fact.join(": "));
}

function named(intent, say) {
  return intent === OUT_OF_SCOPE ? say("nobodyServes") : intent || "";
}

export function share(value, say) {
  return typeof value === "number" ? value.toLocaleString(say.language, { style: "percent", maximumFractionDigits: 0 }) : "";
}
