"""What of a user's own words a tool is called with: a choice, a day, a time, a number, or a text.

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

from agents.argument_schemas import items_of, type_of
from agents.llm.offline import choices, codes, counts, free_texts, lists, names
from agents.llm.request import ReleaseSlice
from agents.parameter_kinds import kind_of, when_of
from agents.specs import ParameterSpec, ToolSpec, in_language
from conversations.turn import Option
from language import (
    clauses,
    clock_times,
    days,
    instead,
    month_names,
    options,
    quantities,
    slots,
)
from language.acts.questions import is_question
from language.ellipsis import is_elliptic
from language.function_words import is_small
from language.lexicon import begins, first_words, join_languages
from language.normalise import either, words
from language.wording import same_stem

SHORT = 300  # characters of a user's words that are an argument; a tool that takes longer texts says so
PARTS = re.compile(rf"[,;.!?]\s|\b(?:{either(join_languages('CONTRAST'))})\b", re.IGNORECASE)
PAUSES = first_words(join_languages("UNSURE"))  # "wait, what does ... cost?" asks about no wait
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
    looked up only by a choice, a day or a time, and a long text is given whole (`needs`).
    """
    open_now = [
        each
        for each in tool.parameters
        if each.source == "free"
        and each.name not in arguments
        and (not tool.read_only or _is_looked_up_by(tool, each))
    ]
    shared = choices.read_shared(tool, open_now, lines, known.wanted)
    found = {name: value for name, value in shared.items() if value is not None}
    for parameter in open_now:
        if tool.is_text(parameter) or parameter.name in shared:
            continue
        if (value := _read_value(tool, parameter, lines, known)) is not None:
            found[parameter.name] = value
    for line in reversed(lines) if tool.read_only else ():
        found = {**counts.read_counted(tool, line, known.language), **found}
    taken = {**arguments, **found}
    said = [each for line in lines if (each := take_out(line, tool, taken, known))]
    called = {} if tool.read_only else read_called(tool, open_now, said, known, keywords)
    found |= called
    said = [each for line in said if (each := take_out(line, tool, called, known))] if called else said
    open_texts = [each for each in open_now if tool.is_text(each)]
    texts = [each for each in open_texts if tool.read_only or not kind_of(tool, each)]
    wanted = [each for each in texts if each.required]
    several = len([each for each in open_texts if each.required] or texts) > 1
    if known.wanted is not None:
        replied = (each for each in texts if each.name == known.wanted)
        replies = [told for line in said if (told := _read_reply(line, known))]
        if tool.read_only:  # a reply may say the thing in the words of the question: "the boat"
            replies = [_find_thing(each, tool, known, keywords) or _say_anything(each) for each in replies]
            replies = list(filter(None, replies))
        return found | {each.name: _cut(replies[-1], tool, each) for each in replied if replies}
    if several:
        own = [line for line in said[1:] if _says_more(line, tool, known, ())]
        return found | {each.name: _cut(line, tool, each) for each, line in zip(wanted, own, strict=False)}
    if tool.read_only:
        named = [_find_thing(line, tool, known, keywords) for line in said]
        # A reply may say the thing in the words of the question: "the boat".
        named += [_say_anything(said[-1])] if len(said) > 1 and known.reply == "value" else []
        own = list(filter(None, named))
        own = own[-1:] if is_elliptic(known.text) else own[:1]
    else:
        own = list(_find_told(said, tool, known, keywords))
    if own and (wanted or texts):
        only = (wanted or texts)[0]
        found[only.name] = _cut("\n".join(own), tool, only)
    return found


def read_called(
    tool: ToolSpec,
    open_now: Sequence[ParameterSpec],
    said: Sequence[str],
    known: ReleaseSlice,
    keywords: Collection[str],
) -> dict[str, str]:
    """The names and things that an action is to be done with, by parameter: what the last line says of them.

    Of several names only the one that was asked for, whose reply may say it in small letters.
    """
    kinds = {each.name: kind_of(tool, each) for each in open_now}
    naming = {word for text in _naming(tool, known, keywords) for word in words(text) if not is_small(word)}
    found: dict[str, str] = {}
    for parameter in open_now:
        kind, replied = kinds[parameter.name], parameter.name == known.wanted
        alone = list(kinds.values()).count(kind) == 1 if kind else False
        if not kind or not (replied or alone):
            continue
        for line in reversed(said):
            if kind == "name":
                named = find_corrected(line, tool, naming, replied)
            elif known.wanted and not replied:
                named = ""  # what is said of another value names no thing
            else:
                named = _find_told_thing(line, tool, known, keywords, replied)
            if named:
                found[parameter.name] = _cut(named, tool, parameter)
                break
    return found


