"""What was learnt of dialogue acts, loaded once: the share of each act that a reply may be.

>>> kind, share = likeliest("no la envíes todavía", "¿Envío la factura?")
>>> kind
'no'
"""

from functools import lru_cache

import numpy as np

from language.acts.learning import ACTS, FILE, HEADS, VERB, Floats, row, softmax
from language.acts.yes_no_question import read_questions
from language.lexicon.phrase import plain


@lru_cache(maxsize=1)
def _heads() -> dict[str, Floats]:
    with np.load(FILE, allow_pickle=False) as stored:
        return {head: stored[head].astype(np.float64) for head in HEADS}


@lru_cache(maxsize=1)
def doubting_words() -> frozenset[str]:
    """The words of phrases that are unsure: any other says something of its own."""
    with np.load(FILE, allow_pickle=False) as stored:
        return frozenset(stored["doubts"].tolist())


@lru_cache(maxsize=1024)
def shares(text: str, question_text: str = "", head: str = "acts") -> tuple[float, ...]:
    """The share of each act of a head, in their order; `asked` is the question whose verb may be repeated."""
    questions = [question for _, question in read_questions(question_text)] if question_text else []
    tokens = [VERB if any(each.is_act(word) for each in questions) else word for word in plain(text)]
    found = np.append(row(tokens, "?" in text), 1.0)
    return tuple(softmax(_heads()[head] @ found).tolist())


def likeliest(text: str, question: str = "", head: str = "acts") -> tuple[str, float]:
    """The likeliest act of a head, and its share."""
    found = shares(text, question, head)
    best = max(range(len(found)), key=found.__getitem__)
    return HEADS[head][best], found[best]


def share_of(act: str, text: str, question: str = "") -> float:
    """The share of one dialogue act."""
    return shares(text, question)[ACTS.index(act)]
