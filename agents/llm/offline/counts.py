"""The numbers of a line that a tool is called with: counted, measured, in words; none of a time or a day.

>>> read_counted(tool, "three nights from Friday for two people", "en")
{'people': '2'}
"""

import re
from functools import lru_cache

from agents.parameter_kinds import texts_of
from agents.specs import ParameterSpec, ToolSpec
from language import clock_times, days, number_words, quantities
from language.clauses import EDGES
from language.function_words import FILE, is_small
from language.lexicon import join_words
from language.normalise import normalise, words
from language.wording import same_stem

LONGEST = 8000  # characters of a message that are read; the event loop waits meanwhile
BEFORE = 40  # letters before a value in which a word that leads to it stands, and behind it what it counts
GAP = re.compile(r"\s+")
LAST_WORD = re.compile(r"([^\W\d_]+)\s+$")
NEXT_WORD = re.compile(r"\s+([^\W\d_]+)")
MOMENTS = ("s", "min", "day")
BEFORE_VALUES = join_words("ARTICLES", "BEFORE_PLACES", "INSIDE_NAMES", file=FILE)


def read_numbers(
    tool: ToolSpec, parameter: ParameterSpec, line: str, language: str, replied: bool = False
) -> list[str]:
    """The numbers of a line that a parameter may be, in its own unit where one stands beside them.

    What is measured in another unit than the parameter's is turned into it. What is measured where the
    parameter says no unit is its value only in a reply to the question for it (`replied`); what is of
    another kind is none.
    """
    wanted = quantities.find_unit(texts_of(tool, parameter))
    if quantities.convert(1, wanted, "min") is None:
        line = take_out_when(line)
    found = [each for each in quantities.find(line, language) if replied or not _is_no_count(each, line)]
    if not all(each.whole for each in found):
        return []  # a part of a number is never its value: it is asked for
    turned = [quantities.convert(each.value, each.unit, wanted) for each in found if each.unit and wanted]
    measured = [value for value in turned if value is not None]
    bare = [each.value for each in found if not each.unit]
    if not wanted and not bare:  # "10%" of a discount that does not say what it is told in
        bare = [each.value for each in found if quantities.is_plain(each.unit)]
    as_said = [each.value for each in found] if replied and not wanted else []
    return list(map(quantities.write, measured or bare or as_said))


def read_counted(tool: ToolSpec, line: str, language: str) -> dict[str, str]:
    """The optional numbers of a look-up that a line counts in the parameter's own words: "for two people"."""
    found = {
        each.name: read_one(tool, each, line, language)
        for each in tool.parameters
        if each.source == "free" and not each.required and each.type in ("integer", "number")
    }
    return {name: value for name, value in found.items() if value}


def read_one(tool: ToolSpec, parameter: ParameterSpec, line: str, language: str) -> str:
    """The one number that a line counts in a parameter's words; empty where it counts none, or several."""
    about = f"{parameter.name.replace('_', ' ')} {parameter.description}"
    about += f" {tool.schema_of(parameter).get('description', '')}"
    named = [word for word in words(about) if not is_small(word)]
    numbers = _list_counted(line, language)
    counted = {value for value, noun in numbers if any(same_stem(noun, word) for word in named)}
    return counted.pop() if len(counted) == 1 else ""


@lru_cache(maxsize=16)  # each number that a tool wants is read of the same line
def _list_counted(line: str, language: str) -> list[tuple[str, str]]:
    """The numbers of a line that have a word behind them, each with that word, each pair once."""
    line = take_out_when(line[:LONGEST])
    found = (
        (quantities.write(each.value), next(iter(words(line[each.end : each.end + BEFORE])), ""))
        for each in quantities.find(line, language)
    )
    return list(dict.fromkeys((value, noun) for value, noun in found if noun))


def _is_no_count(number: quantities.Quantity, line: str) -> bool:
    """Whether number words say no number: a name ("Três Rios"), thanks ("mil gracias"), a moment ("só um
    minuto"), nothing at all ("zero tolerance").
    """
    if not number.in_words:
        return False
    behind = NEXT_WORD.match(line, number.end)
    if number.unit:
        return number.value == 1 and number.unit in MOMENTS
    if behind is not None and line[number.start].isupper() and behind[1][0].isupper():
        return not line.isupper()
    if number.value >= number_words.THOUSAND:
        before = line[max(0, number.start - BEFORE) : number.start].split()[-2:]  # "thanks a million"
        around = [*before, behind[1] if behind is not None else ""]
        return any(quantities.is_uncounted(normalise(word)) for word in around if word.isalpha())
    return number.value == 0


@lru_cache(maxsize=16)  # each number that a tool wants is read of the same line
def take_out_when(line: str, timed: bool = True, dated: bool = True) -> str:
    """The line without all that names a time of day, or a day."""
    for time in reversed(clock_times.find(line)) if timed else ():
        line = without(line, *days.widen(line, time.start, time.end))
    for start, end in reversed(days.find_places(line)) if dated else ():
        line = without(line, start, end)
    line = re.sub(r"\s+(?=[,.;:!?])", "", GAP.sub(" ", line)).rstrip(EDGES)
    left = line.lstrip(EDGES)
    return f"-{left}" if left[:1].isdigit() and line.endswith(f"-{left}") else left  # "-5" is no five


def without(line: str, start: int, end: int) -> str:
    """The line without a value and the small words that only lead to it: "da BR123"."""
    while (before := LAST_WORD.search(line, max(0, start - BEFORE), start)) and (
        normalise(before[1]) in BEFORE_VALUES
    ):
        start = before.start(1)
    return f"{line[:start].rstrip()} {line[end:].lstrip()}"
