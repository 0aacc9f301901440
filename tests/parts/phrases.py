"""Lists of phrases as data, and one test a list that tells all that are read wrongly."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
import yaml

DATA = Path(__file__).resolve().parents[1]


def phrases(name: str) -> dict[str, Any]:
    """A data file of the tests: `phrases("language/data/replies")`."""
    return yaml.safe_load((DATA / f"{name}.yaml").read_text())


def check_each(cases: Iterable[tuple[Any, ...]], read: Callable[..., object]) -> None:
    """Fails with every case that is read otherwise than its last member says.

    >>> check_each([("sim", "yes"), ("não", "no")], read)
    """
    missed = []
    tried = 0
    for *arguments, expected in cases:
        tried += 1
        got = read(*arguments)
        if got != expected:
            missed.append(f"{', '.join(map(repr, arguments))}: {got!r}, not {expected!r}")
    assert tried, "no cases: a check that cannot fail"
    if missed:
        pytest.fail(f"{len(missed)} of {tried} are read wrongly:\n" + "\n".join(missed), pytrace=False)
