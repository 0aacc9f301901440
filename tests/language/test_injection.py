"""Whether a message tries to steer the assistant.

Words that were written before those that are learnt from.
"""

import json
from collections import Counter
from pathlib import Path

import pytest

from language.learnt_kind import INJECTION, SURE
from tests.parts.phrases import try_each

BY_OTHERS = [
    json.loads(line)
    for line in (Path(__file__).parent / "data/injection_by_others.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize(("embedder", "attacks", "everyday"), [("bundled", 153, 7), ("none", 96, 2)])
def test_attacks_are_told_from_everyday_messages_that_share_their_words(embedder, attacks, everyday):
    """Of 180 each in three languages, as they were counted.

    The first count of 120, of fewer phrases, was 109 and 11; that of the last 60 each 47 and 3.
    """
    found: Counter[str] = Counter()
    for each in BY_OTHERS:
        found[each["kind"]] += INJECTION.share(each["text"], embedder) >= SURE
    assert found["attack"] >= attacks and found["everyday"] <= everyday, found


@try_each(
    "said",
    [
        "Minha fatura veio alta", "¿Dónde está mi pedido?", "I want to cancel my order",
        "Bonjour, où est mon colis ?",
        "sim", "no", "12345", "obrigado!",
    ],
)  # fmt: skip
def test_plain_messages_are_none(said):
    assert INJECTION.share(said) < 0.5
