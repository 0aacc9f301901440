"""Writes: results as an answer, one field that was asked for, what can be helped with.

Documents without a model: looks a question up, and quotes the passage that fits it best, with its source;
where none surely answers, the nearest ones.

>>> quote({"ref": 1, "text": "Returns take seven days.", "title": "Handbook", "page": 3}, "en")
'“Returns take seven days.” [1] (Handbook, p. 3)'
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from agents.intent_slices import Target
from agents.knowledge import terms
from agents.knowledge import tool_offers as documents
from agents.knowledge.citations import is_sure, passages_of
from agents.llm.offline import templates
from agents.llm.offline.memory import ConversationMemory, name_in
from agents.llm.offline.narrowing import narrow
from agents.llm.offline.reading import ServedPart
from agents.llm.offline.templates import INTERNAL, failures, is_failure, sentence
from agents.llm.offline.wording import join, wording
from agents.llm.request import ReleaseSlice
from agents.specs import in_language
from conversations.turn import ToolResult
from language.closing import wants_nothing
from language.normalise import words as words_of
from language.spoken_languages import CODES
from language.wording import same_stem

QuoteCall = tuple[str, Mapping[str, Any]]
NEAREST = 3  # passages that are shown where none surely answers


def is_platforms(name: str, part: ReleaseSlice) -> bool:
    """Whether a tool is the platform's own, and not a company's that is called the same."""
    known = part.tools.get(name)
    return name in documents.KINDS and (known is None or known.server == documents.SERVER)


def look_up(offered: Iterable[str], part: ReleaseSlice, memory: ConversationMemory) -> tuple[QuoteCall, ...]:
    """The documents that a message which no intent serves is looked for in, unless it asks nothing."""
    text = part.text.strip()
    if (
        not text
        or part.unserved
        or wants_nothing(text)
        or any(name in memory.called for name in documents.KINDS)
    ):
        return ()
    tools = [name for name in documents.KINDS if name in offered and is_platforms(name, part)]
    if documents.SEARCH in tools:  # which looks into what is public as well
        tools = [name for name in tools if name != documents.PUBLIC]
    return tuple((name, {"query": text}) for name in tools)


def answer_from_documents(results: Sequence[ToolResult], part: ReleaseSlice) -> str:
    """What the documents say: the best passage that answers, else the nearest ones as no more than that.

    That they say nothing, where they were asked; else nothing.
    """
    answers = [result.result for result in results if is_platforms(result.tool_name, part) and result.ok]
    return quote_documents(answers, part.language) if answers else ""


def quote_beside(results: Sequence[ToolResult], part: ReleaseSlice) -> str:
    """The best passage, of documents that were asked, to stand before what would only be told again; empty
    where there is none: one whose heading names all that the message asks about ("e dá pra parcelar?":
    *Parcelamento*), or that surely answers a question of several words."""
    found = [item.result for item in results if is_platforms(item.tool_name, part) and item.ok]
    asked = list(terms.question_terms(part.text, CODES).values())
    sure = _best_passages(filter(is_sure, found)) if len(asked) > 1 else []
    passages = sure or [each for each in _best_passages(found) if _is_headed(each, asked)]
    return quote(passages[0], part.language) if passages else ""


def _is_headed(passage: Mapping[str, Any], asked: Sequence[Sequence[str]]) -> bool:
    heading = str(passage.get("section") or "").rpartition(">")[2]
    has = {term for language in CODES for term in terms.stems(heading, language)}
    return bool(asked) and all(has.intersection(each) for each in asked)


def quote_documents(answers: Sequence[Any], language: str) -> str:
    """An answer to a question from what the tools for documents brought, in words that a user reads."""
    if sure := _best_passages(filter(is_sure, answers)):
        return quote(sure[0], language)
    words = wording(language)
    if near := _best_passages(answers)[:NEAREST]:
        quotations = [f"- {quote(each, language)}" for each in near]
        return "\n".join([str(words["nearest_in_documents"]), *quotations])
    return str(words["nothing_in_documents"])


def _best_passages(answers: Iterable[Any]) -> list[Mapping[str, Any]]:
    """The passages of all answers: the first of each, those that fit best first, then the second ones.

    An answer's own order holds: of passages that fit alike, one in the user's language is told first.
    """
    found = [
        (place, -passage.get("score", 0.0), passage)
        for answer in answers
        for place, passage in enumerate(passages_of(answer))
    ]
    return [passage for _place, _score, passage in sorted(found, key=lambda each: each[:2])]


def quote(passage: Mapping[str, Any], language: str) -> str:
    """A passage as a quotation, with its number and where it stands.

    Whole: whatever is left out of it is now and then what answers (ADR 96), and it is short.
    """
    words = wording(language)
    page = passage.get("page")
    place = [passage.get("title"), passage.get("section"), words["page"].format(page=page) if page else ""]
    where = ", ".join(dict.fromkeys(str(each) for each in place if each))
    text = " ".join(str(passage["text"]).split())
    return str(words["quote"].format(text=text, ref=passage.get("ref", 1), source=where))


FOCUS_WORDS = 2
WORD = re.compile(r"[^\W_]+")


def results(found: Iterable[ToolResult], text: str, part: ReleaseSlice, memory: ConversationMemory) -> str:
    """Every result, said; when the text only asks for one field of what was told before, that field.

    Of an action with what was not found the lookup tells.
    """
    found = [item for item in found if item.metadata.get("reason") != "not_found"]
    known = [item for item in found if _was_told(item, memory, part.language)]
    if field := field_asked(text, known, part):
        return field
    fine = [item for item in found if not is_failure(item)]
    sentences = [_tell(item, text, part) for item in fine]
    sentences += failures([item for item in found if is_failure(item)], part.tools, part.language)
    return " ".join(dict.fromkeys(filter(None, sentences)))


def _tell(item: ToolResult, text: str, part: ReleaseSlice) -> str:
    if is_platforms(item.tool_name, part):
        return answer_from_documents([item], replace(part, text=text))
    named = replace(item, result=narrow(item.result, text))
    return sentence(named, part.tools.get(item.tool_name), part.language)


def field_asked(text: str, found: Sequence[ToolResult], part: ReleaseSlice) -> str:
    """ "E o vencimento?" -> "Vencimento: 10/03/2026."; empty when no single field is asked for.

    The field is called as the person called it: its own name is in no particular language. A word that
    names what a tool is about as a whole ("my plan") asks for no field.
    """
    filler = set(wording(part.language)["filler"])
    typed = [word for word in WORD.findall(text) if not filler.issuperset(words_of(word))]
    words_of_field = [word for one in typed for word in words_of(one)]
    if not 0 < len(words_of_field) <= FOCUS_WORDS:
        return ""
    for item in found:
        if not item.ok or not isinstance(item.result, Mapping) or _names_whole(words_of_field, item, part):
            continue
        given = list((item.metadata.get("arguments") or {}).values())  # nobody asks for what they said
        for name, value in item.result.items():
            own = [word for word in words_of(name.replace("_", " ")) if len(word) > 2]
            if (
                name in INTERNAL
                or value in (None, "", [], {})
                or (isinstance(value, Mapping) and not templates.is_texts(value))
                or value in given
            ):
                continue
            if own and all(any(same_stem(word, other) for other in own) for word in words_of_field):
                written_value = templates.format_value(value, part.language)
                label = templates.format_label(" ".join(typed))
                return str(wording(part.language)["field"].format(label=label, value=written_value))
    return ""


def _was_told(item: ToolResult, memory: ConversationMemory, language: str) -> bool:
    """Whether an earlier answer spoke of this record: only then a single word asks for a part of it."""
    values = item.result.values() if isinstance(item.result, Mapping) else ()
    told = [each for each in values if isinstance(each, str | float) or templates.is_texts(each)]
    written = [templates.format_value(each, language) for each in told]
    return any(
        len(each) > 2 and each in earlier_text for each in written for earlier_text in memory.said_by_us
    )


def _names_whole(names: Sequence[str], item: ToolResult, part: ReleaseSlice) -> bool:
    """Whether the words are in what the tool is called, in any language."""
    tool = part.tools.get(item.tool_name)
    named = words_of(item.tool_name.replace("_", " "))
    named += [word for title in (tool.title.values() if tool else ()) for word in words_of(title)]
    return any(same_stem(word, other) for word in names for other in named if len(other) > 2)


def can_help(part: ReleaseSlice) -> str:
    """What this specialist and those it may pass on to are for, as people would ask for it.

    Descriptions, which are written for the company and in its language, only when nobody wrote an offer.
    """
    words = wording(part.language)
    intents = [*part.intents, *(intent for target in part.targets for intent in target.intents)]
    examples = [
        f"“{in_language(intent.offer_text, part.language)}”" for intent in intents if intent.offer_text
    ]
    if examples:
        return str(words["help_like"].format(list=", ".join(dict.fromkeys(examples))))
    known = [intent.description for intent in part.intents] + [target.purpose for target in part.targets]
    offers = list(dict.fromkeys(text.strip().rstrip(".") for text in known if text.strip()))
    if not offers:
        return str(words["help_nothing"])
    return str(words["help"].format(list="; ".join(offers)))


def cannot(part: ReleaseSlice, missing: Sequence[str] = ()) -> str:
    """That nothing can be done for a matter that was understood, without what is `missing` where anything is;
    a person may be asked for.
    """
    words = wording(part.language)
    said = (
        words["cannot_without"].format(labels=join(list(missing), part.language))
        if missing
        else words["cannot_yet"]
    )
    return " ".join([str(said), *([str(words["or_person"])] if part.people else [])])


def not_understood(clauses: Iterable[str], language: str) -> str:
    """That these clauses of a message were not understood; each is to be said again."""
    said = [" ".join(clause.split()).strip("?!.,; ") for clause in clauses]
    return " ".join(wording(language)["not_understood"].format(clause=each) for each in said if each)


def not_allowed(part: ReleaseSlice) -> str:
    """What the user forbids is acknowledged: just now, or before and missing here."""
    words = wording(part.language)
    gone = [title for title in part.without if title not in part.taken_back]
    titles_by_kind = {"taken_back": list(part.taken_back), "without": gone}
    return " ".join(
        words[name].format(titles=join(titles, part.language))
        for name, titles in titles_by_kind.items()
        if titles
    )


def introduction(part: ReleaseSlice) -> str:
    """A name that was just given is taken up."""
    name = name_in(part.text)
    return str(wording(part.language)["nice_to_meet"].format(name=name)) if name else ""


def list_known_values(part: ReleaseSlice) -> list[str]:
    """A sentence with the values that the user named, where there are any."""
    named = [
        f"{in_language(part.slots[name].label, part.language) or name} {value}"
        for name, value in part.known.items()
        if name in part.slots
    ]
    sentence = wording(part.language)["summary_values"].format(values=join(named, part.language))
    return [sentence] if named else []


def handoff(target: Target, clauses: Sequence[str], answer: str, part: ReleaseSlice) -> dict[str, Any]:
    """`request_handoff` arguments: what is left, and what was found."""
    words = wording(part.language)
    summary = [words["summary"].format(said=answer) if answer else words["summary_nothing"]]
    summary += list_known_values(part)
    return {
        "target_agent": target.name,
        "reason": words["handoff_reason"].format(clause="; ".join(clauses)),
        "context_summary": " ".join(summary),
    }


def building_on(part: ReleaseSlice) -> str:
    """Begins with whoever passed control: what they answered in this turn stands above; what they only
    found is said here. Nothing is built on what failed."""
    if not part.handed or part.fruitless:
        return ""
    agent, display, summary = part.handed[-1]
    if part.said:
        return str(wording(part.language)["building_next"].format(display=display or agent))
    if not summary or summary.startswith(wording(part.language)["summary_nothing"]):
        return ""
    return str(wording(part.language)["building_on"].format(display=display or agent, summary=summary))


def of_part(part: ServedPart, memory: ConversationMemory, given: ReleaseSlice) -> list[ToolResult]:
    """This turn's results that belong to a part, in the intent's order of tools."""
    own_tools = {item.tool_name for item in given.results}
    found = [*given.results, *(item for item in memory.results if item.tool_name not in own_tools)]
    return [item for name in part.intent.tools for item in found if item.tool_name == name]
