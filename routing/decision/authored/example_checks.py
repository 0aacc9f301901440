"""What a draft's examples cannot teach, in sentences.

All of them warnings, because keywords decide as well.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from releases.errors import Problem
from routing.decision.learning.samples import OUT_OF_SCOPE
from routing.decision.learning.trained_model import LEAST

FEW = 5  # fewer examples decide hardly anything
Rows = Mapping[str, Mapping[str, Any]]  # intents by name, those in use


def check(
    intents: Rows, outside: Rows, served: Mapping[str, Sequence[str]], taught: Collection[str]
) -> Iterator[Problem]:
    """`outside` are the intents that nobody serves.

    `served` those that each profile in use serves; `taught` names the profiles that have an example of what
    nobody serves.
    """
    learning = {
        agent_id: names
        for agent_id, names in served.items()
        if sum(_has_examples(intents[name]) for name in names) >= LEAST
    }
    for agent_id in served:
        where = _("Profile '%s'") % agent_id
        if agent_id not in learning:
            sentence = _(
                "Fewer than two of its intents have examples: nothing is learnt, and keywords alone decide. "
                "Write examples for two or more."
            )
            yield Problem("warning", where, sentence)
        elif agent_id not in taught:
            sentence = _(
                "No example says what nobody serves, so anything may look like one of its intents. "
                "Add an intent that is “what nobody serves”, with examples."
            )
            yield Problem("warning", where, sentence)
    for name in dict.fromkeys(name for names in learning.values() for name in names):
        if not intents[name].get("asks_for_person"):
            yield from _few(name, len(intents[name]["examples"]))
    for name, intent in outside.items():
        yield from _outside(name, intent)
    if OUT_OF_SCOPE in intents:
        sentence = _("This name is kept for what nobody serves. Choose another one.")
        yield Problem("error", _("Intent '%s'") % OUT_OF_SCOPE, sentence)


def _has_examples(intent: Mapping[str, Any]) -> bool:
    """Whether it has some, its own or those that the platform brings along."""
    return bool(intent["examples"] or intent.get("asks_for_person"))


def _few(name: str, count: int) -> Iterator[Problem]:
    if count >= FEW:
        return
    sentence = _("It has no example: only its keywords find it. Write five or more.")
    if count:
        sentence = ngettext(
            "It has only %(n)d example, which decides hardly anything. Write five or more.",
            "It has only %(n)d examples, which decide hardly anything. Write five or more.",
            count,
        ) % {"n": count}
    yield Problem("warning", _("Intent '%s'") % name, sentence)


def _outside(name: str, intent: Mapping[str, Any]) -> Iterator[Problem]:
    where = _("Intent '%s'") % name
    if not intent["examples"]:
        sentence = _("It has no example, so it keeps nothing away. Write what people say that nobody serves.")
        yield Problem("warning", where, sentence)
    if intent["keywords"]:
        sentence = _("It is what nobody serves: its keywords have no effect. Remove them.")
        yield Problem("warning", where, sentence)
