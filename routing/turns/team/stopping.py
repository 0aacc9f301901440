"""What is said when a turn's work ends before its time.

What was found or done until then, or what the user can do.
"""

from collections.abc import Iterable, Mapping

from agents.llm.offline import templates
from agents.specs import ToolSpec
from conversations.client_tools import MARK
from conversations.turn import Json, ToolResult
from routing.texts import text

SENTENCES = 6
# How a model's answer ended that is not whole: said behind what it wrote, or in its place.
SHORT = {
    "length": ("cut_at_length", "limit_nothing"),
    "content_filter": ("cut_by_filter", "refused"),
    "interrupted": ("broken_off", "apology"),
}


def explain_short(how: str, partly: bool, language: str) -> str:
    """The sentence that tells users that an answer is not whole; `partly`: something of it was."""
    return text(SHORT[how][0 if partly else 1], language)


def summarise(
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
        templates.sentence(result, tools.get(result.tool_name), language)
        for result in results
        if result.ok and not result.metadata.get(MARK)
    ]
    found = found or [each for each in noted if isinstance(each, str)]
    news = [each for each in dict.fromkeys(found) if each and each not in said][:SENTENCES]
    if news:
        return text("limit", language, found=" ".join(news))
    if found:
        return text("limit_said", language)
    return text("limit_nothing", language)


def describe_actions(
    actions: Iterable[tuple[str, bool | None]], tools: Mapping[str, ToolSpec], language: str
) -> list[str]:
    """Which actions were done, and which may have been: the user must not be left to guess.

    `actions` are names of tools, each with whether it succeeded; None: nobody knows.
    """
    known = [(templates.title(tools.get(name), name, language), ok) for name, ok in actions]
    done = ", ".join(sorted({title for title, ok in known if ok}))
    unknown = ", ".join(sorted({title for title, ok in known if ok is None}))
    words = [text("done_before", language, done=done)] if done else []
    return [*words, text("uncertain", language, names=unknown)] if unknown else words
