"""What failed several times in a row is left alone for a while, then tried by one."""

import pytest

from outbound import circuit
from outbound.circuit import Circuit


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
