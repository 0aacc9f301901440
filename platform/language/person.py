"""Whether a message asks for a person in place of the agents, in any words and whatever a company does.

>>> asks_for_person("Quero falar com um atendente") > SURE, asks_for_person("Ya hablé con un agente ayer") > SURE
(True, False)

A linear model over words, pairs and runs of letters, as for dialogue acts (`language.acts.learning`), and what the text
means, where this installation has the encoder of its own process. It is learnt from the phrases of every language's
`person.yaml`, and from replies to questions as what asks for nobody: `python -m language.person` writes it beside them,
and a test says when it is older than they are.
"""

import hashlib
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import numpy as np

from language import language_data
from language.acts import learning as acts
from language.acts.learning import Floats, fit, row, softmax
from language.acts.lists import ACT
from language.embedder import BUNDLED, bundled
from language.lexicon.phrase import plain

FILE = language_data.DATA / "person.npz"
SURE = 0.9
HARDLY = 0.05  # by its spelling alone: what is below it is not worth the encoder's milliseconds
MEANING = 2.0  # how much the meaning counts beside the spelling
PERSON = "{person}"
KINDS = ("asks", "others")
REPLIES = ("yes", "no", "cancel", "unsure", "question", "correction")  # acts that ask for nobody
_CLAUSE = re.compile(r"(?:[^,.;:!?\n]|[,.;:](?=\S))+[?]?")  # "ana@example.com" is one word


def asks_for_person(text: str, embedder: str = BUNDLED) -> float:
    """How likely a message asks for a person, 0 to 1: the likeliest of its clauses, or the whole. `embedder` is the
    installation's (`settings.EMBEDDER`)."""
    return max(_share(part, embedder == BUNDLED) for part in {text, *_CLAUSE.findall(text)})


@lru_cache(maxsize=1024)
def _share(text: str, meant: bool) -> float:
    if not plain(text):
        return 0.0
    spelled = row(plain(text), "?" in text)
    share = _first(softmax(_weights()["spelled"] @ np.append(spelled, 1.0)))
    if not meant or share < HARDLY:
        return share
    return _first(softmax(_weights()["meant"] @ np.append(_with_meaning(spelled, text), 1.0)))


def _first(shares: Floats) -> float:
    return float(shares[0])


def _with_meaning(spelled: Floats, text: str) -> Floats:
    return np.concatenate([spelled, MEANING * bundled().embed([text])[0]])


@lru_cache(maxsize=1)
def _weights() -> dict[str, Floats]:
    with np.load(FILE, allow_pickle=False) as stored:
        return {head: stored[head].astype(np.float64) for head in ("spelled", "meant")}


def samples() -> Iterator[tuple[str, str]]:
    """The phrases of every language, each with its kind, and what people reply to questions."""
    told = [sample for path in _files() for sample in _phrases(path.parent.name)]
    asking = {tuple(plain(text)) for text, kind in told if kind == "asks"}
    yield from told
    for text, act in acts.samples("acts"):
        if act in REPLIES and ACT not in text and tuple(plain(text)) not in asking:
            yield text, "others"


def _phrases(language: str) -> Iterator[tuple[str, str]]:
    data = language_data.load(language, "person")
    for kind in KINDS:
        for text in map(str, data[kind]):
            people = data["people"] if PERSON in text else ("",)
            yield from ((text.replace(PERSON, each), kind) for each in people)


def digest() -> str:
    """What tells whether the phrases changed."""
    read = b"".join(path.read_bytes() for path in _files())
    return hashlib.sha256(read + acts.digest().encode()).hexdigest()


def _files() -> list[Path]:
    return sorted(language_data.DATA.glob("*/person.yaml"))


def write() -> None:
    """Learns the phrases and writes what was learnt."""
    told = list(samples())
    spelled = np.stack([row(plain(text), "?" in text) for text, _kind in told])
    meant = np.stack([_with_meaning(each, text) for each, (text, _kind) in zip(spelled, told, strict=True)])
    kinds = [kind for _text, kind in told]
    np.savez_compressed(
        FILE,
        spelled=fit(spelled, kinds, KINDS).astype(np.float16),
        meant=fit(meant, kinds, KINDS).astype(np.float16),
        digest=np.array(digest()),
    )


if __name__ == "__main__":
    write()
