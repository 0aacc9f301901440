"""A crowd follows turns that run in another process, while Redis comes and goes.

Real processes, real lines.
"""

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field

import httpx2
import pytest

from tests.parts import redis_server
from tests.parts.installation import shared, slow_model
from tests.turns.test_processes import body

KEY = "tenant_a:telecom_contas:{}"


@dataclass
class Crowd:
    """Turns and who follows them; `told` are the statuses of the events `done`, or what came instead."""

    client: httpx2.AsyncClient
    begun: dict[str, asyncio.Event] = field(default_factory=dict)
    turns: dict[str, str] = field(default_factory=dict)
    told: Counter[str] = field(default_factory=Counter)
    following: int = 0

    async def speak(self, url: str, session: str) -> str:
        """A message, over a line that is read to its end."""
        events = self._events(
            "POST", f"{url}/gateway/message/sse", json=body("Minha fatura veio alta", session)
        )
        last = ""
        async for last, data in events:
            if last == "accepted":
                self.turns[session] = data.split('"turn_id":"')[1].split('"')[0]
                self.begun[session].set()
        return last

    async def follow(self, url: str, session: str) -> None:
        """From another process, from the first event on."""
        await self.begun[session].wait()
        told = ""
        async for name, data in self._events("GET", f"{url}/gateway/events/{KEY.format(session)}"):
            self.following += name == "accepted"
            told = data.split('"status":"')[1].split('"')[0] if name == "done" else name
        self.told[told] += 1

    async def _events(self, method, url, **more):
        name = ""
        async with self.client.stream(method, url, **more) as lines:
            if lines.status_code != 200:
                yield str(lines.status_code), ""
                return
            async for line in lines.aiter_lines():
                if line.startswith("event: "):
                    name = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    yield name, line.removeprefix("data: ")

    async def until_following(self, count: int, seconds: float) -> None:
        until = time.monotonic() + seconds
        while self.following < count:
            assert time.monotonic() < until, f"{self.following} of {count} follow; {dict(self.told)}"
            await asyncio.sleep(0.05)


async def gather_crowd(turns: int, each: int, thinks: float, both: bool = False) -> Crowd:
    """Turns run in the first of two processes, or half of them in either, and are followed in the other."""
    with (
        redis_server.started() as own,
        slow_model(thinks) as model,
        shared(**model, MODEL_DEADLINE=str(thinks + 10)) as here,
    ):
        here.env["REDIS_URL"] = own.url
        one, two = here.start(), here.start()
        limits = httpx2.Limits(max_connections=None)
        async with httpx2.AsyncClient(timeout=120, limits=limits) as client:
            crowd = Crowd(client)
            await asyncio.gather(*(client.get(f"{url}/agents") for url in (one, two)))
            sessions = [f"crowd-{n}" for n in range(turns)]
            crowd.begun = {session: asyncio.Event() for session in sessions}
            async with asyncio.TaskGroup() as tasks:
                for n, session in enumerate(sessions):
                    ran, told = (two, one) if both and not n % 2 else (one, two)
                    tasks.create_task(crowd.speak(ran, session))
                    for _ in range(each):
                        tasks.create_task(crowd.follow(told, session))
                await crowd.until_following(turns * each, thinks)
                await _stop(crowd, own, two)
        return crowd


async def _stop(crowd: Crowd, own: redis_server.RedisServer, url: str) -> None:
    """Both run in the first process; the second is stopped while Redis is away."""
    await crowd.client.post(f"{url}/api/turns/{crowd.turns['crowd-1']}/stop")
    with own.away():
        await crowd.client.post(f"{url}/api/turns/{crowd.turns['crowd-3']}/stop")
        await asyncio.sleep(2)


@pytest.mark.slow
@pytest.mark.alone
async def test_more_follow_than_redis_has_connections_for_and_no_stop_is_lost_though_it_goes_away():
    crowd = await gather_crowd(turns=10, each=21, thinks=15.0)
    assert crowd.told == {"answered": 8 * 21, "cancelled": 2 * 21}


@pytest.mark.endurance
@pytest.mark.timeout(300)
async def test_a_thousand_follow_over_two_processes_and_are_told_the_end():
    began = time.monotonic()
    crowd = await gather_crowd(turns=200, each=5, thinks=45.0, both=True)
    print(
        f"\n1 000 followers of 200 turns over two processes: {time.monotonic() - began:.0f} s, {crowd.told}"
    )
    assert crowd.told == {"answered": 198 * 5, "cancelled": 2 * 5}
