"""The ladder of tiers in the reader's own language: which one decided, and what each of them saw.

>>> describe("example", {"intent": "invoice", "confidence": 0.62, "threshold": 0.81, "why": "unsure"})
['Likeliest: invoice, 62 % sure; 81 % are needed.', 'Not sure enough.']

The record keeps data; the chat says the same in `static/chat/ladder.js`.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from routing.decision.learning.samples import OUT_OF_SCOPE
from routing.decision.reasons import WHYS, as_percent, facts_in_words, rename_old_keys

Saw = Mapping[str, Any]


def describe(tier: str, saw: Saw) -> list[str]:
    """What a tier saw, in sentences; of a tier without sentences of its own as labels with texts."""
    lines = LINES.get(tier)
    if lines is not None:
        return list(lines(rename_old_keys(saw)))
    return [f"{label}: {text}" for label, text in facts_in_words(saw)]


def _keyword(saw: Saw) -> Iterator[str]:
    hits = list(saw.get("hits") or ())
    if not hits:
        yield _("No keyword.")
    for hit in hits:
        shown = {"word": hit.get("words") or hit["keyword"], "intent": intent_label(hit["intent"])}
        yield _("“%(word)s” is a keyword of %(intent)s.") % shown
    for weak in saw.get("weak") or ():
        yield f"{_doubt(weak)} {_stands(bool(weak.get('stands')))}"


def _doubt(weak: Saw) -> str:
    """Why a keyword needed the examples."""
    shown = {"word": weak["keyword"], "intent": intent_label(weak["intent"]), "text": weak.get("misleads_on")}
    if shown["text"]:
        return _("“%(word)s” of %(intent)s is weak: it would win on “%(text)s” too.") % shown
    if weak.get("cases"):
        return (
            _("“%(word)s” of %(intent)s is weak: it misleads on a message that must be routed right.") % shown
        )
    return _("“%(word)s” of %(intent)s needs the examples.") % shown


def _stands(stands: bool) -> str:
    if stands:
        return _("The examples agree, so it counts.")
    return _("The examples do not agree, so it does not count.")


def _example(saw: Saw) -> Iterator[str]:
    if saw.get("intent"):
        shown = {
            "intent": intent_label(saw["intent"]), "sure": as_percent(saw["confidence"]),
            "needed": as_percent(saw["threshold"]),
        }  # fmt: skip
        if saw["threshold"] > 1:
            yield (
                _("Likeliest: %(intent)s, %(sure)s sure; its examples are too few to be sure of it.") % shown
            )
        else:
            yield _("Likeliest: %(intent)s, %(sure)s sure; %(needed)s are needed.") % shown
    if second := saw.get("runner_up"):
        shown = {"intent": intent_label(second["intent"]), "sure": as_percent(second["confidence"])}
        yield _("Comes second: %(intent)s, %(sure)s.") % shown
    for near in saw.get("nearest") or ():
        shown = {
            "text": near["text"],
            "intent": intent_label(near["intent"]),
            "like": as_percent(near["similarity"]),
        }
        yield _("Like “%(text)s” of %(intent)s (%(like)s).") % shown
    if words := saw.get("features"):
        yield _("Words that spoke for it: %s.") % ", ".join(words)
    if why := saw.get("why"):
        text = str(WHYS.get(why, why))
        yield f"{text[:1].upper()}{text[1:]}."


def _clarification(saw: Saw) -> Iterator[str]:
    between = [intent_label(name) for name in saw.get("between") or ()]
    if len(between) > 1:
        shown = {"one": ", ".join(between[:-1]), "other": between[-1]}
        yield _("One of these is meant: %(one)s or %(other)s.") % shown
    else:
        yield _("There are no two to ask about.")


def _llm(saw: Saw) -> Iterator[str]:
    shown = {"model": saw.get("model", ""), "intent": intent_label(saw.get("named") or "")}
    if shown["intent"]:
        yield _("The model %(model)s names %(intent)s.") % shown
    if saw.get("confidence") is not None and saw.get("threshold") is not None:
        figures = {"sure": as_percent(saw["confidence"]), "needed": as_percent(saw["threshold"])}
        yield _("It is %(sure)s sure; %(needed)s are needed.") % figures
    rest = {name: saw.get(name) for name in ("because", "problem", "kept")}
    yield from (f"{label}: {text}" for label, text in facts_in_words(rest))


def _planner(saw: Saw) -> Iterator[str]:
    goals: Mapping[str, Saw] = saw.get("goals") or {}
    for goal, seen in sorted(goals.items(), key=lambda each: -each[1]["score"]):
        shown = {"words": ", ".join(seen["words"]), "goal": goal, "sure": as_percent(seen["score"])}
        yield _("“%(words)s” points to %(goal)s (%(sure)s).") % shown
    if not goals and not saw.get("answers"):
        yield _("No words of a goal.")
    rest = {name: each for name, each in saw.items() if name != "goals"}
    yield from (f"{label}: {text}" for label, text in facts_in_words(rest))


def _person(saw: Saw) -> Iterator[str]:
    if saw.get("confidence") is not None:
        figures = {"sure": as_percent(saw["confidence"]), "needed": as_percent(saw["threshold"])}
        yield _("It is %(sure)s sure; %(needed)s are needed.") % figures


LINES: Mapping[str, Callable[[Saw], Iterator[str]]] = {
    "person": _person,
    "keyword": _keyword,
    "example": _example,
    "clarification": _clarification,
    "llm": _llm,
    "planner": _planner,
}


def intent_label(intent: str) -> str:
    """An intent's name; what nobody serves in words."""
    return _("what nobody serves") if intent == OUT_OF_SCOPE else intent
