"""MODERATION: what a moderation service says of a text, by OpenAI's `POST /moderations`, which others speak
too.

The service is the model profile of point `moderation`: its address, key and headers, encrypted, and a new
host is agreed to by a second person, as any model's.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from agents.errors import NotChecked
from agents.guardrails.base import About, AsyncRail, RowFault
from agents.llm import moderations
from agents.llm.choose import find_address
from agents.resources import Resources
from agents.specs import LLMSpec
from conversations.turn import RailDecision
from outbound.cleaning import clean_text

CODE = "MODERATION"
POINT = "moderation"
TOLD = 32_000  # letters of the text
NAMED = 10  # categories that a reason lists


class Moderation(AsyncRail):
    """Finds what the service flags. Where the row lists categories, a line each, those count whose score
    reaches the row's threshold, or the one behind a colon: `harassment: 0.3`.
    """

    code = CODE
    title = _("A moderation service's word")
    sees = "answer"
    phases = ("input", "retrieval", "tool", "output")

    async def check(self, text: str, about: About) -> RailDecision:
        assert about.kit is not None and about.spec is not None
        spec = _find_service(about.kit)
        result = await moderations.ask(spec, find_address(about.kit, spec), text[:TOLD], about.spec.seconds)
        scores = _numbers(result.get("category_scores"))
        found = read_flagged(result, scores, tuple(about.settings.get("phrases", ())), about.spec.threshold)
        classes = {name: round(scores[name], 3) for name in found if name in scores}
        metadata = {"mechanism": "service", "model": spec.name, "categories": found, "scores": classes}
        reason = f"flagged: {', '.join(found[:NAMED])}" if found else ""
        return RailDecision(CODE, not found, reason, None, metadata, about.phase)

    def check_row(self, row: Mapping[str, Any], points: Collection[str]) -> Iterator[RowFault]:
        if POINT not in points:
            yield "warning", gettext("No model is used for the moderation service: say so on a model's page.")


def read_flagged(
    result: Mapping[str, Any], scores: Mapping[str, float], lines: Sequence[str], threshold: float
) -> list[str]:
    """The categories that are found.

    >>> read_flagged({"categories": {"hate": True}}, {"hate": 0.4}, ["hate: 0.3", "violence"], 0.5)
    ['hate']
    """
    categories = result.get("categories")
    flagged = [name for name, yes in categories.items() if yes] if isinstance(categories, Mapping) else []
    if not lines:
        return flagged or (["flagged"] if result.get("flagged") else [])
    found = []
    for line in lines:
        name, _colon, least = (part.strip() for part in line.rpartition(":"))
        try:
            limit = float(least) if name else threshold
        except ValueError:  # a category whose name has a colon itself
            name, limit = line.strip(), threshold
        name = name or least
        if scores[name] >= limit if name in scores else name in flagged:
            found.append(name)
    return found


def _find_service(kit: Resources) -> LLMSpec:
    spec = kit.section.llms.get(kit.section.points.get(POINT, ""))
    if spec is None:
        raise NotChecked("no model profile is named as the moderation service")
    if kit.switches.off("model", spec.name):
        raise NotChecked("the moderation service is switched off")
    return spec


def _numbers(scores: Any) -> dict[str, float]:
    found = scores.items() if isinstance(scores, Mapping) else ()
    return {clean_text(str(name)): float(score) for name, score in found if isinstance(score, int | float)}
