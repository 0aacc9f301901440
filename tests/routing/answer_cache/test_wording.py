"""Which questions are the same.

Pairs in three languages, those that mean the same and those that nearly do.
"""

import json
from pathlib import Path

from language.wording import telling_words
from tests.parts.phrases import try_each

PAIRS = [
    json.loads(line)
    for line in (Path(__file__).parent / "pairs.jsonl").read_text(encoding="utf-8").splitlines()
]
LEAST_SAME = 8  # of 30


def are_one(pair: dict[str, str]) -> bool:
    return telling_words(pair["one"]) == telling_words(pair["other"])


def test_no_two_different_questions_are_one() -> None:
    assert [pair for pair in PAIRS if not pair["same"] and are_one(pair)] == []


def test_some_that_mean_the_same_are_one() -> None:
    assert sum(are_one(pair) for pair in PAIRS if pair["same"]) >= LEAST_SAME


@try_each(
    ("one", "other"),
    [
        ("ligo para o Paulo?", "ligo para a Paula?"),
        ("comment annuler avec un ticket", "comment annuler sans ticket"),
        ("transferir da poupança", "transferir para a poupança"),
        ("quais são os planos 5g", "quais são os planos 4g"),
    ],
)
def test_names_numbers_and_prepositions_count(one: str, other: str) -> None:
    assert telling_words(one) != telling_words(other)
