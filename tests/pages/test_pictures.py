"""The README's pictures can be taken anew."""

import pytest

from tests.pages.pictures import PAGES
from tests.parts.installation import run_alone

pytestmark = [pytest.mark.slow, pytest.mark.once, pytest.mark.timeout(300)]


def test_every_page_of_the_readme_is_taken(tmp_path, browser):
    run_alone("tests.pages.pictures", str(tmp_path), seconds=280)
    assert {name for name, *_ in PAGES} < {file.stem for file in tmp_path.iterdir()}
