"""The process that learns: what it says, and how it ends."""

import signal
import subprocess
import sys
import time
import uuid
from contextlib import suppress
from pathlib import Path

import pytest
from django.conf import settings

from routing.decision.learning import learn as learning
from routing.decision.learning.errors import LearningFailed
from routing.decision.learning.learn import learn
from routing.decision.learning.model import IntentModel
from tests.learning.shop import samples

MARK = "SWITCHBOARD_TEST_LEARNS"


@pytest.fixture(autouse=True)
def mark(monkeypatch: pytest.MonkeyPatch) -> str:
    """What the processes that a test starts carry in their environment."""
    own = uuid.uuid4().hex
    monkeypatch.setenv(MARK, own)
    return own


def learning_now(mark: str) -> list[str]:
    """Processes that learn for this test."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            carries = f"{MARK}={mark}".encode() in (process / "environ").read_bytes()
            if carries and b"routing.decision.learning.train" in (process / "cmdline").read_bytes():
                found.append(process.name)
    return found


def test_several_sets_are_learnt_at_once_and_each_is_its_own() -> None:
    shop, delivery = samples(), samples("orders", "returns")
    made = learn({"shop": (shop, 0.97), ("a", 1): (delivery, 0.9)})
    assert list(made) == ["shop", ("a", 1)]
    assert IntentModel.load(made["shop"], shop).report.wished == 0.97
    assert IntentModel.load(made["a", 1], delivery).intents == ("orders", "returns")


def test_nothing_to_learn_starts_nothing() -> None:
    assert learn({}) == {}


def test_it_says_how_far_it_is() -> None:
    told: list[tuple[int, str]] = []
    learn({0: (samples(), 0.97)}, lambda percent, note: told.append((percent, note)))
    assert [percent for percent, _note in told] == sorted(percent for percent, _note in told)
    assert told[-1][0] == 100 and all(note for _percent, note in told)


def test_one_that_takes_too_long_is_ended(mark: str) -> None:
    with pytest.raises(LearningFailed, match="longer than"):
        learn({0: (samples(), 0.97)}, seconds=0.05)
    assert learning_now(mark) == []


def test_whoever_stops_listening_ends_it(mark: str) -> None:
    class Enough(Exception):
        pass

    def stop(percent: int, note: str) -> None:
        raise Enough

    with pytest.raises(Enough):
        learn({0: (samples(), 0.97)}, stop)
    assert learning_now(mark) == []


def test_what_a_watcher_raises_is_never_taken_for_a_torn_line(mark: str) -> None:
    def stop(percent: int, note: str) -> None:
        raise ValueError("my own")

    with pytest.raises(ValueError, match="my own"):
        learn({0: (samples(), 0.97)}, stop)
    assert learning_now(mark) == []


def test_one_that_breaks_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LearningFailed, match="no example"):
        learn({0: ([], 0.97)})
    monkeypatch.setattr(
        learning, "COMMAND", (sys.executable, "-c", "import os, signal; os.kill(os.getpid(), 9)")
    )
    with pytest.raises(LearningFailed, match=str(-signal.SIGKILL)):
        learn({0: (samples(), 0.97)})


def test_it_does_not_outlive_who_asked(mark: str) -> None:
    """Killed in the middle, the process that asked takes the one that learns with it."""
    script = (
        "import os, signal; os.environ['DJANGO_SETTINGS_MODULE'] = 'config.settings'\n"
        "import django; django.setup()\n"
        "from routing.decision.learning.learn import learn\n"
        "from tests.learning.shop import samples\n"
        "learn({0: (samples(), 0.97)}, lambda percent, note: os.kill(os.getpid(), signal.SIGKILL))\n"
    )
    asked = subprocess.run([sys.executable, "-c", script], capture_output=True, cwd=settings.BASE_DIR)
    assert asked.returncode == -signal.SIGKILL
    until = time.monotonic() + 60
    while learning_now(mark) and time.monotonic() < until:
        time.sleep(0.1)
    assert learning_now(mark) == []
