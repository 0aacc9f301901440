"""The calls of one step of a model: reads at once, changes one after the other and in their order."""

from collections.abc import Iterator

import pytest

from agents.llm.events import ToolCall
from agents.resources import AgentsOperational, Resources, ServerAddress
from agents.specialists import calling
from agents.specialists.calling import Gathered
from agents.specialists.task import Task
from agents.specs import AgentsSection, ParameterSpec, ServerSpec, SpecialistSpec, ToolSpec
from agents.tools.calls import Caller
from rollout.evaluate import RolloutSnapshot
from tests.agents.tools.conftest import _misbehaving as _misbehaving
from tests.agents.tools.conftest import bad as bad
from tests.agents.tools.conftest import closing as closing
from tests.agents.tools.conftest import misbehaving as misbehaving
from tests.agents.tools.test_calls import context

pytestmark = pytest.mark.usefixtures("closing")
SECONDS = ParameterSpec("seconds", "free", type="number")
TOOLS = {
    "slow": ToolSpec("slow", "shaky", parameters=(SECONDS,)),
    "echo": ToolSpec("echo", "shaky", parameters=(ParameterSpec("text", "free"),)),
    "open_case": ToolSpec("open_case", "shaky", read_only=False),
}


class Silent:
    released = False

    def feed(self, piece: str) -> None: ...

    def withdraw(self) -> None: ...

    def cut_off(self) -> None: ...


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def task(bad: ServerAddress, told: list[str]) -> Iterator[Task]:
    resources = Resources(
        AgentsSection(tools=TOOLS, servers={"shaky": ServerSpec("shaky")}),
        AgentsOperational({"shaky": bad}),
        RolloutSnapshot(),
    )
    about = context()
    caller = Caller(resources, about, lambda _name, data: told.append(f"{data['tool']} {data['phase']}"))
    yield Task(about, resources, caller, Silent(), SpecialistSpec("a", tools=tuple(TOOLS)), text="x")


def call(number: int, name: str, **given: object) -> ToolCall:
    return ToolCall(f"c{number}", name, given)


async def test_reads_of_one_step_are_made_at_once(task: Task, told: list[str]) -> None:
    done = Gathered([], 0)
    calls = [call(1, "slow", seconds=0.4), call(2, "slow", seconds=0.3), call(3, "echo", text="hi")]
    answers = await calling.answer_all(task, done, calls)
    assert told[:3] == ["slow started", "slow started", "echo started"]
    assert [each.tool_name for each in done.results] == ["slow", "slow", "echo"], "in the order of the calls"
    assert all(each.result and each.result.ok for each in answers)


async def test_a_change_waits_for_what_stands_before_it_and_is_waited_for(
    task: Task, told: list[str]
) -> None:
    done = Gathered([], 0)
    calls = [call(1, "slow", seconds=0.2), call(2, "open_case"), call(3, "echo", text="hi")]
    await calling.answer_all(task, done, calls)
    assert told == [
        "slow started", "slow done", "open_case started", "open_case done", "echo started", "echo done",
    ]  # fmt: skip
