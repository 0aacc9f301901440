"""Tool results as sentences: by the tool's own template, else by the names of their fields.

Values are written as people of a language write them.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import cache
from typing import Any

from agents.llm.offline.wording import join, wording
from agents.specs import ToolSpec, in_language, in_words
from conversations.turn import ToolResult
from language.lexicon import join_languages
from language.normalise import normalise
from language.spoken_languages import CODES, about, write_number

SHOWN_ITEMS = 5
ISO_DATE = re.compile(
    r"(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?\Z"
)
SNAKE = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+\Z")


def format_value(item: Any, language: str) -> str:
    """One value in words.

    >>> value(1234.5, "pt"), value("2026-03-10", "es"), value(["a", "b"], "en")
    ('1.234,50', '10/03/2026', 'a and b')
    """
    if isinstance(item, bool):
        return str(wording(language)["true" if item else "false"])
    if isinstance(item, float):
        return format_number(item, language)
    if isinstance(item, str):
        return format_text(item, language)
    if isinstance(item, Mapping):
        return (
            format_text(in_language(item, language), language)
            if is_texts(item)
            else format_record(item, language)
        )
    if isinstance(item, list | tuple):
        return format_list(list(item), language)
    return "" if item is None else str(item)


def is_texts(item: Any) -> bool:
    """Whether a tool told one text in several languages.

    >>> is_texts({"pt": "paga", "en": "paid"}), is_texts({"pt": "paga", "price": 3})
    (True, False)
    """
    return (
        isinstance(item, Mapping)
        and bool(item)
        and item.keys() <= set(CODES)
        and all(isinstance(each, str) for each in item.values())
    )


def format_number(item: float, language: str) -> str:
    """Two decimals, grouped, with the language's signs."""
    return write_number(f"{item:,.2f}", language)


def format_text(item: str, language: str) -> str:
    """Dates in the language's order, codes like in_transit as words; anything else as it is."""
    found = ISO_DATE.match(item.strip())
    if found:
        year, month, day, hour, minute = found.groups()
        try:
            written = date(int(year), int(month), int(day)).strftime(about(language)["date"])
            return f"{written} {datetime(2000, 1, 1, int(hour), int(minute)):%H:%M}" if hour else written
        except ValueError:
            return item
    return item.replace("_", " ") if SNAKE.match(item) else item


def format_list(items: list[Any], language: str) -> str:
    """The first few items; records are told apart by semicolons."""
    records = [item for item in items if isinstance(item, Mapping) and not is_texts(item)]
    heading = heading_of(records) if records else ""
    written = [
        format_record(item, language, heading) if item in records else format_value(item, language)
        for item in items[:SHOWN_ITEMS]
    ]
    written = [item for item in written if item]
    more = len(items) - SHOWN_ITEMS
    if records:
        if more > 0:
            written.append(wording(language)["more"].format(count=more))
        return "; ".join(written)
    if more > 0:
        return f"{', '.join(written)} {wording(language)['more'].format(count=more)}"
    return join(written, language)


def format_record(item: Mapping[str, Any], language: str, heading: str | None = None) -> str:
    """A record inside a list: the field that names it, then the rest in brackets.

    >>> format_record({"sku": "S1", "name": "Roaming", "price": 19.9}, "en")
    'Roaming (S1, 19.90)'
    """
    filled = {key: part for key, part in item.items() if part not in (None, "", [], {})}
    heading = heading_of([item]) if heading is None else heading
    if heading in filled:
        filled = {heading: filled.pop(heading), **filled}
    shown = [format_value(part, language) for part in filled.values()]
    if not shown:
        return ""
    return f"{shown[0]} ({', '.join(shown[1:])})" if len(shown) > 1 else shown[0]


