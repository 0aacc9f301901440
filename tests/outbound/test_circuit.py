"""What failed several times in a row is left alone for a while, then tried by one."""

import pytest

from outbound import circuit
from outbound.circuit import Circuit
from outbound.last_used import LastUsed


@pytest.fixture
def failed() -> Circuit:
    """One that has just opened."""
    made = Circuit()
    assert [made.count_failure() for _ in range(circuit.FAILURES)] == [False, False, True]
    return made


def test_after_three_failures_in_a_row_no_call_is_made(failed: Circuit) -> None:
    assert failed.rests and not failed.allows()


def test_after_its_rest_one_call_tries_and_the_others_wait(failed: Circuit) -> None:
    failed.until -= circuit.REST
    assert not failed.rests and not failed.rests  # who only looks takes nobody's try
    assert (failed.allows(), failed.allows(), failed.rests) == (True, False, True)


def test_one_that_works_closes_it(failed: Circuit) -> None:
    assert failed.count_success() and not failed.count_success()
    assert failed.allows() and not failed.rests


def test_failures_with_a_success_between_do_not_open_it() -> None:
    made = Circuit()
    for _ in range(circuit.FAILURES):
        made.count_failure()
        made.count_failure()
        made.count_success()
    assert made.allows()


def test_the_circuit_that_nobody_used_for_longest_is_forgotten() -> None:
    kept = LastUsed[str, Circuit](2)
    first = kept.find_or_make("first", Circuit)
    kept.find_or_make("second", Circuit)
    assert kept.find_or_make("first", Circuit) is first
    kept.find_or_make("third", Circuit)
    assert kept.find("first") is first and kept.find("second") is None
