"""What a message says is not to be done, held against the words that name it: "preço da PETR4 sem avisar no telegram".

>>> text = "preço da PETR4, mas não me avise"
>>> [text[start:end] for start, end in spans(text, [(24, 32)])]
['não me avise']

A no counts for what its own clause names behind it, in a few words: not for what stands behind a comma or an "and".
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from language.detect import language
from language.lexicon import begins, first_words, join_languages
from language.lexicon.phrase import phrases, plain

Span = tuple[int, int]
NEAR = 6  # words between a no and what it forbids
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_STOP = re.compile(r"[,;.:!?…¿¡()\n]")
_BARS = first_words(join_languages("BARS"))
_CUTS = join_languages("AND") | join_languages("CONTRAST") | frozenset(plain("ou or o u"))
# "no" is a Portuguese preposition as well: it forbids before a pronoun, or a word of telling or wanting.
_BEHIND_NO = frozenset(
    plain(
        "me te le les lo la los las nos need avises avise avises avisen mandes mande manden envies envie envien notifiques "
        "notifique alertes alerte escribas escriba digas diga pongas ponga hagas haga quiero necesito hace more longer "
        "message messages notification notifications alert alerts notice"
    )
)
_WITHOUT = frozenset(plain("sem sin without"))
_DOING = re.compile(r"\w+(?:[aei]r(?:me|te|lo|la|le|nos|les|los|las)?|ndo|ing)")
_PRONOUNS = frozenset(plain("me te se nos que it any um uma un una a the"))
# "não esqueça de me avisar" wants to be told.
_FORGETTING = first_words(
    frozenset(
        phrases(
            "esqueça, esquece, esqueças, esquecer, deixe de, deixa de, deixes de, deixar de, olvides, olvide, olvidar, te olvides, "
            "se olvide, dejes de, deje de, forget, fail to, hesitate"
        )
    )
)
_WHY = (("por", "que"), ("porque",), ("why",), ("se",), ("si",), ("if",))


class _Word(NamedTuple):
    text: str
    start: int
    end: int


def spans(text: str, named: Sequence[Span], others: Sequence[Span] = ()) -> list[Span]:
    """Where the text forbids what is named at those places, from the no to the end of it; a no that speaks of
    something else (`others`) first forbids nothing behind it."""
    if not named:
        return []
    found = []
    for clause in _clauses(text):
        begin, end = clause[0].start, clause[-1].end
        inside = [span for span in named if begin <= span[0] < end]
        if not inside:
            continue
        first, last = min(inside)[0], max(inside)[1]
        start = _bar(clause, first, [span for span in others if begin <= span[0] < first])
        if start is not None:
            found.append((start, last))
        elif clause[-1].text in ("nao", "no") and clause[-1].start >= last and text[end : end + 1] != "?":
            found.append((first, end))  # "no telegram não"
        elif (
            any(word.start == first and word.text == "no" for word in clause) and language(text, None) == "en"
        ):
            found.append((first, end))  # "no telegram please": the words that name it are Portuguese
    return found


def _bar(clause: Sequence[_Word], first: int, others: Sequence[Span]) -> int | None:
    """Where the no stands that forbids what is named at `first`."""
    before = [word for word in clause if word.start < first]
    texts = [word.text for word in clause]
    for at in range(max(0, len(before) - NEAR), len(before)):
        length = begins(texts[at : at + NEAR], _BARS)
        if not length or any(start >= before[at].start for start, _end in others):
            continue
        said, rest = tuple(texts[at : at + length]), texts[at + length : at + length + 4]
        if said == ("no",) and not (rest and rest[0] in _BEHIND_NO):
            continue
        directly = at + length >= len(before)
        if said[0] in _WITHOUT and not (directly or _DOING.fullmatch(rest[0]) or rest[0] in _PRONOUNS):
            continue
        if any(begins(rest[skip:], _FORGETTING) for skip in range(2)):
            return None
        if any(tuple(texts[max(0, at - len(why)) : at]) == why for why in _WHY):
            continue
        return before[at].start
    return None


def _clauses(text: str) -> list[list[_Word]]:
    """The words between stops, "and" and "but"."""
    found: list[list[_Word]] = [[]]
    reached = 0
    for match in _WORD.finditer(text):
        word = "".join(plain(match[0]))
        if _STOP.search(text, reached, match.start()) or word in _CUTS:
            found.append([])
        if word not in _CUTS:
            found[-1].append(_Word(word, match.start(), match.end()))
        reached = match.end()
    return [clause for clause in found if clause]