def find_corrected(line: str, tool: ToolSpec, naming: Collection[str], replied: bool) -> str:
    """The name that a line says, or says instead."""
    told = instead.read_instead(line) if instead.corrects_plainly(line) else line
    return names.find(told, tool, naming, replied)


def _find_told_thing(
    line: str, tool: ToolSpec, known: ReleaseSlice, keywords: Collection[str], replied: bool
) -> str:
    """The thing that a line names for an action: a reply says it as it is, and no question does."""
    told = " ".join(each for each in clauses.split(line) if not is_question(each))
    if replied:
        return _find_thing(told, tool, known, keywords) or _say_anything(_read_reply(told, known))
    about = [
        word
        for each in tool.parameters
        for word in words(f"{each.name} {tool.label_of(each, known.language)}")
    ]
    naming = (*keywords, *(word for word in about if not is_small(word)))
    told = free_texts.find_content(
        told, {word for text in _naming(tool, known, naming) for word in words(text)}
    )
    return _find_thing(told, tool, known, naming)


def _say_anything(line: str) -> str:
    """The line, unless it asks something or is made of small words alone: "and for?"."""
    return "" if is_question(line) or all(map(is_small, words(line))) else " ".join(line.split())


def _cut(text: str, tool: ToolSpec, parameter: ParameterSpec) -> str:
    return text[: tool.longest_of(parameter) or SHORT].strip()


def _read_reply(line: str, known: ReleaseSlice) -> str:
    """What a reply to a question for a text says; of a correction what it says instead, if that is no number
    alone.
    """
    if not instead.corrects_plainly(line) and known.reply != "change":
        return line
    told = instead.read_instead(line)
    return "" if told.isdigit() else told


def _find_told(
    said: Sequence[str], tool: ToolSpec, known: ReleaseSlice, keywords: Collection[str]
) -> Iterable[str]:
    """Of each line what it says for an action's text, without the order; a letter's lines as they are."""
    naming = {word for text in _naming(tool, known, keywords) for word in words(text)}
    verb = next(iter(words(in_language(tool.title, known.language))), "")
    for line in said:
        if _works_on_text(known):
            yield from [line] if _says_more(line, tool, known, keywords) else []
        elif told := free_texts.find_content(line, naming, verb):
            yield told


def _works_on_text(known: ReleaseSlice) -> bool:
    return any(intent.takes_text and intent.name == known.decided_intent for intent in known.intents)


def _is_looked_up_by(tool: ToolSpec, parameter: ParameterSpec) -> bool:
    """Whether the words may say what a reading tool looks up by this parameter."""
    schema = tool.schema_of(parameter)
    long = tool.is_text(parameter) and tool.longest_of(parameter) > SHORT
    when = (
        tool.is_day(parameter) or tool.is_time(parameter) or (tool.is_month(parameter) and parameter.required)
    )
    return bool(schema.get("enum")) or when or (parameter.required and not long)


def _read_code(lines: Sequence[str], known: ReleaseSlice) -> str | None:
    """The one code that the last line with any names; of a reply to the question for it its only word."""
    named = next((found for line in reversed(lines) if (found := codes.find_all(line))), [])
    if not named and len(lines) > 1 and known.reply == "value":
        named = lines[-1].split()
    return named[0] if len(set(named)) == 1 else None


def _read_value(tool: ToolSpec, parameter: ParameterSpec, lines: Sequence[str], known: ReleaseSlice) -> Any:
    """The value that the last line names which names one alone."""
    schema, kind = tool.schema_of(parameter), parameter.type
    if tool.is_code(parameter) and not schema.get("enum") and not schema.get("pattern"):
        return _read_code(lines, known)
    if type_of(schema, kind) == "array":
        return _read_list(lines, items_of(schema).get("enum"), parameter.name == known.wanted)
    for line in reversed(lines):
        if listed := schema.get("enum"):
            named = find_choices(listed, line)
            if not named and parameter.name == known.wanted:
                picked = options.match(line, [Option(str(each), str(each)) for each in listed])
                named = [picked.value] if picked is not None else []
        elif tool.is_day(parameter):
            by_the_way = tool.read_only and not parameter.required
            today = known.today or timezone.localdate()
            when = when_of(tool, parameter)
            named = (
                days.read_sought(line, today) if by_the_way else days.read(line, today, known.language, when)
            )
        elif tool.is_time(parameter):
            named = clock_times.read(line)
            if not named and known.wanted:
                named = clock_times.read_bare(line, parameter.name == known.wanted)
        elif tool.is_month(parameter):
            named = month_names.read(line, known.today or timezone.localdate())
        elif (schema.get("type") or kind) in ("integer", "number"):
            named = counts.read_numbers(tool, parameter, line, known.language, parameter.name == known.wanted)
            if len(set(named)) > 1 and (counted := counts.read_one(tool, parameter, line, known.language)):
                named = [counted]
        elif pattern := schema.get("pattern"):
            named = slots.find_all(slots.strip_anchors(str(pattern)), line)
        else:
            return None
        if len(set(named)) == 1:
            return named[0]
    return None


