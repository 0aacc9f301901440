"""docs/walk-of-a-message.md names the files that a message runs through, in their order."""

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/walk-of-a-message.md").read_text()
STATIONS = [
    (int(number), file, function)
    for number, file, function in re.findall(r"^\| (\d+) \| `([^`]+)` \| `([^`]+)` \|", PAGE, re.M)
]
ROOMS = ("agents", "analytics", "handoffs", "platform", "routing", "studio")
SAID = "Minha fatura veio alta. Pode consultar?"
INVOICE = {"msisdn": "5511999999999", "invoice_id": "INV001"}


class Walk:
    """Which functions of ours ran, in the order in which each ran first, on the threads that a turn uses."""

    def __init__(self) -> None:
        self.functions: dict[tuple[str, str], int] = {}

    def __call__(self, frame, event, _argument) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(f"{ROOT}/"):
            place = file.removeprefix(f"{ROOT}/")
            if place.startswith(ROOMS):
                self.functions.setdefault((place, frame.f_code.co_name), len(self.functions))

    async def watch(self, profile) -> None:
        """`profile` sees this thread, the one of visits, and that of the runtime loop."""
        from conversations.visits import visit
        from outbound import runtime

        async def there() -> None:
            sys.setprofile(profile)

        await runtime.spawn(there())
        await visit(lambda: sys.setprofile(profile))
        sys.setprofile(profile)


@pytest.fixture
async def walk(web) -> Walk:
    """What ran for the message; the one before it is there for what a process does once."""
    await web.say(SAID, "w-1", context=INVOICE)
    walk = Walk()
    await walk.watch(walk)
    walk.functions.clear()
    try:
        answer = await web.say(SAID, "w-2", context=INVOICE)
    finally:
        await walk.watch(None)
    assert answer.json()["metadata"]["status"] == "answered"
    return walk


@pytest.mark.once
async def test_the_stations_of_the_page_are_those_of_a_message(walk):
    assert [number for number, _file, _function in STATIONS] == list(range(1, len(STATIONS) + 1))
    reached = [walk.functions.get((file, function)) for _number, file, function in STATIONS]
    assert [station for station, at in zip(STATIONS, reached, strict=True) if at is None] == []
    assert reached == sorted(reached), "in another order"


@pytest.mark.once
async def test_the_page_counts_what_runs(walk):
    counted = re.search(r"(\d+) stations in (\d+) files.*?at most (\d+)", PAGE, re.S)
    stations, files, most = map(int, counted.groups())
    assert (stations, files) == (len(STATIONS), len({file for _number, file, _function in STATIONS}))
    assert len({file for file, _function in walk.functions}) <= most
