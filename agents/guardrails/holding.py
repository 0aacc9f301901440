"""What holds an answer back while it is written, in people's words.

list_holding(specs, judges)       # [("GND", "sentence"), ("tone", "answer")]; nothing: it leaves word by word
"""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _

from agents.guardrails.base import Sees
from agents.guardrails.catalogue import RAILS
from agents.guardrails.gate import COARSENESS, holds_back
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


def list_holding(specs: Iterable[RailSpec], judges: Iterable[JudgeSpec] = ()) -> list[tuple[str, Sees]]:
    """The checks and judges that hold answers the most, each with how much; none where they leave word by
    word.
    """
    doubted = {spec.confirms for spec in specs if spec.confirms}
    held: list[tuple[str, Sees]] = [
        (spec.code, "answer" if spec.code in doubted else holds_back(RAILS[spec.code], spec))
        for spec in specs
        if spec.code in RAILS and spec.phase == "output"
    ]
    held += [(judge.name, "answer") for judge in judges if judge.fail_closed]
    most = max((COARSENESS[sees] for _name, sees in held), default=0)
    return [(name, sees) for name, sees in held if most and COARSENESS[sees] == most]
