"""What is said when a turn's work ends before its time.

What was found or done until then, or what the user can do.
"""

import re
from collections.abc import Iterable, Mapping

from agents.facts import texts_of
from agents.llm.offline import templates
from agents.specs import ToolSpec
from conversations.client_tools import MARK
from conversations.turn import ToolResult
from language import days, quantities
from routing.texts import text

SENTENCES = 6
# PRT-8841: what people keep of something that was done. What a program calls a row (a UUID, a digest) is
# longer.
CODE = re.compile(r"(?=[^a-zA-Z]*[a-zA-Z])(?=\D*\d)[\w/-]{4,24}\Z")
NUMBER = re.compile(r"\d{4,24}\Z")  # may be an amount: it counts where a tool's own words tell what it is
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
    said: str = "",
) -> str:
    """One paragraph in the user's language.

    `results` are said as their tools word them; what stands in `said`, the answer so far, is not said again.
    What a model notes for its colleagues is none of it: nobody has looked at it as an answer.
    """
    found = [
        templates.sentence(result, tools.get(result.tool_name), language)
        for result in results
        if result.ok and not result.metadata.get(MARK)
    ]
    news = [each for each in dict.fromkeys(found) if each and each not in said][:SENTENCES]
    if news:
        return text("limit", language, found=" ".join(news))
    if found:
        return text("limit_said", language)
    return text("limit_nothing", language)


def tell_done(results: Iterable[ToolResult], tools: Mapping[str, ToolSpec], language: str, said: str) -> str:
    """What was done and is not `said`, as the tools word it."""
    done = [each for each in results if each.ok and each.metadata.get("side_effect")]
    told = [templates.sentence(each, tools.get(each.tool_name), language) for each in done]
    return " ".join(each for each in dict.fromkeys(told) if each and each not in said)


def tell_unnamed(
    results: Iterable[ToolResult], tools: Mapping[str, ToolSpec], language: str, said: str
) -> str:
    """What was done and a model's words do not name by the number that it got (a ticket, a protocol).

    In the tool's own words, else by the number alone: whoever agreed to something must read that it is done.
    """
    plain, told = _letters(said), []
    for each in results:
        if not (each.ok and each.metadata.get("side_effect")):
            continue
        tool = tools.get(each.tool_name)
        words = templates.say_own(each, tool, language)
        codes = _new_codes(each, numbers=bool(words))
        if codes and not any(_letters(code) in plain for code in codes):
            told.append(words or templates.say_fields(codes[0], each.tool_name, language, acted=True))
    return " ".join(each for each in dict.fromkeys(told) if each not in said)


def _new_codes(result: ToolResult, numbers: bool) -> list[str]:
    """The codes of a result, also within its records, that the call was not made with."""
    asked = _letters(" ".join(map(str, (result.metadata.get("arguments") or {}).values())))
    return [
        each
        for each in texts_of(result.result)
        if (_is_code(each) or (numbers and NUMBER.match(each))) and _letters(each) not in asked
    ]


def _is_code(value: str) -> bool:
    """Whether it is no date and no measure either: "2027-09-12T10Z", "500mb"."""
    if not CODE.match(value) or days.read_dates(value):
        return False
    return all(each.end - each.start < len(value) for each in quantities.find(value))


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def describe_actions(
    actions: Iterable[tuple[str, bool | None]], tools: Mapping[str, ToolSpec], language: str
) -> list[str]:
    """Which actions were done, and which may have been: the user must not be left to guess.

    `actions` are names of tools, each with whether it succeeded; None: nobody knows.
    """
    known = [(f"“{templates.title(tools.get(name), name, language)}”", ok) for name, ok in actions]
    done = ", ".join(sorted({title for title, ok in known if ok}))
    unknown = ", ".join(sorted({title for title, ok in known if ok is None}))
    words = [text("done_before", language, done=done)] if done else []
    return [*words, text("uncertain", language, names=unknown)] if unknown else words