def heading_of(items: Sequence[Mapping[str, Any]]) -> str:
    """The field that names records of one kind: one that is called so, else words that tell them apart.

    Empty where their first field is a date or a number: it comes first as it stands.

    >>> heading_of([{"name": "Plan 20", "zone": "none"}, {"name": "Plan 50", "zone": "south"}])
    'name'
    >>> heading_of([{"id": "A1", "state": "new", "of": "Cup"}, {"id": "A2", "state": "new", "of": "Lid"}])
    'of'
    """
    texts = [key for key, part in items[0].items() if part and all(_is_text(each.get(key)) for each in items)]
    named = next((key for key in texts if key.casefold() in _naming_fields()), "")
    first = next((part for part in items[0].values() if part not in (None, "", [], {})), None)
    if named or not isinstance(first, str) or ISO_DATE.match(first):
        return named
    written = {key: [str(each[key]) for each in items] for key in texts}
    apart = (key for key in texts if len(set(written[key])) == len(items))
    return next((key for key in apart if not any(map(str.isdigit, "".join(written[key])))), "")


def _is_text(part: Any) -> bool:
    return (isinstance(part, str) and part != "") or is_texts(part)


@cache
def _naming_fields() -> frozenset[str]:
    return frozenset(word for language in CODES for word in wording(language)["naming_fields"])


def format_label(field: str) -> str:
    """A field's name for people: due_date -> Due date."""
    words = in_words(field)
    return words[:1].upper() + words[1:]


FIELD = re.compile(r"\{([^{}]*)\}")
SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=\S)")
SHOWN_FIELDS = 8
LONGEST_REFUSAL = 300  # letters of a tool's own words
INTERNAL = frozenset({"found", "ok", "next_state"})


def title(tool: ToolSpec | None, name: str, language: str) -> str:
    """What a tool does, for people; its name in words when nobody wrote a title."""
    return (in_language(tool.title, language) if tool else "") or in_words(name)


def busy(tool: ToolSpec | None, name: str, language: str) -> str:
    """What a tool was at when it failed: its title, which is worded as "sending the letter"."""
    title = in_language(tool.title, language) if tool else ""
    return title or str(wording(language)["busy"].format(name=in_words(name)))


def fill(template: str, values: Mapping[str, Any], language: str) -> str:
    """The template with its {fields}; a sentence whose field is missing or empty is left out.

    >>> fill("Order {id}. It comes {when}.", {"id": "A1"}, "en")
    'Order A1.'
    """
    return " ".join(filter(None, (whole(each, values, language) for each in SENTENCE_END.split(template))))


def whole(template: str, values: Mapping[str, Any], language: str) -> str:
    """The template with its {fields}; nothing when one of them is missing, empty or cannot be read.

    >>> whole("Return {id}? It costs {price.net}.", {"id": "A1"}, "en")
    ''
    """
    filled = {path: format_value(at(values, path), language) for path in FIELD.findall(template)}
    return FIELD.sub(lambda match: filled[match[1]], template) if all(filled.values()) else ""


def at(values: Any, path: str) -> Any:
    """The value at a dotted path; None when there is none."""
    for part in path.split("."):
        if isinstance(values, Mapping):
            values = values.get(part)
        elif isinstance(values, list) and part.isdigit() and int(part) < len(values):
            values = values[int(part)]
        else:
            return None
    return values


def sentence(result: ToolResult, tool: ToolSpec | None, language: str) -> str:
    """One tool result, said: found, nothing found, or uncertain."""
    words = wording(language)
    name = title(tool, result.tool_name, language)
    acted = bool(result.metadata.get("side_effect"))
    if result.metadata.get("uncertain"):
        return str(words["uncertain"].format(title=busy(tool, result.tool_name, language)))
    if is_nothing(result.result):
        own = result.result if isinstance(result.result, Mapping) and tool else {}
        sentence = fill(in_language(tool.say, language), own, language) if own and tool else ""
        return sentence or nothing(result, tool, language)
    if not isinstance(result.result, Mapping):
        return say_fields(format_value(result.result, language), name, language, acted)
    return say_own(result, tool, language) or generic(result.result, name, language, acted)


