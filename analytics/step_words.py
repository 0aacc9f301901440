"""What the record keeps in English, said to a reader: the platform's own sentences in the reader's language.

>>> say_again("The model 'vet-1' did not answer in time.")
"The model 'vet-1' did not answer in time."

What is no sentence of the platform's (an answer, a tool's or a model's own words) stays as it is.
"""

import re
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext, gettext_noop, override

from agents.llm import trouble

# Summaries of steps and reasons of handoffs, as `routing` writes them.
SENTENCES = (
    gettext_noop("off"),
    gettext_noop("nothing found"),
    gettext_noop("nothing to add"),
    gettext_noop("the turn failed"),
    gettext_noop("the answer comes with the results of the calls"),
    gettext_noop("no specialist's words are in the answer"),
    gettext_noop("none switched on"),
    gettext_noop("files unread"),
    gettext_noop("not kept yet"),
    gettext_noop("asks for a person"),
    gettext_noop("The message asks for a person."),
    gettext_noop("A person was asked for, and takes this matter up."),
    gettext_noop("%(model)s: %(count)s characters"),
    gettext_noop("The turn took longer than %(seconds)s s."),
    gettext_noop("%s did not answer in time."),
    # Why a joined answer was not taken.
    gettext_noop("ended short: %s"),
    gettext_noop("invented %s"),
    gettext_noop("refused by %s"),
    gettext_noop("left out %s"),
    gettext_noop("held by %s"),
    gettext_noop("not judged: %s"),
    gettext_noop("'%(name)s' asked for %(tool)s"),
    # Why a tool was not called, or did not answer.
    gettext_noop("The same call was already made in this turn."),
    gettext_noop("There is no tool '%s' in this release."),
    gettext_noop("No time was left in this turn to call %s."),
    gettext_noop("%s took too long."),
    gettext_noop("The server '%s' has no address."),
    gettext_noop("%s has forgotten the session."),
    gettext_noop("Too many calls to %s were under way."),
    gettext_noop("%(server)s did not answer within %(seconds)g s."),
)
ABOUT_MODELS = (trouble.TOO_SLOW, trouble.OUT_OF_ORDER, trouble.BROKEN_OFF, trouble.EMPTY, trouble.RESTS)
FIELD = re.compile(r"%(?:\((\w+)\))?[sdg]")
NUMBER = re.compile(r"(%(?:\(\w+\))?)[dg]")  # what was written is text by now
HEADED = re.compile(r"\A([^\s:]+): (.+)\Z", re.DOTALL)  # "vet-1: the model …"


def say_again(sentence: str) -> str:
    """The sentence in the reader's language, where it is one of the platform's; behind a name, too."""
    headed = HEADED.match(sentence)
    if headed and (said := _find(headed[2])):
        return f"{headed[1]}: {said}"
    return _find(sentence) or sentence


def _find(sentence: str) -> str:
    for template in _list_templates():
        if found := _pattern(template).fullmatch(sentence):
            values: Any = found.groupdict() or found.groups()
            said = gettext(template)
            return NUMBER.sub(r"\1s", said) % values if FIELD.search(template) else said
    return ""


@lru_cache(maxsize=1)
def _list_templates() -> tuple[str, ...]:
    with override("en"):
        return (*map(str, ABOUT_MODELS), *SENTENCES)


@lru_cache(maxsize=64)
def _pattern(template: str) -> re.Pattern[str]:
    """What a sentence with its values looks like."""
    parts = [re.escape(text) for text in FIELD.split(template)[::2]]
    names: list[str | None] = FIELD.findall(template)
    fields = [f"(?P<{name}>.+?)" if name else "(.+?)" for name in names]
    return re.compile("".join(part for pair in zip(parts, [*fields, ""], strict=True) for part in pair))
