"""The benchmarks start, measure and end: a figure in the documents can be taken again."""

import os

import pytest

from tests.parts.installation import run_alone

pytestmark = [
    pytest.mark.once,
    pytest.mark.timeout(300),
    pytest.mark.skipif(
        not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="they measure on PostgreSQL"
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "options", "says"),
    [
        ("turn_cost", ["--turns", "2", "--rounds", "2"], "bare view"),
    ],
)
def test_a_benchmark_measures_by_itself(module: str, options: list[str], says: str) -> None:
    assert says in run_alone(f"benchmarks.{module}", *options, seconds=240)


@pytest.mark.endurance
@pytest.mark.parametrize(
    ("module", "options", "says"),
    [
        ("doors", ["--turns", "1", "--rounds", "1"], "/v1/chat/completions"),
        ("held_turns", ["3"], "PostgreSQL: 3 turns at once, 0 errors"),
        ("round_cost", ["--turns", "2", "--rounds", "2"], "overhead of a round"),
        ("long_conversation", ["2", "2"], "ratio"),
        ("gateway", ["--talks", "1"], "the gateway adds"),
        ("plan_run", ["1"], "steps resolved, composed and checked"),
    ],
)
def test_another_benchmark_measures_by_itself(module: str, options: list[str], says: str) -> None:
    assert says in run_alone(f"benchmarks.{module}", *options, seconds=240)
