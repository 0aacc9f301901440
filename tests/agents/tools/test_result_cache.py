"""Results of reading tools that stay good for a while.

For the same person, arguments and release, and nobody else.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.resources import ServerAddress
from agents.tools import result_cache
from conversations.turn import Identity
from tests.agents.tools.misbehaving import Misbehaving
from tests.agents.tools.test_calls import Scene, context, tool

ANA, RUI = Identity("ana"), Identity("rui")


@pytest.fixture(params=["process", "redis"])
def store(request, settings):
    """Where results are kept; nothing of an earlier test is there."""
    if request.param == "process":
        settings.REDIS_URL = ""
    elif not settings.REDIS_URL:
        pytest.skip("no Redis here")
    for name in ("echo", "refuses"):
        result_cache.purge("t", name)
    return request.param


@pytest.fixture
def scene(bad: ServerAddress, closing: None) -> Scene:
    made = Scene(bad)
    made.resources.section.tools.update({name: tool(name, cache_seconds=60) for name in ("echo", "refuses")})
    return made


@pytest.mark.usefixtures("store")
async def test_a_later_turn_of_the_same_person_gets_the_kept_result(
    scene: Scene, misbehaving: Misbehaving
) -> None:
    first = await scene.caller(identity=ANA).call("echo", {"a": 1}, "x")
    caller = scene.caller(identity=ANA, conversation_key="t:a:other", number=7)
    again = await caller.call("echo", {"a": 1}, "x")
    assert (first.cached, again.cached, again.result) == (False, True, {"a": 1})
    assert caller.steps[0].detail["cache"] == "hit" and "read_at" in again.metadata
    assert misbehaving.calls["echo"] == 1


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize(
    "other",
    [
        {"identity": RUI}, {"identity": Identity("ana", business={"msisdn": "1"})},
        {"identity": ANA, "tenant_id": "u"},
        {"identity": ANA, "release": 2}, {"identity": Identity()},
    ],
    ids=["another user", "another customer", "another company", "another release", "nobody proven"],
)  # fmt: skip
async def test_nobody_else_gets_it(scene: Scene, misbehaving: Misbehaving, other: dict) -> None:
    await scene.caller(identity=ANA).call("echo", {"a": 1}, "x")
    assert not (await scene.caller(**other).call("echo", {"a": 1}, "x")).cached
    assert misbehaving.calls["echo"] == 2


@pytest.mark.usefixtures("store")
async def test_who_is_not_proven_shares_nothing_beyond_the_conversation(scene: Scene) -> None:
    nobody = Identity()
    await scene.caller(identity=nobody, conversation_key="t:a:1").call("echo", {"a": 1}, "x")
    there = await scene.caller(identity=nobody, conversation_key="t:a:1").call("echo", {"a": 1}, "x")
    elsewhere = await scene.caller(identity=nobody, conversation_key="t:a:2").call("echo", {"a": 1}, "x")
    assert (there.cached, elsewhere.cached) == (True, False)


@pytest.mark.usefixtures("store")
async def test_a_failure_is_not_kept(scene: Scene, misbehaving: Misbehaving) -> None:
    for _ in range(2):
        assert not (await scene.caller(identity=ANA).call("refuses", {}, "x")).ok
    assert misbehaving.calls["refuses"] == 2


@pytest.mark.usefixtures("store")
async def test_thrown_away_it_is_asked_for_again(scene: Scene, misbehaving: Misbehaving) -> None:
    await scene.caller(identity=ANA).call("echo", {"a": 1}, "x")
    assert result_cache.purge("t", "echo") == 1
    assert not (await scene.caller(identity=ANA).call("echo", {"a": 1}, "x")).cached


async def test_it_is_asked_again_once_its_time_is_over(settings, monkeypatch) -> None:
    settings.REDIS_URL = ""
    key = result_cache.key_of(context(identity=ANA), tool("echo"), {})
    await result_cache.keep(key, {"a": 1}, 60)
    assert (await result_cache.find(key)).value == {"a": 1}
    later = result_cache.time.time() + 61
    monkeypatch.setattr(result_cache.time, "time", lambda: later)
    assert await result_cache.find(key) is None


async def test_a_store_that_is_away_is_passed_by(scene: Scene, settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:9/0"
    assert (await scene.caller(identity=ANA).call("echo", {"a": 1}, "x")).ok


@given(
    st.lists(
        st.tuples(st.sampled_from("abc"), st.sampled_from(["u1", "u2", ""]), st.sampled_from([{}, {"n": 1}])),
        min_size=2, max_size=2, unique_by=repr,
    )
)  # fmt: skip
def test_two_different_calls_never_have_one_key(calls) -> None:
    keys = {
        result_cache.key_of(
            context(identity=Identity(user or None), conversation_key=f"t:a:{name}"),
            tool(f"echo_{name}"),
            arguments,
        )
        for name, user, arguments in calls
    }
    assert len(keys) == 2
