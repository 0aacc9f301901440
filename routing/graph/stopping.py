"""What is said when a limit ends a turn's work: what was found until then, or what the user can do."""

from collections.abc import Iterable, Mapping

from agents.llm.offline import templates
from agents.specs import ToolSpec
from conversations.turn import Json, ToolResult
from routing.texts import text

SENTENCES = 6


def summary(
    results: Iterable[ToolResult],
    tools: Mapping[str, ToolSpec],
    language: str,
    noted: Iterable[Json] = (),
    said: str = "",
) -> str:
    """One paragraph in the user's language.

    `results` are said as their tools word them; `noted` are findings in a specialist's own words, used
    where no tool found anything; what stands in `said`, the answer so far, is not said again.
    """
    found = [
        templates.sentence(result, tools.get(result.tool_name), language) for result in results if result.ok
    ]
    found = found or [each for each in noted if isinstance(each, str)]
    news = [each for each in dict.fromkeys(found) if each and each not in said][:SENTENCES]
    if news:
        return text("limit", language, found=" ".join(news))
    if found:
        return text("limit_said", language)
    return text("limit_nothing", language)
