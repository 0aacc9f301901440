"""The commands of the README and of the tour, run by a shell against the real server, as a reader would."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
# Each answer with a line of its own before it, and a refusal ends the script.
BEFORE = "=== answer"
SHELL = f"""set -e
curl() {{ echo '{BEFORE}'; command curl --fail-with-body --max-time 20 "$@"; echo; }}
"""
LOCAL = "SITE=http://localhost:8000"


def blocks(page: str, language: str) -> list[str]:
    return [text for name, text in BLOCK.findall((ROOT / page).read_text()) if name == language]


@pytest.fixture
def site(address, transactional_db, settings):
    """The demo as a program on the same machine meets it."""
    from tests.pages.conftest import _turns_end

    settings.DEMO = True
    yield address
    _turns_end()


@pytest.fixture
def ask(site):
    """Runs what is asked of the site in a page, in order, and gives the answers.

    JSON, or the text of a stream.
    """
    if shutil.which("curl") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("CI has no curl: apt-get install curl.")
        pytest.skip("No curl here: the documents' commands were not run.")

    def run(page: str) -> list:
        script = "".join(text for text in blocks(page, "sh") if "curl" in text)
        environment = {**os.environ, "SITE": site, "no_proxy": "*"}
        ran = subprocess.run(
            ["bash", "-c", SHELL + script.replace(LOCAL, "")],
            capture_output=True, text=True, timeout=120, env=environment,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr
        answers = [each.strip() for each in ran.stdout.split(BEFORE)[1:]]
        return [each if each.startswith("retry:") else json.loads(each) for each in answers]

    return run


def differs(shown, real, at: str = "") -> Iterator[str]:
    """Where an answer is not as shown; "…" in a text stands for what was cut, and fields may be left out."""
    if isinstance(shown, dict):
        for name, value in shown.items():
            yield from differs(value, real.get(name), f"{at}/{name}")
    elif isinstance(shown, list) and len(shown) == len(real):
        for place, (value, other) in enumerate(zip(shown, real, strict=True)):
            yield from differs(value, other, f"{at}/{place}")
    elif isinstance(shown, str) and "…" in shown:
        if not re.fullmatch(".*".join(map(re.escape, re.split(r"\s?…\s?", shown))), real, re.S):
            yield f"{at}: {real}"
    elif shown != real:
        yield f"{at}: {real}"


def test_the_readmes_message_gets_the_answer_that_it_shows(ask):
    (answer,) = ask("README.md")
    (shown,) = blocks("README.md", "json")
    assert list(differs(json.loads(shown), answer)) == []


def test_every_command_of_the_tour_is_answered(ask):
    answers = ask("docs/tour.md")
    streams = [each for each in answers if isinstance(each, str)]
    assert len(streams) == 2 and all("event: done" in each for each in streams)
    told = [each for each in answers if isinstance(each, dict)]
    methods = [each["method"] for each in told if "tiers" in each]
    assert methods == ["keyword", "example", "example", "fallback"]
    statuses = [each["metadata"]["status"] for each in told if "metadata" in each and "tiers" not in each]
    assert len(statuses) > 20 and set(statuses) == {"answered"}


def test_the_guide_to_a_wrong_route_is_answered(ask):
    (decision,) = ask("docs/debugging-a-route.md")
    assert [tier["tier"] for tier in decision["tiers"]][:3] == ["state", "keyword", "example"]
    assert not decision["tiers"][1]["saw"]["weak"][0]["stands"]
