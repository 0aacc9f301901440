"""What texts mean, as vectors: texts that mean alike lie near each other, in whatever language they are.

>>> embedder = configured()  # the setting EMBEDDER; None when there is to be none
>>> one, other = embedder.embed(["cadê meu pedido?", "where is my order?"])
>>> float(one @ other) > 0.8
True

`bundled` is in this process, `openai` behind an address; a decision that may need the latter is asked for by
way of a `supply`. A process that embeds nothing reads no weights, and asks nobody.
"""

from language.embedder.asking import Supply
from language.embedder.base import BUNDLED, LONGEST, NAMES, NONE, OPENAI, Embedder, spell
from language.embedder.choose import (
    choose_configured,
    choose_for_examples,
    choose_for_second_look,
    embedder_named,
    hand_over,
    load_bundled,
    supply,
    take_over,
    wait_for,
)
from language.embedder.errors import NoVectors
from language.embedder.retrieval import RetrievalEncoder, choose_retrieval

__all__ = [
    "BUNDLED",
    "LONGEST",
    "NAMES",
    "NONE",
    "OPENAI",
    "Embedder",
    "NoVectors",
    "RetrievalEncoder",
    "Supply",
    "choose_configured",
    "choose_for_examples",
    "choose_for_second_look",
    "choose_retrieval",
    "embedder_named",
    "hand_over",
    "load_bundled",
    "spell",
    "supply",
    "take_over",
    "wait_for",
]
