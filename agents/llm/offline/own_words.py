"""What of a user's own words a tool is called with: a choice, a day, a number, or a text.

>>> read(tool, ["Move CR-1040, it takes too long"], {"ticket": "CR-1040"}, known, keywords)
{'reason': 'Move, it takes too long'}

An action's text is what was said about this matter, without the values that other arguments took. What is
looked up by a text is looked up by the thing that is named: the words that are left when those that ask, and
those that name the tool and the intent, are gone. Words that only name what is to be done are none.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.utils import timezone

from agents import facts
from agents.llm.request import ReleaseSlice
from agents.specs import ParameterSpec, ToolSpec, in_language
from language import clauses, day_names, slots
from language.clauses import EDGES
from language.function_words import is_small
from language.lexicon import join_languages
from language.normalise import words
from language.wording import same_stem

SHORT = 300  # characters of a user's words that are an argument; a tool that takes longer texts says so
NUMBER = re.compile(r"(?<![\w.,])\d{1,9}(?:[.,]\d{1,4})?(?![\w])")
GAP = re.compile(r"\s+")
# Words that ask and tell, greet and thank: none of them is what is asked about.
ASKING = frozenset(
    word
    for name in ("VERBS", "CHARGING", "INTERROGATIVES", "WANT", "TELL", "PLEASE", "GREETINGS", "THANKS")
    for phrase in join_languages(name)
    for word in phrase.split()
)


def read(
    tool: ToolSpec,
    lines: Sequence[str],
    arguments: Mapping[str, Any],
    known: ReleaseSlice,
    keywords: Collection[str],
) -> dict[str, Any]:
    """The free arguments that the words give, by name, beside those that are known.

    `lines` are what was said of this matter, each reply to a question a line of its own. Where several texts
    are wanted, nothing tells which words are whose: each is asked for, and has a reply's. What is optional is
    looked up only by a choice, and a long text is given whole (`needs`).
    """
    open_now = [
        each
        for each in tool.parameters
        if each.source == "free"
        and each.name not in arguments
        and (not tool.read_only or _is_looked_up_by(tool, each))
    ]
    found: dict[str, Any] = {}
    for parameter in open_now:
        if not is_text(tool, parameter) and (value := _read_value(tool, parameter, lines, known)) is not None:
            found[parameter.name] = value
    texts = [each for each in open_now if is_text(tool, each)]
    wanted = [each for each in texts if each.required]
    taken = {**arguments, **found}
    said = [each for line in lines if (each := _take_out(line, tool, taken, known))]
    if len(wanted or texts) > 1:
        own = [line for line in said[1:] if _says_more(line, tool, known, ())]
        return found | {each.name: _cut(line, tool, each) for each, line in zip(wanted, own, strict=False)}
    if tool.read_only:
        named = [_find_thing(line, tool, known, keywords) for line in said]
        # A reply may say the thing in the words of the question: "the boat".
        named += [" ".join(said[-1].split())] if len(said) > 1 and known.reply == "value" else []
        own = list(filter(None, named))[:1]
    else:
        own = [line for line in said if _says_more(line, tool, known, keywords)]
    if own and (wanted or texts):
        only = (wanted or texts)[0]
        found[only.name] = _cut("\n".join(own), tool, only)
    return found


def _cut(text: str, tool: ToolSpec, parameter: ParameterSpec) -> str:
    return text[: tool.longest_of(parameter) or SHORT].strip()


def _is_looked_up_by(tool: ToolSpec, parameter: ParameterSpec) -> bool:
    """Whether the words may say what a reading tool looks up by this parameter."""
    schema = tool.schema_of(parameter)
    long = is_text(tool, parameter) and tool.longest_of(parameter) > SHORT
    return bool(schema.get("enum")) or (parameter.required and not long)


def is_text(tool: ToolSpec, parameter: ParameterSpec) -> bool:
    """Whether a parameter takes any words: no choice, day, number, or pattern."""
    schema = tool.schema_of(parameter)
    closed = schema.get("enum") or schema.get("pattern") or schema.get("format")
    return (schema.get("type") or parameter.type) == "string" and not closed


def _read_value(tool: ToolSpec, parameter: ParameterSpec, lines: Sequence[str], known: ReleaseSlice) -> Any:
    """The value that the last line names which names one alone."""
    schema, kind = tool.schema_of(parameter), parameter.type
    for line in reversed(lines):
        if choices := schema.get("enum"):
            spoken = set(words(line))
            named = [choice for choice in choices if set(words(str(choice))) <= spoken]
        elif tool.is_day(parameter):
            named = facts.read_days(line, known.today or timezone.localdate())
        elif (schema.get("type") or kind) in ("integer", "number"):
            named = [each[0].replace(",", ".") for each in NUMBER.finditer(line)]
        elif pattern := schema.get("pattern"):
            named = slots.find_all(str(pattern).removeprefix("^").removesuffix("$"), line)
        else:
            return None
        if len(set(named)) == 1:
            return named[0]
    return None


def _take_out(line: str, tool: ToolSpec, taken: Mapping[str, Any], known: ReleaseSlice) -> str:
    """The line without the values that other arguments took, however they are written."""
    for parameter in tool.parameters:
        value = taken.get(parameter.name)
        if value is None:
            continue
        slot = known.slots.get(parameter.known_as)
        for each in slots.find_all(slot.pattern, line) if slot is not None else [str(value)]:
            place = slots.place(slot.pattern, line) if slot is not None else _place_of(each, line, known)
            if place is not None:
                line = f"{line[: place[0]].rstrip()} {line[place[1] :].lstrip()}"
    return re.sub(r"\s+(?=[,.;:!?])", "", GAP.sub(" ", line)).strip(EDGES)


def _place_of(value: str, line: str, known: ReleaseSlice) -> tuple[int, int] | None:
    """Where a value stands in a line: the same letters, or the same day."""
    if found := re.search(rf"(?<!\w){re.escape(value)}(?!\w)", line, re.IGNORECASE):
        return found.span()
    written = [(each.text, each.at) for each in facts.facts(line)]
    written += [(each.text, each.at) for each in day_names.find(line)]
    today = known.today or timezone.localdate()
    spans = ((at, at + len(text)) for text, at in written if value in facts.read_days(text, today))
    return next(spans, None)


def _find_thing(line: str, tool: ToolSpec, known: ReleaseSlice, keywords: Collection[str]) -> str:
    """The thing that a line names, as it was typed; empty where it only asks.

    What is asked goes before what is told beside it, and the last clause before the others. A keyword is the
    thing where nothing else is named: "how much are the strings?".

    >>> _find_thing("What does whitening cost, please?", price_of_treatment, known, ["how much"])
    'whitening'
    """
    said = clauses.split(line)[::-1]
    asked = [each for each in said if each.endswith("?")]
    for among in (asked, [each for each in said if each not in asked]):
        for said_of_it in (keywords, ()):
            naming = {word for text in _naming(tool, known, said_of_it) for word in words(text)}
            found = (_find_named(clause, naming) for clause in among)
            if named := next(filter(None, found), ""):
                return named
    return ""


def _find_named(clause: str, naming: Collection[str]) -> str:
    """The words of a clause from the first to the last that neither ask nor name what is done."""
    left = [
        word
        for word in clauses.tokenise(clause)
        if not (is_small(word.text) or len(word.text) == 1 or word.text in ASKING)
        and not any(same_stem(word.text, other) for other in naming)
    ]
    if not left:
        return ""
    start, end = left[0].start, left[-1].end
    for number in NUMBER.finditer(clause):  # "12.5" is one word
        start = number.start() if number.start() < start < number.end() else start
        end = number.end() if number.start() < end < number.end() else end
    return clause[start:end]


def _says_more(line: str, tool: ToolSpec, known: ReleaseSlice, keywords: Iterable[str]) -> bool:
    """Whether a line says anything but what is to be done, and to what."""
    naming = {word for text in _naming(tool, known, keywords) for word in words(text)}
    spoken = [word for word in words(line) if not is_small(word)]
    return any(not any(same_stem(word, other) for other in naming) for word in spoken)


def _naming(tool: ToolSpec, known: ReleaseSlice, keywords: Iterable[str]) -> Iterable[str]:
    """What names the action and the things that it is done to."""
    yield from keywords
    yield tool.name.replace("_", " ")
    for texts in (tool.title, tool.confirm_text):
        yield in_language(texts, known.language)
    for parameter in tool.parameters:
        yield parameter.name.replace("_", " ")
        if slot := known.slots.get(parameter.known_as):
            yield from slot.label.values()
