"""A decision in the reader's own language. The record keeps data, and one English sentence for programs."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from language.embedder.errors import WHYS as NO_VECTORS
from routing.decision import plugin_tiers
from routing.decision.input import find_tier

METHODS: Mapping[str, Any] = {
    "state": _("reply to the question"),
    "person": _("asks for a person"),
    "memory": _("what is remembered"),
    "keyword": _("keyword"),
    "example": _("example"),
    "llm": _("model"),
    "value": _("a value that is looked up"),
    "fallback": _("nobody else fitted"),
    "forced": _("forced"),
    "sticky": _("goes on with who is speaking"),
    "clarification": _("the user is asked which"),
    "clarified": _("the user chose"),
    "handoff": _("handoff"),
    "supervisor": _("supervisor"),
    "supervised": _("supervisor, one after the other"),
    "single": _("single agent"),
    "coordinator": _("coordinator"),
    "planner": _("planner"),
    "skipped": _("not decided"),
    # Only in the record (`routing.decision.method_column`): what fell back although it was understood.
    "out_of_scope": _("nobody serves this"),
    "switched_off": _("the intent is switched off"),
    # And what was routed, and got nothing but what can be done here.
    "not_served": _("understood, and not served"),
    **plugin_tiers.titles(),
}

MEMORY: Mapping[str, Any] = {
    "known": _("The user asks what is remembered of them."),
    "kept": _("The user says what is to be remembered, and nothing else."),
    "forgotten": _("The user wants something forgotten."),
}

# What a message says about a permission answers no question, though the tier of replies reads it.
TOLD: Mapping[str, Any] = {
    "revoked": _("permission taken back"),
    "refused": _("permission refused"),
    "asked": _("permission to be asked for again"),
}

PERMISSIONS: Mapping[str, Any] = {
    "revoked": _("The user takes back the permission %(name)s."),
    "refused": _("The user does not give the permission %(name)s."),
    "asked": _("The user says to ask for the permission %(name)s again."),
}

PEOPLE: Mapping[str, Any] = {
    "waits": _("A person was asked for, and takes this matter up: the agents leave it alone."),
    "goes_on": _("The user goes on with the agents."),
}

ENDS: Mapping[str, Any] = {
    "stopped_by_guard": _("the loop guard"),
    "agent_steps": _("the step limit of a specialist"),
    "rounds": _("the limit of rounds"),
    "length": _("the model's limit of length"),
    "content_filter": _("the model's content filter"),
    "interrupted": _("the model's answer broke off"),
    "model_failed": _("the model failed behind a tool"),
    "tool_error": _("a tool failed"),
    "client_tools": _("calls of the caller's own tools"),
}

FACTS: Mapping[str, Any] = {
    "question": _("question"),
    "reply": _("answer"),
    "agent": _("specialist"),
    "state": _("state"),
    "hits": _("keywords"),
    "waiting": _("waits for an answer"),
    "words": _("number of words"),
    "active_agent": _("is speaking"),
    "plan": _("work on it"),
    "left_out": _("beyond the limit"),
    "open": _("left open"),
    "model": _("model"),
    "named": _("names"),
    "confidence": _("confidence"),
    "threshold": _("sure enough from"),
    "problem": _("why it does not count"),
    "kept": _("known from the same message before"),
    "why": _("because"),
    "because": _("because"),
    "intent": _("intent"),
    "runner_up": _("comes second"),
    "nearest": _("nearest examples"),
    "features": _("words that spoke for it"),
    "between": _("one of these two"),
    "weak": _("keywords that need the examples to agree"),
    "chose": _("chose"),
    "message": _("message"),
    "specialist_share": _("share of the specialist"),
}

# Why the examples did not decide.
WHYS: Mapping[str, Any] = {
    "not_learnt": _("nothing has been learnt from the examples yet"),
    "unreadable": _("what was learnt from the examples cannot be read; it is learnt again"),
    "says_nothing": _("the message has no matter of its own"),
    "unsure": _("not sure enough"),
    "out_of_scope": _("nobody serves this"),
    "switched_off": _("the intent is switched off"),
    "value_at_hand": _("a value that the matter at hand looks up"),
    "same_matter": _("the matter of the open question"),
    "goes_on": _("it goes on with the matter at hand"),
    **NO_VECTORS,
}


# Keys of records that were written before 2026-12, under today's names.
_OLD_KEYS = {"sureness": "confidence", "likeness": "similarity"}


def rename_old_keys(record: Any) -> Any:
    """A part of a record, whenever it was written, with today's keys.

    >>> rename_old_keys({"nearest": [{"likeness": 0.7}]})
    {'nearest': [{'similarity': 0.7}]}
    """
    if isinstance(record, Mapping):
        return {_OLD_KEYS.get(key, key): rename_old_keys(value) for key, value in record.items()}
    return [rename_old_keys(each) for each in record] if isinstance(record, list | tuple) else record


def method_in_words(name: str) -> str:
    """How a route was decided, for people.

    >>> method_in_words("fallback")
    'nobody else fitted'
    """
    return str(METHODS.get(name, name))


def explain_decided(decision: Mapping[str, Any]) -> str:
    """How a recorded decision was made, for people; more exact than its method alone.

    >>> explain_decided({"method": "state", "metadata": {"permission": "revoked"}})
    'permission taken back'
    """
    label = TOLD.get((decision.get("metadata") or {}).get("permission", ""))
    return str(label) if label else method_in_words(decision.get("method", ""))


def facts_in_words(saw: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What a tier saw, as pairs of a label and a text; what it did not see is left out.

    >>> hit = {"keyword": "fatura", "words": "Fatura", "intent": "invoice"}
    >>> facts_in_words({"hits": [hit], "reply": None})
    [('keywords', 'Fatura → invoice')]
    """
    return [
        (str(FACTS.get(name, name)), _fact(value)) for name, value in rename_old_keys(saw).items() if value
    ]


