"""A prompt whose letters or words stand apart in a text: as first letters, every third word, a word for each
letter. No key is guessed: rows of letters and words, and the pattern in which signs come again, are compared.

    scattered = ScatteredText("neverpromiseagain", ("Never promise a gain.",), ("Never promise a gain.",))
    scattered.is_in("never tea promise sky a moon gain")  # True
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain

from agents.letters import LISTED, LOOKALIKES, bare_letters, letters
from agents.odd_text import is_word
from language.normalise import fold

RUN = 10  # letters that nobody has by chance in such a row
GRAM, STEP = 6, 5  # a run of `RUN` always holds one of these
STRIDES = (1, 2, 3)  # every letter or word of a row, every second, every third ...
FAR_STRIDES = range(2, 7)  # ... and of the letters of a running text
WORDS, LEAST = 4, 12  # words of a prompt's orders in such a row, and their letters
STEPS = (1, 2, 3, 4)
PATTERN = 14  # signs, each for one letter, ...
DISTINCT = range(6, 10)  # ... so many of them different: others come again so by chance
LETTERED = 24  # letters of another script, which may be a language of its own, spelled, or backwards
BITS, BITTEN = 24, 4  # signs of two or three kinds, and the runs of three that a regular row has at most
FAR = 300  # characters in which letters and words that stand apart are looked for
COLUMNS = (*range(8), -1, -2, -3)  # words of lines
PARTING = "\0"

EDGES = ".:;!?()[]{}\"'`*_“”’"  # of what a sentence ends or quotes
WORD = re.compile(r"[^\W_]+")
SINGLE = re.compile(r"(?<![^\W_])[^\W_](?![^\W_])")
TOKEN = re.compile(r"[^\s,;|/+-]+")
SENTENCE = re.compile(r"[.!?;:\n]+")
FOREIGN = re.compile(rf"(?:[^\x00-\u024f\s]\s?){{{LETTERED},}}")
UNBROKEN = re.compile(r"[^\W_]+(?: [^\W_]+)+")  # words that only blanks part
BROKEN = re.compile(r"([^\W_]+)((?:[^\S\n]*[\n|])?)")  # a word, and the line or cell that it ends


class ScatteredText:
    """What of prompts is looked for: all of their letters, and the words of their `orders` in any order."""

    def __init__(self, joined: str, texts: Sequence[str], orders: Sequence[str]) -> None:
        self._joined, self._texts, self._orders = joined, texts, orders

    def is_in(self, text: str, before: str = "") -> bool:
        """Whether a text, read with what stands `before` it, holds it."""
        near = f"{before[-FAR:]}\n{text}"
        backwards = self._joined[::-1]
        spelled = "".join(map(letters, SINGLE.findall(near)))
        return (
            self._has_letters(read_rows(text, before), f"{self._joined}{PARTING}{backwards}", RUN)
            or self._has_letters(letters(near), backwards, LETTERED)
            or self._has_letters(spelled, self._joined, LETTERED)
            or self._has_words(near, _read_lines(f"{before}\n{text}"))
            or self._has_broken_words(near)
            or self._has_pattern(near)
        )

    def _has_letters(self, rows: str, where: str, size: int) -> bool:
        found = [rows[at : at + GRAM] for at in range(len(rows) - GRAM + 1)]
        return not self._grams.isdisjoint(found) and any(
            rows[begin : begin + size] in where
            for at, gram in enumerate(found)
            if gram in self._grams
            for begin in range(max(0, at - STEP + 1), min(at, len(rows) - size) + 1)
        )

    @cached_property
    def _grams(self) -> frozenset[str]:
        both = f"{self._joined}{PARTING}{self._joined[::-1]}"
        return frozenset(both[at : at + GRAM] for at in range(0, len(both) - GRAM + 1, STEP))

    def _has_words(self, near: str, lines: Sequence[Sequence[str]]) -> bool:
        words = WORD.findall(LISTED.sub("", fold(near)))
        for step in STEPS:  # as far apart as there it is the same text, as it stands
            if any(self._rows.get(row, set()) - {step} for row in _take_rows(words, step, WORDS)):
                return True
        several = [line for line in lines if len(line) > 1]
        for column in COLUMNS:
            standing = [line[column] for line in several if -len(line) <= column < len(line)]
            if any(row in self._rows for row in _take_rows(standing, 1, WORDS)):
                return True
        return False

    def _has_broken_words(self, near: str) -> bool:
        """Whether lines or cells part words that nothing parts in an order."""
        words = BROKEN.findall(LISTED.sub("", fold(near)))
        return any(
            (one[0], two[0], three[0]) in self._triples
            for one, two, three in zip(words, words[1:], words[2:], strict=False)
            if one[1] or two[1]
        )

    @cached_property
    def _rows(self) -> Mapping[tuple[str, ...], set[int]]:
        """Words of orders, and how far apart they stand there; below nought backwards."""
        rows: dict[tuple[str, ...], set[int]] = {}
        for words in (WORD.findall(fold(sentence)) for sentence in self._orders):
            for step in STEPS:
                for row in _take_rows(words, step, WORDS):
                    rows.setdefault(row, set()).add(step)
                    rows.setdefault(row[::-1], set()).add(-step)
        return rows

    @cached_property
    def _triples(self) -> frozenset[tuple[str, ...]]:
        runs = (
            run.split() for order in self._orders for run in UNBROKEN.findall(fold(" ".join(order.split())))
        )
        return frozenset(tuple(run[at : at + 3]) for run in runs for at in range(len(run) - 2))

    def _has_pattern(self, near: str) -> bool:
        tokens = TOKEN.findall(fold(near))
        firsts = [line.split()[0] for line in near.split("\n") if line.strip()]
        rows: list[Sequence[str]] = [tokens, tokens[::2], tokens[1::2], firsts]
        return (
            any(map(_has_bits, rows))
            or any(pattern in self._patterns for row in rows for pattern in _list_patterns(row, PATTERN))
            or any(
                pattern in self._long_patterns
                for foreign in FOREIGN.findall(near)
                for written in (re.sub(r"\s", "", foreign), bare_letters(foreign))
                for pattern in _list_patterns(written, LETTERED)
            )
        )

    @cached_property
    def _patterns(self) -> frozenset[str]:
        written = chain(map(bare_letters, self._texts), (" ".join(text.split()) for text in self._texts))
        return frozenset(pattern for text in written for pattern in _list_patterns(text, PATTERN))

    @cached_property
    def _long_patterns(self) -> frozenset[str]:
        return frozenset(
            pattern for text in self._texts for pattern in _list_patterns(bare_letters(text), LETTERED)
        )


class Shapes:
    """Codes as their signs come again, in either order."""

    def __init__(self, codes: Iterable[str]) -> None:
        written = [form for code in codes for form in (fold(code), bare_letters(code))]
        self._shapes = {_shape(form[::way]) for form in written for way in (1, -1)}
        self._mixed = {tuple(sorted(form)) for form in written}
        self._sizes = {len(form) for form in written}

    def are_in(self, text: str, known: Container[str]) -> bool:
        """Whether signs that are no words stand there as those of a code, or its own are mixed; what somebody
        else has said is not looked at.
        """
        folded = fold(text)
        for piece in folded.split():
            if not is_word(piece) and piece not in known:
                for signs in (piece.strip(EDGES), bare_letters(piece)):
                    if _shape(signs) in self._shapes or tuple(sorted(signs)) in self._mixed:
                        return True
        row: list[str] = []
        for token in (*TOKEN.findall(folded), ""):
            if token and not is_word(token) and token not in known:
                row.append(token)
                continue
            for size in self._sizes:
                for at in range(len(row) - size + 1):
                    if _shape(row[at : at + size]) in self._shapes:
                        return True
            row = []
        return False


def _shape(signs: Sequence[str]) -> str:
    """In what order signs come again, the same in whatever alphabet they are written.

    >>> _shape("added") == _shape(["x9", "q2", "q2", "k5", "q2"])
    True
    """
    return "".join([chr(97 + signs.index(sign)) for sign in signs])


@lru_cache(maxsize=8)  # a sentence's are looked at for orders and for codes
def read_rows(text: str, before: str = "") -> str:
    """Rows of letters that may say something, parted: those that begin or end words, lines and sentences, and
    every second, third ... letter.

    >>> "heyo" in read_rows("Easy. Yes\\nOf", "How are")
    True
    """
    plain = LISTED.sub("", fold(f"{before}\n{text}")).translate(LOOKALIKES)
    words = WORD.findall(plain[-FAR - len(text) :])
    longer = [word for word in words if len(word) > 1]
    lines, sentences = (
        [found for part in parts if (found := WORD.findall(part))]
        for parts in (plain.split("\n"), SENTENCE.split(plain))
    )
    rows = [[word[at] for word in longer] for at in (0, 1, -1)]
    rows += [[part[0][0] for part in parts] for parts in (lines, sentences)]
    rows += [[part[-1][at] for part in parts] for parts in (lines, sentences) for at in (0, -1)]
    found = ["".join(row[first::step]) for row in rows for step in STRIDES for first in range(step)]
    single = "".join(word for word in words if len(word) == 1)
    running = "".join(words)[-RUN * FAR_STRIDES[-1] - len(text) :]
    found += [row[first::step] for row in (single, running) for step in FAR_STRIDES for first in range(step)]
    return PARTING.join(found)


def _read_lines(text: str) -> list[list[str]]:
    folded = LISTED.sub("", fold(text))
    return [found for line in folded.split("\n") if (found := WORD.findall(line))]


def _take_rows(words: Sequence[str], step: int, size: int) -> Iterator[tuple[str, ...]]:
    """Every run of so many words, `step` apart."""
    reach = step * (size - 1)
    for at in range(len(words) - reach):
        row = tuple(words[at : at + reach + 1 : step])
        if sum(map(len, row)) >= LEAST:
            yield row


def _has_bits(signs: Sequence[str]) -> bool:
    """Whether two or three signs stand there as in a code, neither alone nor in turn."""
    for at in range(0, len(signs) - BITS + 1, BITS // 2):
        window = signs[at : at + BITS]
        if (
            2 <= len(set(window)) <= 3
            and len(set(zip(window, window[1:], window[2:], strict=False))) > BITTEN
        ):
            return True
    return False


def _list_patterns(signs: Sequence[str], size: int) -> Iterator[str]:
    """In what order signs come again, the same in whatever alphabet a text is written; what is spelled in
    letters stands for itself.
    """
    for at in range(len(signs) - size + 1):
        window = signs[at : at + size]
        kinds = len(set(window))
        if size == PATTERN and kinds not in DISTINCT:
            continue
        if isinstance(window, list) and all(len(sign) == 1 and sign.isalpha() for sign in window):
            continue
        yield _shape(window)
