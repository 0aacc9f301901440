import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest

from agents.resources import ServerAddress
from agents.tools import sessions
from outbound import policy
from tests.agents.tools.misbehaving import Misbehaving


@pytest.fixture(scope="session")
def _misbehaving() -> Iterator[Misbehaving]:
    with Misbehaving() as server:
        yield server


@pytest.fixture
def misbehaving(_misbehaving: Misbehaving) -> Misbehaving:
    """A server that fails in the way the called tool is named after."""
    _misbehaving.clear()
    return _misbehaving


@pytest.fixture
def bad(misbehaving: Misbehaving) -> ServerAddress:
    return ServerAddress("shaky", misbehaving.url, secret="s3cret")


@pytest.fixture
async def closing() -> AsyncIterator[None]:
    """Closes the loop's sessions and connections after the test, and finds tasks that outlive them."""
    yield
    await sessions.close_all()
    await policy.close()
    await asyncio.sleep(0)
    left = [task for task in asyncio.all_tasks() if "agents.tools" in repr(task.get_coro())]
    assert left == []


@pytest.fixture
def telecom(demo_servers: dict[str, str]) -> ServerAddress:
    return ServerAddress("telecom", demo_servers["DEMO_TELECOM_URL"])


@pytest.fixture
def clinic(demo_servers: dict[str, str]) -> ServerAddress:
    return ServerAddress("clinic", demo_servers["DEMO_CLINIC_URL"])
