"""A turn's calls: what is not called and why, what is called once, what is written down around a change."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from agents.guardrails.findings import ResultReader
from agents.resources import AgentsOperational, Resources, ServerAddress
from agents.specs import AgentsSection, RailSpec, ServerSpec, ToolSpec
from agents.tools.calls import Caller
from conversations.models import Conversation, Turn
from conversations.turn import Identity, TurnContext, TurnRequest, Utterance
from conversations.visits import visit
from outbound import runtime
from rollout.evaluate import RolloutSnapshot
from telemetry import logs, tracing
from tenancy.models import Tenant
from tests.agents.tools.misbehaving import Misbehaving

pytestmark = pytest.mark.usefixtures("closing")
READS = ("echo", "slow", "dies", "dies_once", "http_500", "refuses", "garbage")
CHANGES = ("open_case", "dies_in_event", "crash")


def tool(name: str, **more: object) -> ToolSpec:
    title = {"pt": f"usando {name}", "en": f"using {name}"}
    return ToolSpec(name, "shaky", title=title, read_only=name in READS, **more)


def context(**more: object) -> TurnContext:
    fixed = {
        "turn_id": "", "tenant_id": "t", "agent_id": "a", "conversation_key": "t:a:s", "mode": "router",
        "mode_source": "", "channel": "web", "number": 1, "attempt": 1, "release": 1,
        "identity": Identity(), "utterance": Utterance("x", "x", "pt"), "deadline": time.time() + 30,
    }  # fmt: skip
    return TurnContext(TurnRequest(**{**fixed, **more}))


class Scene:
    """A caller on the misbehaving server, with what it emitted."""

    def __init__(self, address: ServerAddress) -> None:
        tools = {name: tool(name) for name in (*READS, *CHANGES)}
        section = AgentsSection(tools=tools, servers={"shaky": ServerSpec("shaky")})
        self.resources = Resources(section, AgentsOperational({"shaky": address}), RolloutSnapshot())
        self.events: list[dict] = []

    def caller(self, **about: object) -> Caller:
        return Caller(
            self.resources, context(**about), lambda name, data: self.events.append({"name": name, **data})
        )


@pytest.fixture
def scene(bad: ServerAddress) -> Scene:
    return Scene(bad)


async def test_a_call_leaves_a_result_a_step_and_two_events(scene: Scene) -> None:
    caller = scene.caller()
    result = await caller.call("echo", {"a": 1}, "billing_agent")
    assert (result.ok, result.result, result.server_name, result.agent) == (
        True,
        {"a": 1},
        "shaky",
        "billing_agent",
    )
    assert result.metadata["arguments"] == {"a": 1}
    [step] = caller.steps
    assert (step.node, step.kind, step.outcome, step.agent) == ("tool", "tool", "ok", "billing_agent")
    assert [(e["name"], e["phase"], e["title"]) for e in scene.events] == [
        ("step", "started", "usando echo"),
        ("step", "done", "usando echo"),
    ]


async def test_the_words_of_a_failed_call_are_read_by_guardrails_too(scene: Scene) -> None:
    row = RailSpec("DLEX", "tool", "block", {"phrases": ["no such invoice"]})
    reader = ResultReader({"tool": [row]}, context(), scene.resources)
    caller = Caller(scene.resources, context(), lambda _name, _data: None, reader=reader)
    result = await caller.call("refuses", {}, "billing_agent")
    assert not result.ok and "DLEX" in result.error and "no such invoice" not in result.error
    assert not reader.take()[0].allowed
    assert not result.metadata.get("told"), "these are the guardrail's words"


async def test_an_error_of_the_tool_itself_is_its_answer_and_one_of_its_server_is_none(scene: Scene) -> None:
    told = await scene.caller().call("refuses", {}, "billing_agent")
    assert (told.error, told.metadata.get("told")) == ("no such invoice", True)
    broken = await scene.caller().call("http_500", {}, "billing_agent")
    assert not broken.ok and "told" not in broken.metadata


async def test_a_call_names_the_turn_and_the_trace_that_it_belongs_to(
    scene: Scene, misbehaving: Misbehaving
) -> None:
    trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    with logs.bind(turn="t1", conversation="s1", request_id="r1"), tracing.carry(trace):
        await scene.caller().call("echo", {"a": 1}, "billing_agent")
    said = {name: misbehaving.meta[f"switchboard/{name}"] for name in ("conversation_id", "request_id")}
    assert said == {"conversation_id": tracing.conversation_id("", "s1"), "request_id": "r1"}
    assert misbehaving.meta["traceparent"].startswith("00-0af7651916cd43dd8448eb211c80319c-")


async def test_a_call_carries_the_headers_that_the_company_named(
    bad: ServerAddress, misbehaving: Misbehaving
) -> None:
    own = Scene(replace(bad, headers=(("X-Api-Key", "4f2c"), ("Authorization", "Basic YTpi"))))
    assert (await own.caller().call("echo", {"a": 1}, "billing_agent")).ok
    said = {name.lower(): value for name, value in misbehaving.headers.items()}
    assert (said["x-api-key"], said["authorization"]) == ("4f2c", "Basic YTpi")


async def test_the_same_read_is_made_once_in_a_turn(scene: Scene, misbehaving: Misbehaving) -> None:
    caller = scene.caller()
    first, second, other = await asyncio.gather(
        caller.call("echo", {"a": 1, "b": 2}, "x"),
        caller.call("echo", {"b": 2, "a": 1}, "y"),
        caller.call("echo", {"a": 2}, "x"),
    )
    assert misbehaving.calls["echo"] == 2
    assert (first.cached, second.cached, other.cached) == (False, True, False)
    assert second.ok
    assert second.result == first.result
    assert second.metadata["reason"] == "cached"
    assert not (await scene.caller().call("echo", {"a": 1, "b": 2}, "x")).cached  # another turn


async def test_a_read_whose_caller_was_stopped_can_be_made_again(scene: Scene) -> None:
    caller = scene.caller()
    task = asyncio.create_task(caller.call("slow", {"seconds": 0.1}, "x"))
    await asyncio.sleep(0.02)
    waiting = asyncio.create_task(caller.call("slow", {"seconds": 0.1}, "y"))
    await asyncio.sleep(0.02)
    task.cancel()
    assert (await waiting).result == "late"


@pytest.mark.parametrize(
    "off",
    [
        {"switches": RolloutSnapshot(switches=frozenset({("tool", "echo")}))},
        {"switches": RolloutSnapshot(switches=frozenset({("tool", "*")}))},
        {"switches": RolloutSnapshot(switches=frozenset({("server", "shaky")}))},
        {"section": AgentsSection(tools={"echo": tool("echo", enabled=False)},
            servers={"shaky": ServerSpec("shaky")})},
        {"section": AgentsSection(tools={"echo": tool("echo")},
            servers={"shaky": ServerSpec("shaky", enabled=False)})},
    ],
    ids=["tool switch", "all tools", "server switch", "tool not in use", "server not in use"],
)  # fmt: skip
async def test_what_is_off_is_not_called(scene: Scene, misbehaving: Misbehaving, off: dict) -> None:
    scene.resources = replace(scene.resources, **off)
    result = await scene.caller().call("echo", {}, "x")
    assert (result.ok, result.error) == (False, "MCP tools disabled")
    assert (result.metadata["skipped"], result.metadata["reason"]) == (True, "off")
    assert misbehaving.calls["echo"] == 0


async def test_the_environment_switches_all_tools_off(scene: Scene, settings) -> None:
    settings.ENABLE_MCP_TOOLS = False
    assert (await scene.caller().call("echo", {}, "x")).error == "MCP tools disabled"


async def test_a_tool_that_is_not_published_is_not_called(scene: Scene) -> None:
    result = await scene.caller().call("rm_rf", {}, "x")
    assert (result.ok, result.metadata["reason"]) == (False, "permission")


async def test_a_server_that_is_down_is_a_reason_not_an_error(scene: Scene) -> None:
    scene.resources = replace(
        scene.resources,
        operational=AgentsOperational({"shaky": ServerAddress("shaky", "http://127.0.0.1:9/mcp")}),
    )
    caller = scene.caller()
    result = await caller.call("echo", {}, "x")
    assert (result.ok, result.metadata["reason"]) == (False, "server_down")
    assert "shaky" in result.error
    assert caller.steps[0].outcome == "skipped"
    assert scene.events[-1]["phase"] == "failed"


async def test_with_no_time_left_nothing_is_called(scene: Scene, misbehaving: Misbehaving) -> None:
    result = await scene.caller(deadline=time.time()).call("echo", {}, "x")
    assert result.metadata["reason"] == "limit"
    assert misbehaving.calls["echo"] == 0


async def test_a_lost_read_is_repeated_once(scene: Scene, misbehaving: Misbehaving) -> None:
    once = await scene.caller().call("dies_once", {}, "x")
    assert (once.ok, once.result, once.metadata["attempts"]) == (True, "back again", 2)
    always = await scene.caller().call("http_500", {}, "x")
    assert (always.ok, misbehaving.calls["http_500"]) == (False, 2)
    assert "uncertain" not in always.metadata
    await scene.caller().call("refuses", {}, "x")
    await scene.caller().call("garbage", {}, "x")
    assert misbehaving.calls["refuses"] == misbehaving.calls["garbage"] == 1


async def test_a_turn_does_not_outlive_its_deadline(scene: Scene) -> None:
    began = time.monotonic()
    result = await scene.caller(deadline=time.time() + 0.15).call("slow", {"seconds": 0.5}, "x")
    assert not result.ok
    assert time.monotonic() - began < 0.4


async def running_turn() -> str:
    def make() -> str:
        tenant = Tenant.objects.create(slug="calls")
        conversation = Conversation.objects.of(tenant).model(tenant=tenant, key="calls:a:s", agent_id="a")
        conversation.save(force_insert=True)
        turn = Turn(tenant=tenant, conversation=conversation, number=1, status=Turn.Statuses.RUNNING)
        turn.save(force_insert=True)
        return turn.pk

    return await visit(make)


async def until(check: Callable[[], object]) -> None:
    for _ in range(200):
        if check():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not happen within two seconds")


async def effects(turn_id: str) -> list[dict]:
    return await visit(lambda: Turn.unscoped.get(pk=turn_id).side_effects)


@pytest.mark.django_db(transaction=True)
class TestChanges:
    async def test_intention_is_committed_before_and_result_after(self, scene: Scene) -> None:
        turn = await running_turn()
        result = await scene.caller(turn_id=turn).call("open_case", {"order": "P100"}, "x")
        assert result.ok
        assert result.metadata["side_effect"] is True
        [effect] = await effects(turn)
        assert (effect["tool"], effect["arguments"], effect["ok"]) == ("open_case", {"order": "P100"}, True)

    async def test_a_lost_change_is_uncertain_and_not_repeated(
        self, scene: Scene, misbehaving: Misbehaving
    ) -> None:
        turn = await running_turn()
        result = await scene.caller(turn_id=turn).call("dies_in_event", {}, "x")
        assert (result.ok, result.metadata["uncertain"]) == (False, True)
        assert misbehaving.calls["dies_in_event"] == 1
        [effect] = await effects(turn)
        assert effect["ok"] is None
        assert effect["words"]

    async def test_nothing_is_changed_in_the_name_of_a_turn_that_ended(
        self, scene: Scene, misbehaving
    ) -> None:
        turn = await running_turn()
        result = await scene.caller(turn_id=turn, attempt=2).call("open_case", {}, "x")
        assert (result.ok, result.metadata["reason"]) == (False, "limit")
        assert misbehaving.calls["open_case"] == 0

    async def test_stopping_the_turn_does_not_cut_a_change_off(self, scene: Scene, misbehaving) -> None:
        turn = await running_turn()
        scene.resources.section.tools["slow"] = replace(
            scene.resources.section.tools["slow"], read_only=False
        )
        caller = scene.caller(turn_id=turn)
        task = asyncio.create_task(caller.call("slow", {"seconds": 0.15}, "x"))
        await until(lambda: misbehaving.calls["slow"])
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await until(lambda: caller.results)
        await until(lambda: not runtime._tasks)
        assert (await effects(turn))[0]["ok"] is True
        assert [result.ok for result in caller.results] == [True]
