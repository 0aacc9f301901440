"""Each kind of personal data in each way in which people write it, and what only looks like it."""

from collections.abc import Iterable

import pytest

from agents.guardrails.personal import find
from tests.agents.guardrails import personal_matrix, personal_places
from tests.agents.guardrails.personal_matrix import Case
from tests.agents.guardrails.personal_mirror import mirror

SEED = 4
# The share that may stay, of what is measured with this seed: these ways are in sight of who wrote the rules.
USUAL = 0.015
MOST = {
    "said by groups": 0.11, "look-alikes": 0.035, "colons": 0.032, "commas": 0.025, "told in pieces": 0.025,
    "said with signs": 0.025, "by two": 0.02, "by four": 0.02, "by five": 0.02,
}  # fmt: skip


def misses(cases: Iterable[Case]) -> tuple[list[Case], int]:
    """The cases whose value is not masked whole, and how many there are in all."""
    missed, count = [], 0
    for case in cases:
        masked = {at for each in find(case.text, case.language) for at in range(each.start, each.end)}
        count += 1
        if any(
            letter.isalnum() and at not in masked
            for at, letter in enumerate(case.value, case.text.index(case.value))
        ):
            missed.append(case)
    return missed, count


@pytest.mark.parametrize("way", personal_matrix.WAYS)
def test_a_number_is_masked_in_whatever_way_it_is_written(way):
    """One value a kind, context and language, drawn anew for each."""
    missed, count = misses(personal_matrix.cases(SEED, ways=(way,)))
    assert len(missed) <= MOST.get(way, USUAL) * count, [
        (case.kind, case.context, case.text) for case in missed
    ]


@pytest.mark.parametrize(("kind", "most"), [("address", 0.148), ("birth", 0.0), ("email", 0.0)])
def test_an_address_a_birth_date_and_a_mail_address_are_masked_as_countries_write_them(kind, most):
    """Of the addresses that stay in part most are small letters, or name no street at all."""
    missed, count = misses(case for case in personal_places.cases(SEED) if case.kind == kind)
    assert len(missed) <= most * count, [case.text for case in missed]


def test_what_only_looks_like_a_number_stays():
    touched = [(text, found) for text, language in mirror(SEED, 3) if (found := find(text, language))]
    assert not touched
