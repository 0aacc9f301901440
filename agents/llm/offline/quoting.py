"""Documents without a model: looks a question up, and quotes the passage that fits it best, with its source.

>>> text = "Plans start in May. Returns take seven days. Shops open at nine."
>>> passage = {"ref": 1, "text": text * 9, "title": "Handbook", "page": 3}
>>> quote(passage, "how long do returns take?", "en")[:31]
'“Returns take seven days. Shops'
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from agents.knowledge import terms
from agents.knowledge import tool_offers as documents
from agents.knowledge.citations import passages_of
from agents.llm.offline.memory import ConversationMemory
from agents.llm.offline.wording import wording
from agents.llm.request import ReleaseSlice
from conversations.turn import ToolResult
from language.closing import says_nothing

Call = tuple[str, Mapping[str, Any]]
LONGEST = 350  # characters of a quotation
SENTENCES = re.compile(r"(?<=[.!?])\s+|\n+")


def is_platforms(name: str, part: ReleaseSlice) -> bool:
    """Whether a tool is the platform's own, and not a company's that is called the same."""
    known = part.tools.get(name)
    return name in documents.KINDS and (known is None or known.server == documents.SERVER)


def look_up(offered: Iterable[str], part: ReleaseSlice, memory: ConversationMemory) -> tuple[Call, ...]:
    """The documents that a message which no intent serves is looked for in, unless it asks nothing."""
    text = part.text.strip()
    if not text or says_nothing(text) or any(name in memory.called for name in documents.KINDS):
        return ()
    tools = [name for name in documents.KINDS if name in offered and is_platforms(name, part)]
    if documents.SEARCH in tools:  # which looks into what is public as well
        tools = [name for name in tools if name != documents.PUBLIC]
    return tuple((name, {"query": text}) for name in tools)


def answer(results: Sequence[ToolResult], part: ReleaseSlice) -> str:
    """What the documents say, the best passage.

    That they say nothing, where they were asked; else nothing.
    """
    answers = [result for result in results if is_platforms(result.tool_name, part) and result.ok]
    best = max(
        (
            (each.get("score", 0.0), place, each)
            for result in answers
            for place, each in enumerate(passages_of(result.result)[:1])
        ),
        key=lambda found: found[0],
        default=None,
    )
    if best is not None:
        return quote(best[2], part.text, part.language)
    return str(wording(part.language)["nothing_in_documents"]) if answers else ""


def quote(passage: Mapping[str, Any], question: str, language: str) -> str:
    """A passage as a quotation.

    The sentences that have most of the question's words, its number, where it stands.
    """
    words = wording(language)
    page = passage.get("page")
    place = [passage.get("title"), passage.get("section"), words["page"].format(page=page) if page else ""]
    where = ", ".join(dict.fromkeys(str(each) for each in place if each))
    text = _best(str(passage["text"]), question, str(passage.get("language") or language))
    return str(words["quote"].format(text=text, ref=passage.get("ref", 1), source=where))


def _best(text: str, question: str, language: str) -> str:
    """As many sentences in a row as fit, those that have most of the question's words."""
    sentences = [each for each in SENTENCES.split(text.strip()) if each.strip()]
    if len(text) <= LONGEST or len(sentences) < 2:
        return " ".join(text.split())
    question_stems = {term for word in terms.question_terms(question, (language,)).values() for term in word}
    has = [len(question_stems & terms.stems(sentence, language)) for sentence in sentences]
    runs = []
    for first in range(len(sentences)):
        last, length = first, len(sentences[first])
        while last + 1 < len(sentences) and length + len(sentences[last + 1]) + 1 <= LONGEST:
            last += 1
            length += len(sentences[last]) + 1
        runs.append((sum(has[first : last + 1]), has[first], -first, last))
    _sum, _own, start, last = max(runs)
    return " ".join(" ".join(sentences[-start : last + 1]).split())