def _fact(value: Any) -> str:
    if value is True:
        return gettext("yes")
    if isinstance(value, list | tuple):
        return ", ".join(map(_fact, value))
    if isinstance(value, Mapping):
        return _line(value)
    return str(WHYS.get(value, value))


def _line(value: Mapping[str, Any]) -> str:
    """One line of what a tier saw: a keyword, a weak one, an example, or the intent that comes second."""
    if "intent" not in value:
        return str(dict(value))
    if "stands" in value:
        verdict = gettext("the examples agree") if value["stands"] else gettext("the examples do not agree")
        wrong = gettext("misleads on “%s”") % value["misleads_on"] if value["misleads_on"] else ""
        if not wrong and value.get("cases"):
            wrong = gettext("misleads on a message that must be routed right")
        return f"{value['keyword']} → {value['intent']} ({'; '.join(filter(None, (verdict, wrong)))})"
    words = f"“{value['text']}”" if "text" in value else value.get("words", "")
    share = value.get("similarity", value.get("confidence"))
    figure = f" ({as_percent(share)})" if share is not None else ""
    return f"{words} → {value['intent']}{figure}" if words else f"{value['intent']}{figure}"


def as_percent(share: float | None) -> str:
    """A share of 0..1 as people write it.

    >>> as_percent(0.624)
    '62 %'
    """
    return "–" if share is None else f"{share * 100:.0f} %"


def confidence_in_words(decision: Mapping[str, Any]) -> str:
    """How sure a recorded decision was; empty where it was none between intents.

    >>> confidence_in_words({"method": "keyword", "confidence": 0.93})
    'Confidence: 93 %'
    """
    tier = find_tier(decision.get("method", ""))
    # Theirs is a share of messages that are decided rightly (ADR 88).
    if not (tier.sure and tier.by_words) or decision.get("confidence") is None:
        return ""
    return gettext("Confidence: %(share)s") % {"share": as_percent(decision["confidence"])}


def list_matched(decision: Mapping[str, Any]) -> list[str]:
    """The keywords behind a recorded decision; of a plan, those of all its specialists.

    >>> list_matched({"metadata": {"matched_keywords": {"billing": ["fatura"], "orders": ["pedido"]}}})
    ['fatura', 'pedido']
    """
    facts = decision.get("metadata") or {}
    words = facts.get("matched_keywords") or ()
    every = (
        words if not isinstance(words, Mapping) else [word for _, each in _sort_named(facts) for word in each]
    )
    return list(dict.fromkeys(map(str, every)))


def _sort_named(facts: Mapping[str, Any]) -> list[tuple[str, list[str]]]:
    """The specialists of a plan with their keywords, in the plan's order: PostgreSQL keeps none in JSON."""
    words, order = facts.get("matched_keywords") or {}, list(facts.get("agents") or ())
    return sorted(words.items(), key=lambda each: order.index(each[0]) if each[0] in order else len(order))


