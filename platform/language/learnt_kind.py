"""Whether a text is of one kind, in any words: learnt from phrases that are and phrases that are not.

>>> PERSON.share("Quero falar com um atendente") > 0.9, PERSON.share("Ya hablé con un agente ayer") > 0.9
(True, False)

A linear model over words, pairs and runs of letters, as for dialogue acts (`language.acts.learning`), and
what the text means, where this installation has the encoder of its own process. The phrases are a file a
language; what was learnt is written beside them (`python -m language.learnt_kind` writes what is older than
they are), and a test says when it is.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path

import numpy as np

from language import language_data
from language.acts import learning as acts
from language.acts.learning import MOST_WORDS, Floats, fit, row, softmax
from language.acts.lists import ACT
from language.embedder import BUNDLED, load_bundled
from language.lexicon import join_languages
from language.lexicon.phrase import plain

SURE = 0.9  # a share from which on a text counts as of the kind where it is refused for it
HARDLY = 0.05  # by its spelling alone: what is below it is not worth the encoder's milliseconds
# What stands before a topic is of the kind from such a share on, by its spelling and with its meaning.
SPOKEN, PLAINLY = 0.7, 0.95
LEAST_WORDS = 2  # of what stands before a topic
LIKELIEST = 12  # clauses by their spelling, of which the meaning is asked
MEANING = 2.0  # how much the meaning counts beside the spelling
REPLIES = ("yes", "no", "cancel", "unsure", "question", "correction")  # acts that are of no kind but a reply
_CLAUSE = re.compile(r"(?:[^,.;:!?\n]|[,.;:](?=\S))+[?]?")  # "ana@example.com" is one word
_WORD = re.compile(r"\S+")
_ABOUT = re.compile(rf"\s+(?=(?:{'|'.join(map(re.escape, sorted(join_languages('ABOUT'))))})\s)", re.I)


@dataclass(frozen=True)
class LearntKind:
    """One kind: `name` is its files', `kinds` their two lists, the wanted one first.

    `filled` a list whose entries take the place of a mark in a phrase: {"{person}": "people"}; `beside`
    further kinds whose phrases are none of this one; `replies` the acts of answers that are none of it;
    `has_topics` whether what comes before a topic is read by itself, too: "a person" of "a person about it".
    """

    name: str
    kinds: tuple[str, str]
    filled: Mapping[str, str]
    beside: tuple["LearntKind", ...] = ()
    replies: tuple[str, ...] = REPLIES
    has_topics: bool = False

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def file(self) -> Path:
        """Where what was learnt lies."""
        return language_data.DATA / f"{self.name}.npz"

    def share(self, text: str, embedder: str = BUNDLED, plainly: bool = True) -> float:
        """How likely a text is of the kind, 0 to 1: the likeliest of its clauses, or the whole.

        `embedder` is the installation's (`settings.EMBEDDER`). What stands before a topic must be of the kind
        `plainly`: "quiero hablar" may go on in any way.
        """
        parts = [text, *split(text)]
        heads = [head for part in parts for head in _heads(part)] if self.has_topics else []
        if not plainly:
            return self._likeliest([*parts, *heads], embedder)
        likely = self._likeliest([head for head in heads if _share(self, head, False) >= SPOKEN], embedder)
        return max(likely if likely >= PLAINLY else 0.0, self._likeliest(parts, embedder))

    def _likeliest(self, parts: list[str], embedder: str) -> float:
        """The share of the likeliest of these parts."""
        spelled = sorted(dict.fromkeys(parts), key=lambda part: _share(self, part, False), reverse=True)
        return max((_share(self, part, embedder == BUNDLED) for part in spelled[:LIKELIEST]), default=0.0)

    def samples(self) -> Iterator[tuple[str, str]]:
        """The phrases of every language, each with its kind, and what people reply to questions."""
        wanted, other = self.kinds
        labelled = [sample for path in self._files() for sample in self._phrases(path.parent.name)]
        asking = {tuple(plain(text)) for text, kind in labelled if kind == wanted}
        yield from labelled
        for text, act in acts.samples("acts"):
            if act in self.replies and ACT not in text and tuple(plain(text)) not in asking:
                yield text, other
        for kind in self.beside:
            for path in kind._files():
                yield from ((text, other) for text, _ in kind._phrases(path.parent.name))

    def digest(self) -> str:
        """What tells whether the phrases changed."""
        files = [*self._files(), *(path for kind in self.beside for path in kind._files())]
        read = b"".join(path.read_bytes() for path in files)
        return hashlib.sha256(read + acts.digest().encode()).hexdigest()

    def is_current(self) -> bool:
        """Whether what was learnt is of the phrases that stand there now."""
        if not self.file.exists():
            return False
        with np.load(self.file, allow_pickle=False) as stored:
            return str(stored["digest"]) == self.digest()

    def write(self) -> None:
        """Learns the phrases and writes what was learnt."""
        labelled = list(self.samples())
        spelled = np.stack([row(plain(text), "?" in text) for text, _kind in labelled])
        with_meaning = np.stack(
            [_with_meaning(each, text) for each, (text, _kind) in zip(spelled, labelled, strict=True)]
        )
        kinds = [kind for _text, kind in labelled]
        np.savez_compressed(
            self.file,
            spelled=fit(spelled, kinds, self.kinds).astype(np.float16),
            meant=fit(with_meaning, kinds, self.kinds).astype(np.float16),
            digest=np.array(self.digest()),
        )

    def _phrases(self, language: str) -> Iterator[tuple[str, str]]:
        data = language_data.load(language, self.name)
        for kind in self.kinds:
            for text in map(str, data[kind]):
                mark = next((mark for mark in self.filled if mark in text), "")
                for each in data[self.filled[mark]] if mark else ("",):
                    yield (text.replace(mark, each) if mark else text), kind

    def _files(self) -> list[Path]:
        return sorted(language_data.DATA.glob(f"*/{self.name}.yaml"))


def split(text: str) -> list[str]:
    """The clauses that are read by themselves.

    >>> split("not with you, I want a human")
    ['not with you', ' I want a human']
    """
    return _CLAUSE.findall(text)


def _heads(clause: str) -> list[str]:
    """A clause up to each of its topics: "quiero una persona" of "quiero una persona para pagar"."""
    starts = [each.start() for each in islice(_WORD.finditer(clause), MOST_WORDS + 1)]
    if len(starts) > MOST_WORDS:
        clause = clause[: starts[-1]]
    heads = (clause[: each.start()] for each in _ABOUT.finditer(clause))
    return [head for head in heads if len(_WORD.findall(head)) >= LEAST_WORDS]


@lru_cache(maxsize=2048)
def _share(kind: LearntKind, text: str, by_meaning: bool) -> float:
    if not plain(text):
        return 0.0
    weights = _weights(kind)
    spelled = row(plain(text), "?" in text)
    share = _first(softmax(weights["spelled"] @ np.append(spelled, 1.0)))
    if not by_meaning or share < HARDLY:
        return share
    return _first(softmax(weights["meant"] @ np.append(_with_meaning(spelled, text), 1.0)))


def _first(shares: Floats) -> float:
    return float(shares[0])


def _with_meaning(spelled: Floats, text: str) -> Floats:
    return np.concatenate([spelled, MEANING * load_bundled().embed([text])[0]])


@lru_cache(maxsize=8)
def _weights(kind: LearntKind) -> dict[str, Floats]:
    with np.load(kind.file, allow_pickle=False) as stored:
        return {head: stored[head].astype(np.float64) for head in ("spelled", "meant")}


PERSON = LearntKind("person", ("asks", "others"), {"{person}": "people"}, has_topics=True)
WITH_AGENTS = LearntKind("with_agents", ("stays", "others"), {"{you}": "you", "{person}": "people"})
INJECTION = LearntKind("injection", ("attacks", "others"), {}, beside=(PERSON,))
ABUSE = LearntKind("abuse", ("abusive", "others"), {"{name}": "names"}, beside=(PERSON, INJECTION))
OFFER = LearntKind("offer", ("offers", "others"), {})
FOLLOW_UP = LearntKind("follow_up", ("follows", "others"), {}, replies=("yes", "no", "cancel", "unsure"))
KINDS = (PERSON, WITH_AGENTS, INJECTION, ABUSE, OFFER, FOLLOW_UP)


if __name__ == "__main__":
    for each in KINDS:
        if not each.is_current():
            each.write()