def say_own(result: ToolResult, tool: ToolSpec | None, language: str) -> str:
    """A result in its tool's own words; empty where it has none for it."""
    if tool is None or not isinstance(result.result, Mapping):
        return ""
    arguments = result.metadata.get("arguments")
    values = {**(arguments if isinstance(arguments, Mapping) else {}), **result.result}
    return fill(in_language(tool.say, language), values, language)


def say_fields(fields: str, name: str, language: str, acted: bool) -> str:
    """A result by its fields: what was looked up with the tool's title, what was done without, for a title
    says what goes on.
    """
    words = wording(language)
    if not fields:
        return str(words["done"].format(title=name))
    return str(words["acted" if acted else "result"].format(title=format_label(name), fields=fields))


def is_failure(result: ToolResult) -> bool:
    """Whether a call failed for sure; an uncertain one is told by itself."""
    return not result.ok and not result.metadata.get("uncertain")


def failures(results: Sequence[ToolResult], tools: Mapping[str, ToolSpec], language: str) -> list[str]:
    """One sentence for each way in which calls failed, with what they were for."""
    titles: dict[str, list[str]] = {}
    told: list[str] = []
    for result in results:
        if error := find_refusal(result):
            name = busy(tools.get(result.tool_name), result.tool_name, language)
            told.append(wording(language)["refused"].format(title=name, error=error))
            continue
        error, why = result.error or "", result.metadata.get("reason")
        # A value to be asked for was asked for before: what is missing here is who writes.
        missing = why in ("argument_missing", "identity_missing")
        kind = "identity_missing" if missing else "disabled" if "disabled" in error else "failed"
        titles.setdefault(kind, []).append(busy(tools.get(result.tool_name), result.tool_name, language))
    words = wording(language)
    return told + [str(words[kind].format(title=join(names, language))) for kind, names in titles.items()]


def find_refusal(result: ToolResult) -> str:
    """What a tool itself answered that did not do it, as a sentence; empty where that is none for users.

    A sentence is one line. Several are a program's (a traceback, a list of what is wrong with arguments).
    """
    error = (result.error or "").strip()
    is_sentence = "\n" not in error and len(error) <= LONGEST_REFUSAL and " " in error
    if not result.metadata.get("told") or not is_sentence:
        return ""
    return error if error[-1:] in ".!?…" else f"{error}."


def nothing(result: ToolResult, tool: ToolSpec | None, language: str) -> str:
    """Says what was looked for: the values the person named, never those of their identity."""
    words = wording(language)
    looked = result.metadata.get("arguments")
    if not isinstance(looked, Mapping):
        looked = result.result if isinstance(result.result, Mapping) else {}
    own = {parameter.name for parameter in tool.parameters if parameter.is_named} if tool else set()
    shown = [str(item) for key, item in looked.items() if key in own and isinstance(item, str | int)]
    if not shown:
        return str(words["not_found_plain"])
    return str(words["not_found"].format(values=join(shown, language)))


def is_nothing(result: Any) -> bool:
    """`{found: false}`, or nothing at all."""
    if isinstance(result, Mapping) and "found" in result:
        return not result["found"]
    return result is None or result == [] or result == {}


def generic(result: Mapping[str, Any], name: str, language: str, acted: bool = False) -> str:
    """Labels from field names, in the result's order."""
    fields = [
        f"{format_label(key)}: {format_value(item, language)}"
        for key, item in result.items()
        if key not in INTERNAL and item not in (None, "", [], {})
    ][:SHOWN_FIELDS]
    return say_fields("; ".join(fields), name, language, acted)


def write_within(name: str) -> str:
    """A description as it stands behind an article: "The plant" is "plant", "EUR in all" stays."""
    first, _space, rest = name.partition(" ")
    if rest and normalise(first) in join_languages("DETERMINERS"):
        return rest
    return f"{name[:1].lower()}{name[1:]}" if first[1:].islower() else name