def because(decision: Mapping[str, Any]) -> str:
    """Why this specialist, out of a recorded decision; its own sentence where the data does not tell.

    >>> because({"method": "keyword", "intent": "invoice", "metadata": {"matched_keywords": ["fatura"]}})
    '“fatura” points to invoice.'
    """
    method, facts = decision.get("method", ""), rename_old_keys(decision.get("metadata") or {})
    values = {"agent": decision.get("agent", ""), "intent": decision.get("intent", "")}
    words = list_matched(decision)
    if method == "keyword" and words:
        values["words"] = ", ".join(words)
        if facts.get("examples_agree"):
            return gettext("“%(words)s” points to %(intent)s, and the examples agree.") % values
        if second := facts.get("runner_up"):
            values |= {"other": second.get("keyword", ""), "second": second.get("intent", "")}
            return gettext("“%(words)s” points to %(intent)s, before “%(other)s” of %(second)s.") % values
        return gettext("“%(words)s” points to %(intent)s.") % values
    if sentence := PEOPLE.get(facts.get("person", "")):
        return str(sentence)
    if method == "state":
        if permission := PERMISSIONS.get(facts.get("permission", "")):
            return str(permission) % {"name": facts.get("name", "")}
        if facts.get("resumes"):
            return gettext("Takes up “%(text)s”, which was still open.") % {"text": facts["resumes"]}
        if facts.get("reply"):
            return gettext("The message answers the question of %(agent)s.") % values
        return gettext("Nothing decides it, and %(agent)s waits for an answer.") % values
    if method in ("example", "clarification", "clarified"):
        return _by_examples(method, facts, values)
    if method == "fallback":
        if facts.get("intent_output"):
            return gettext("No goal of a domain fits: what can be asked for is listed.")
        if facts.get("out_of_scope"):
            sentence = gettext("The examples say that nobody serves this: %(agent)s says what is served.")
            return " ".join(filter(None, (sentence % values, _explain_overruled(facts))))
        if facts.get("follows"):
            return gettext("Nothing decides it, and short: %(agent)s, who is speaking, goes on.") % values
        return gettext("Nothing decides it: %(agent)s answers what nobody else is sure of.") % values
    if method == "value":
        return gettext("Nothing decides it, but a value that %(intent)s looks up.") % values
    if method == "person":
        sure = as_percent(facts.get("confidence"))
        return gettext("The message asks for a person (%(sure)s sure).") % {"sure": sure}
    if method == "memory":
        return str(MEMORY[facts["memory"]])
    if method == "supervisor":
        named = _sort_named(facts)
        if not named:
            return gettext("Nothing decides it: the specialist who answers what nobody else is sure of.")
        examples = facts.get("examples") or {}
        values["words"] = "; ".join(
            f"{agent} ({', '.join(words) or _near(examples.get(agent))})" for agent, words in named
        )
        return gettext("The message names these at once: %(words)s.") % values
    if method == "llm":
        values["model"] = facts.get("model", "")
        return gettext("No other tier was sure, and the model %(model)s reads it as %(intent)s.") % values
    if method == "coordinator":
        if facts.get("called_in"):
            return gettext("%(agent)s was called in, and has the word until it ends.") % values
        return gettext("The coordinator has the word.")
    if method == "single":
        return gettext("The single agent answers everything outside the rollout.")
    return str(decision.get("reason") or "")


def _by_examples(method: str, facts: Mapping[str, Any], values: dict[str, Any]) -> str:
    """Why the examples decided, whom the user is asked about, or what they chose."""
    if method == "clarification":
        values["both"] = " | ".join(map(str, facts.get("labels") or facts.get("between") or ()))
        return gettext("The examples leave several, and the user is asked which: %(both)s") % values
    if method == "clarified":
        values["message"] = facts.get("message", "")
        return gettext("The user chose %(intent)s for “%(message)s”.") % values
    sentence = gettext("The message is like the examples of %(intent)s.")
    if near := _nearest(facts, values["intent"]):
        values |= {"near": near}
        values |= {name: as_percent(facts.get(name)) for name in ("confidence", "threshold")}
        sentence = gettext(
            "Like “%(near)s”, an example of %(intent)s (confidence %(confidence)s, needed %(threshold)s)."
        )
    return " ".join(filter(None, (sentence % values, _explain_overruled(facts))))


def _nearest(facts: Mapping[str, Any], intent: str) -> str:
    """The example of an intent that is most like the message; nothing where none was recorded."""
    return next((str(each["text"]) for each in facts.get("nearest") or () if each["intent"] == intent), "")


def _near(facts: Mapping[str, Any] | None) -> str:
    """What named a specialist of a plan that no keyword names."""
    near = _nearest(facts, str(facts.get("intent"))) if facts else ""
    return gettext("like “%(near)s”") % {"near": near} if near else gettext("its examples")


def _explain_overruled(facts: Mapping[str, Any]) -> str:
    """The keyword that would have decided, had the examples said nothing.

    A model's record has no keyword there.
    """
    other = facts.get("otherwise")
    if not isinstance(other, Mapping):
        return ""
    values = {"word": other.get("keyword", ""), "second": other.get("intent", "")}
    return gettext("By its keyword “%(word)s” alone it would be %(second)s.") % values
