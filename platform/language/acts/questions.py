"""Whether a message asks or wishes something, by how its clauses begin; of any length.

>>> is_question("sim, mas qual o valor"), is_question("pode fazer, tá?"), wishes("olá, preciso de ajuda")
(True, False, True)
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from language.acts.closed_list import read_closed, spell_out
from language.acts.grammar import kinds_of
from language.acts.lists import ReplyLists, lists
from language.clauses import tells_to_do
from language.lexicon import begins
from language.lexicon.phrase import plain

LOOKED_AT = 2000  # characters of a message that are searched for a question
_CLAUSE = re.compile(r"[^,.;:!?\n…]+")
_TO_MARK = re.compile(r"[^.;!?\n…]*\?")
_OPENS = 12  # words of a clause within which it must have begun


@lru_cache(maxsize=1024)
def is_question(text: str) -> bool:
    """Whether the message asks something: a question mark, a question word, "pode me dizer ..."."""
    text = text[:LOOKED_AT]
    closed = read_closed(text)
    if closed is not None and not closed.rest and closed.kind != "unsure":
        return False
    if "?" in text:
        return bool(plain(text))
    return any(begins(_skip_lead(words, each, each.lets), each.asks) for each, words in _clauses(text))


def keep_mark(piece: str, text: str) -> str:
    """A piece of a text with the question mark that its sentence ends with, where it asks.

    >>> text = "how much is it and cancel trip T-12?"
    >>> keep_mark("how much is it", text), keep_mark("cancel trip T-12", text)
    ('how much is it?', 'cancel trip T-12')
    """
    at = text.find(piece)
    marked = at >= 0 and piece[-1:].isalnum() and _TO_MARK.match(text, at + len(piece))
    return f"{piece}?" if marked and is_question(piece) else piece


@lru_cache(maxsize=1024)
def wishes(text: str) -> bool:
    """Whether a clause of the message begins by wanting something.

    "quero ...", "olá, preciso ...", "I would like".
    """
    return any(
        begins(_skip_lead(words, each, ()), each.wants) > 0 and not _denies(words, each)
        for each, words in _clauses(text[:LOOKED_AT])
    )


def requests_something(text: str) -> bool:
    """Whether a text asks, wishes, or tells somebody to do something.

    >>> requests_something("anula la salida"), requests_something("llegó roto")
    (True, False)
    """
    return is_question(text) or wishes(text) or tells_to_do(text)


def adds_something(text: str) -> bool:
    """Whether a text says that it is about one thing more: "and also two tickets"."""
    return any(
        begins(words[at:], each.also)
        for each in lists().values()
        for words in [plain(text[:LOOKED_AT])]
        for at in range(len(words))
    )


def list_hedges() -> frozenset[str]:
    """Words of people who are not sure: "acho", "quizás", "maybe"."""
    return frozenset(word for each in lists().values() for word in each.hedges)


def only_yes(text: str) -> bool:
    """Whether nothing but a yes is said that can be no name: "sim", "yes, yes".

    "vale" and "claro" can be one.
    """
    tokens = plain(text)
    return bool(tokens) and any(each.bare.issuperset(tokens) for each in lists().values())


def _clauses(text: str) -> Iterator[tuple[ReplyLists, list[str]]]:
    for clause in _CLAUSE.findall(text):
        if words := plain(clause)[:_OPENS]:
            for each in lists().values():
                yield each, spell_out(words, each)


def _denies(words: Sequence[str], each: ReplyLists) -> bool:
    """Whether a clause begins with a no: "não quero nada"."""
    return "refuses" in kinds_of(words[:1], each)


def _skip_lead(words: Sequence[str], each: ReplyLists, also: object) -> Sequence[str]:
    """The clause behind what leads into it, up to where it asks or wishes."""
    while words and not begins(words, each.asks) and not (not also and begins(words, each.wants)):
        length = begins(words, each.leads) or (begins(words, each.lets) if also else 0)
        if not length:
            break
        words = words[length:]
    return words