def _read_list(lines: Sequence[str], listed: Sequence[Any] | None, replied: bool) -> list[Any] | None:
    """Several texts: the choices that the last line names, else what a reply to the question lists."""
    last = lines[-1] if lines else ""
    if listed:
        return _leave_refused(find_choices(listed, last), last) or None
    return (lists.read(last) or None) if replied and not is_question(last) else None


def _leave_refused(named: Sequence[Any], line: str) -> list[Any]:
    """The choices that a line names and does not say to leave out: "without the starter, only soup"."""
    refused = join_languages("WITHOUT") | join_languages("NOT_TO")
    kept: list[Any] = []
    for part in PARTS.split(line):
        spoken = words(part)
        out = next((at for at, word in enumerate(spoken) if word in refused), len(spoken))
        kept += [each for each in named if set(words(str(each))) <= set(spoken[:out])]
    return [each for each in named if each in kept]


def find_choices(listed: Iterable[Any], line: str) -> list[Any]:
    """The choices that a line names, each by all of its words: one of signs alone ("+") is named by none."""
    spoken = set(words(line))
    return [choice for choice in listed if (named := set(words(str(choice)))) and named <= spoken]


def take_out(line: str, tool: ToolSpec, taken: Mapping[str, Any], known: ReleaseSlice) -> str:
    """The line without the values that other arguments took, however they are written.

    And, of a tool that wants a day or a time, without all that names one.
    """
    for parameter in tool.parameters:
        value = taken.get(parameter.name)
        if value is None:
            continue
        slot, values = known.slots.get(parameter.known_as), value if isinstance(value, list) else [value]
        for each in slots.find_all(slot.pattern, line) if slot is not None else map(str, values):
            place = slots.place(slot.pattern, line) if slot is not None else _place_of(each, line, known)
            if place is not None:
                line = counts.without(line, *place)
    return counts.take_out_when(
        line, any(map(tool.is_time, tool.parameters)), any(map(tool.is_day, tool.parameters))
    )


def _place_of(value: str, line: str, known: ReleaseSlice) -> tuple[int, int] | None:
    """Where a value stands in a line: the same letters, or the same day or time."""
    if found := re.search(rf"(?<!\w){re.escape(value)}(?!\w)", line, re.IGNORECASE):
        return found.span()
    for time in clock_times.find(line):
        if time.value == value:
            return time.start, time.end
    for number in quantities.find(line, known.language):
        if quantities.write(number.value) == value:
            return number.start, number.end
    today = known.today or timezone.localdate()
    named = (
        place
        for place in days.list_spans(line)
        if value in days.read(line[slice(*place)], today, known.language, "any")
    )
    place = next(named, None)
    return days.widen(line, *place) if place is not None else None


def _find_thing(line: str, tool: ToolSpec, known: ReleaseSlice, keywords: Collection[str]) -> str:
    """The thing that a line names, as it was typed; empty where it only asks.

    What is asked goes before what is told beside it, and the last clause before the others. A keyword is the
    thing where nothing else is named, and nothing else needed: "how much are the strings?".

    >>> _find_thing("What does whitening cost, please?", price_of_treatment, known, ["how much"])
    'whitening'
    """
    said = clauses.split(line)[::-1]
    asked = [each for each in said if each.endswith("?")]
    alone = sum(each.required and not each.is_of_writer for each in tool.parameters) < 2
    for among in (asked, [each for each in said if each not in asked]):
        for said_of_it in (keywords, ()) if alone else (keywords,):
            naming = {word for text in _naming(tool, known, said_of_it) for word in words(text)}
            found = (_find_named(clause, naming) for clause in among)
            if named := next(filter(None, found), ""):
                return named
    return ""


def _find_named(clause: str, naming: Collection[str]) -> str:
    """The words of a clause from the first to the last that neither ask nor name what is done."""
    spoken = clauses.tokenise(clause)
    left = [
        word
        for word in spoken[begins([word.text for word in spoken], PAUSES) :]
        if not (is_small(word.text) or len(word.text) == 1 or word.text in ASKING)
        and not any(same_stem(word.text, other) for other in naming)
    ]
    if not left:
        return ""
    start, end = left[0].start, left[-1].end
    for number in quantities.DIGITS.finditer(clause):  # "12.5" is one word
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
