"""The judges of a turn, one after the other, over the whole answer."""

from collections.abc import Iterable, Sequence

from agents.judges.base import AboutAnswer
from agents.judges.catalogue import JUDGES
from agents.specs import JudgeSpec
from conversations.turn import JudgeResult, TurnContext


def on_answer(
    specs: Sequence[JudgeSpec], context: TurnContext, authored: Iterable[str] = ()
) -> tuple[JudgeResult, ...]:
    """A result for each judge that is switched on; `authored` are the texts that business users wrote."""
    written = tuple(authored)
    results = []
    for spec in specs:
        if spec.name not in JUDGES:
            continue
        about = AboutAnswer(
            language=context.utterance.language,
            threshold=spec.threshold,
            tool_results=context.tool_results,
            said=(context.utterance.text, context.utterance.raw, *(item.content for item in context.history)),
            authored=written,
            known=tuple(
                str(value)
                for values in (
                    context.identity.business,
                    context.state.values,
                    context.values,
                    context.context,
                )
                for value in values.values()
                if isinstance(value, str | int | float)
            ),
        )
        results.append(JUDGES[spec.name].judge(context.answer, about))
    return tuple(results)
