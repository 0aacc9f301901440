"""One version, wherever it is told; `/health` is asked in tests/api."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


@pytest.mark.parametrize("asked", ["version", "--version"])
def test_the_command_line_prints_it_and_nothing_else(asked):
    told = subprocess.run(
        [sys.executable, "manage.py", asked], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    assert told.stdout == f"{VERSION}\n"


def test_the_schema_and_requests_to_others_have_it(settings):
    assert settings.VERSION == settings.SPECTACULAR_SETTINGS["VERSION"] == VERSION


def test_the_newest_release_of_the_changelog_is_this_one():
    headings = re.findall(r"^## \[([^\]]+)\](.*)$", (ROOT / "CHANGELOG.md").read_text(), re.M)
    released = [(name, day) for name, day in headings if name != "Unreleased"]
    assert released[0][0] == VERSION
    assert all(re.fullmatch(r" - \d{4}-\d{2}-\d{2}", day) for _name, day in released)
