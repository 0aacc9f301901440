"""The judges of a turn, one after the other, over the whole answer."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from agents import grounds, plugin_settings
from agents.judges.base import AboutAnswer
from agents.judges.catalogue import JUDGES
from agents.specs import JudgeSpec
from conversations.turn import JudgeResult, TurnContext

logger = logging.getLogger(__name__)


def on_answer(
    specs: Sequence[JudgeSpec],
    context: TurnContext,
    authored: Iterable[str] = (),
    plugins: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
) -> tuple[JudgeResult, ...]:
    """A result for each judge that is switched on; `authored` are the texts that business users wrote,
    `plugins` what the company says of packages' judges."""
    written = tuple(authored)
    results = []
    for spec in specs:
        if spec.name not in JUDGES:
            continue
        about = AboutAnswer(
            language=context.request.utterance.language,
            threshold=spec.threshold,
            tool_results=context.work.tool_results,
            said=grounds.of_conversation(context),
            authored=written,
            settings=plugin_settings.filled(JUDGES[spec.name], plugins.get(f"judges:{spec.name}", {})),
        )
        try:
            results.append(JUDGES[spec.name].judge(context.outcome.answer, about))
        except Exception:  # of somebody else's package: an answer that was given stays
            logger.exception("Judge %s failed.", spec.name)
    return tuple(results)
