"""What a message says is not to be done, held against the words that name it.

"preço da PETR4 sem avisar no telegram".

>>> text = "preço da PETR4, mas não me avise"
>>> [text[start:end] for start, end in spans(text, [(24, 32)])]
['não me avise']

A no counts for what its own clause names behind it, in a few words: not for what stands behind a comma or an
"and".
"""

import re
from collections.abc import Sequence

from language.clauses import Word
from language.detect import in_its_sense, language
from language.function_words import FILE
from language.lexicon import LANGUAGES, begins, first_words, join_languages
from language.lexicon.phrase import WORD, plain

Span = tuple[int, int]
NEAR = 6  # words between a no and what it forbids
_WORD = re.compile(WORD, re.IGNORECASE)
_STOP = re.compile(r"[,;.:!?…¿¡()\n]")
_BAR_PHRASES = join_languages("BARS")
_BARS = first_words(_BAR_PHRASES)
_CONTRAST = join_languages("CONTRAST")
_CUTS = join_languages("AND") | _CONTRAST | join_languages("OR", FILE)
# A no that is an ordinary word of another language ("no" in Portuguese) forbids before these only.
_AMBIGUOUS = _BAR_PHRASES & join_languages("BEFORE_PLACES", FILE)
_BEHIND_NO = join_languages("BEHIND_NO")
_WITHOUT = join_languages("WITHOUT")
_DOING = re.compile("|".join(
    rf"\w+(?:{'|'.join(lists.DOING)})(?:{'|'.join(lists.BEHIND_DOING)})?" for lists in LANGUAGES.values()
))  # fmt: skip
_BESIDE_WITHOUT = join_languages("BESIDE_WITHOUT")
_FORGETTING = first_words(join_languages("FORGETTING"))  # "não esqueça de me avisar" wants to be told
_IS_TOLD = tuple(tuple(phrase.split()) for phrase in join_languages("NO_IS_TOLD"))
_AT_END = join_languages("NO_AT_END")


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
        elif clause[-1].text in _AT_END and clause[-1].start >= last and text[end : end + 1] != "?":
            found.append((first, end))  # "no telegram não"
        elif any(word.start == first and _is_no(word.text, text) for word in clause):
            found.append((first, end))  # "no telegram please": the words that name it are Portuguese
    return found


def _is_no(word: str, text: str) -> bool:
    """Whether a word is a no before a name in the language of the text."""
    owners = [code for code, lists in LANGUAGES.items() if word in lists.NO_BEFORE_NAME]
    return bool(owners) and language(text, None) in owners


def _bar(clause: Sequence[Word], first: int, others: Sequence[Span]) -> int | None:
    """Where the no stands that forbids what is named at `first`."""
    before = [word for word in clause if word.start < first]
    texts = [word.text for word in clause]
    for at in range(max(0, len(before) - NEAR), len(before)):
        length = begins(texts[at : at + NEAR], _BARS)
        if not length or any(start >= before[at].start for start, _end in others):
            continue
        bar, rest = tuple(texts[at : at + length]), texts[at + length : at + length + 4]
        if bar[0] in _AMBIGUOUS and length == 1 and not (rest and rest[0] in _BEHIND_NO):
            continue
        directly = at + length >= len(before)
        if bar[0] in _WITHOUT and not (directly or _DOING.fullmatch(rest[0]) or rest[0] in _BESIDE_WITHOUT):
            continue
        if any(begins(rest[skip:], _FORGETTING) for skip in range(2)):
            return None
        if any(tuple(texts[max(0, at - len(why)) : at]) == why for why in _IS_TOLD):
            continue
        return before[at].start
    return None


def _clauses(text: str) -> list[list[Word]]:
    """The words between stops, "and" and "but"."""
    found: list[list[Word]] = [[]]
    reached = 0
    for match in _WORD.finditer(text):
        word = "".join(plain(match[0]))
        cuts = word in _CUTS and (word not in _CONTRAST or in_its_sense(word, "CONTRAST", text))
        if cuts or _STOP.search(text, reached, match.start()):
            found.append([])
        if not cuts:
            found[-1].append(Word(word, match.start(), match.end()))
        reached = match.end()
    return [clause for clause in found if clause]
