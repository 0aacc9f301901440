"""What a correction says instead, and what it says beside a yes.

>>> read_instead("não, é 65"), read_instead("na verdade é Rua das Flores 65"), read_instead("non, c'est 65")
('65', 'Rua das Flores 65', '65')
>>> is_conditional("sim, mas só se chegar até sexta"), is_conditional("sim, se puder")
(True, False)
"""

import re
from functools import lru_cache

from language import number_words
from language.acts.closed_list import read_closed
from language.acts.reading import read_act
from language.clauses import EDGES, Word, tokenise
from language.function_words import FILE, TO, is_small
from language.language_data import load, split
from language.lexicon import begins, first_words, join_languages, join_words
from language.lexicon.phrase import plain
from language.normalise import normalise
from language.spoken_languages import CODES

LONGEST = 300  # characters of a correction
# What stands in front of what is meant: "no, wait", "actually", "I mean", "é", "it is".
_LEADS = first_words(
    frozenset().union(
        *map(join_languages, ("NEGATE", "CORRECTED", "RATHER", "CONTRAST", "SOFT", "MEANT", "LEADS"))
    )
)
_CORRECTED = first_words(join_languages("CORRECTED"))
_MARKS = first_words(join_languages("CORRECTED") | join_languages("RATHER"))
_IS = frozenset(split(",".join(load(code, "lexicon")["it_is"] for code in CODES)))
_WAITS = join_words("CORRECTED", "RATHER")
_OWNED = join_languages("DETERMINERS")
_TO_WHERE = join_languages("TO_WHERE")
_ARTICLES = join_words("ARTICLES", file=FILE)
_ENDS = first_words(join_languages("PLEASE") | join_languages("THANKS"))
_CONDITIONS = first_words(join_languages("CONDITIONS") | join_languages("ONLY_IF"))
_BUT = first_words(join_languages("BUT_WORD"))
_CLAUSE = re.compile(r"[^,.;:!?\n…]+")
_POLITE = first_words(join_languages("POLITE_CONDITIONS"))


@lru_cache(maxsize=1024)
def corrects(text: str) -> bool:
    """Whether a message says something else instead of what was said: "no, wait", "não, é no galpão".

    >>> corrects("não, espera, é outro código"), corrects("no, the blue house"), corrects("não, ele desistiu")
    (True, True, False)
    """
    closed = read_closed(text[:LONGEST])
    if closed is not None and not closed.rest:
        return False
    if read_act(text).kind == "correction":
        return True
    said = plain(text[:LONGEST])
    if begins(said, _CORRECTED):
        return True
    if closed is None or closed.kind != "no":
        return False
    rest = closed.rest.split()
    leads = bool(rest) and (rest[0].lower() in _IS or (normalise(rest[0]) in _ARTICLES and rest[0].isascii()))
    # "no, for Ana", but "no, for now"
    leads |= len(rest) > 1 and normalise(rest[0]) in TO and rest[1][0].isupper()
    return leads and bool(read_instead(text))


def corrects_plainly(text: str) -> bool:
    """Whether it says so in front: "no, ...", "I mean", "actually"; a value alone may look like a correction.

    >>> corrects_plainly("não, é 65"), corrects_plainly("04/12")
    (True, False)
    """
    closed = read_closed(text[:LONGEST])
    refuses = closed is not None and closed.kind == "no"
    return (refuses or begins(plain(text[:LONGEST]), _MARKS) > 0) and corrects(text)


def read_instead(text: str) -> str:
    """The words that a correction puts in place of others, as they were typed; empty where it names none."""
    found = tokenise(text[:LONGEST].replace("*", "x"))  # what is masked says something, too
    spoken = [word.text for word in found]
    at = 0
    while at < len(found):
        if length := begins(spoken[at:], _LEADS):
            at += length
        elif spoken[at] in _WAITS or (is_small(spoken[at]) and not _is_count(spoken[at])):
            at += 1
        else:
            break
    return cut(text, found, at)


def _is_count(word: str) -> bool:
    """Whether a word is a number and no article: "três", not "um"."""
    return any(each.value > 1 for each in number_words.find(word))


def cut(text: str, found: list[Word], at: int) -> str:
    """A text from its word `at` on, with the article or owner before that, without thanks at its end."""
    if at >= len(found):
        return ""
    for outer in (False, True):  # "o meu trabalho"; of "a la esquina" the article alone
        before = found[at - 1] if at else None
        if before is None or text[before.end : found[at].start].strip():
            break
        if before.text not in _OWNED or not text[before.start : before.end].isascii():
            break
        leads = before.text in _TO_WHERE and at > 1  # "a": an article in Portuguese alone
        if leads and not text[found[at - 2].end : before.start].strip():
            break
        if outer and (before.text not in _ARTICLES or found[at].text in _ARTICLES):
            break
        at -= 1
    end = len(found)
    for last in range(at + 1, len(found)):
        if begins([word.text for word in found[last:]], _ENDS) == len(found) - last:
            end = last
            break
    stop = len(text) if end == len(found) else found[end - 1].end
    return text[found[at].start : stop].strip(EDGES + ".!?¿¡")


def is_conditional(text: str) -> bool:
    """Whether a message says under which condition it agrees; a courtesy is none, nor "sí" or "no sé".

    >>> is_conditional("sabés qué, sí, reservalo"), is_conditional("si, pero si llega hoy")
    (False, True)
    """
    closed = read_closed(text[:LONGEST])
    said = text[:LONGEST] if closed is None else closed.rest
    return any(map(_has_condition, _CLAUSE.findall(said)))


def _has_condition(clause: str) -> bool:
    found = tokenise(clause)
    spoken = [word.text for word in found]
    for at, word in enumerate(found):
        length = begins(spoken[at:], _CONDITIONS)
        accented = length == 1 and clause[word.start : word.end].casefold() != word.text
        behind = spoken[at + length :]
        if length and behind and not accented and not begins(behind, _POLITE) and not begins(behind, _BUT):
            return True
    return False
