"""What holds an answer back while it is written, in people's words.

list_holding(rails, judges)       # [("GND", "sentence"), ("tone", "answer")]; nothing: it leaves word by word
"""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _

from agents.guardrails.base import AnyRail, Sees
from agents.guardrails.catalogue import RAILS
from agents.guardrails.gate import COARSENESS, holds_back, list_held
from agents.specs import JudgeSpec, RailSpec

WORDS: dict[Sees, Any] = {
    "piece": _("word by word"),
    "sentence": _("sentence by sentence"),
    "answer": _("when they are whole"),
}


def words_of(code: str, phase: str, action: str) -> str:
    """How answers leave under one row alone; empty where it does not read them."""
    if phase != "output" or code not in RAILS:
        return ""
    return str(WORDS[holds_back(RAILS[code], RailSpec(code, "output", action))])


def list_holding(
    rails: Iterable[tuple[AnyRail, RailSpec]], judges: Iterable[JudgeSpec] = ()
) -> list[tuple[str, Sees]]:
    """The checks, as a gate is given them, and judges that hold answers the most, each with how much; none
    where they leave word by word.
    """
    held = list_held(rails)
    held += [(judge.name, "answer") for judge in judges if judge.fail_closed]
    most = max((COARSENESS[sees] for _name, sees in held), default=0)
    return [(name, sees) for name, sees in held if most and COARSENESS[sees] == most]
