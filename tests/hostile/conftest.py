"""The installation that everything is thrown at: one for every page and every door."""

from collections.abc import Iterator

import pytest

from tests.hostile.target import Target, target


@pytest.fixture(scope="package")
def aim() -> Iterator[Target]:
    with target() as made:
        yield made
