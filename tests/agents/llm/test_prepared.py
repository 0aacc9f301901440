"""What one tool prepares another one acts with, and long texts reach a tool whole.

In worlds it has never seen.
"""

from dataclasses import replace

import pytest

from agents.specs import ParameterSpec, ToolSpec
from conversations.turn import ToolResult
from tests.agents.llm.worlds import WORLDS, World, say

pytestmark = pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.language)
PASTED = "a;b\n1;2\n" + "3;4\n" * 2000


def with_preparing(world: World, longest: int = 20_000):
    """The world's acting intent, with a tool before it that words the free argument of the act."""
    act = world.tools[world.act_tool]
    free = next(each.name for each in act.parameters if each.source == "free")
    schema = {"type": "object", "properties": {"wish": {"type": "string", "maxLength": longest}}}
    prepare = ToolSpec("prepare", act.server, parameters=(ParameterSpec("wish"),), schema=schema)
    intent = replace(world.act, offer=("prepare", world.act_tool))
    tools = {"prepare": prepare, world.act_tool: act}
    made = ToolResult("prepare", act.server, True, {free: "in good words"}, metadata={"arguments": {}})
    return {"intents": (intent,), "tools": tools, "decided_intent": intent.name}, made, free


async def test_an_action_waits_for_what_is_looked_up_before_it(world):
    changes, _, _ = with_preparing(world)
    said = await say(world.slice(world.wants_act, **changes))
    assert said.call.name == "prepare"


async def test_it_acts_with_what_was_prepared_and_not_with_the_users_words(world):
    changes, made, free = with_preparing(world)
    said = await say(world.slice(world.wants_act, **changes, results=(made,)))
    assert said.call.name == world.act_tool
    assert said.call.arguments[free] == "in good words"


async def test_what_failed_or_belongs_to_another_intent_prepares_nothing(world):
    changes, made, free = with_preparing(world)
    failed = replace(made, ok=False, error="boom")
    other = replace(made, tool_name="other")
    said = await say(world.slice(world.wants_act, **changes, results=(failed, other)))
    assert said.call.name in ("prepare", "ask_user") or said.call.arguments[free] != "in good words"


async def test_after_the_act_nothing_is_looked_up_for_it(world):
    changes, _, _ = with_preparing(world)
    done = ToolResult(world.act_tool, "s", True, {"until": "x", "dia": "x"}, metadata={"arguments": {}})
    arguments = {world.act_tool: {}}
    said = await say(
        world.slice(world.wants_act, **changes, results=(done,), reply="yes", confirmed=arguments)
    )
    assert said.calls == ()


async def test_a_tool_that_takes_long_texts_gets_the_message_whole_with_its_lines(world):
    changes, _, _ = with_preparing(world)
    text = f"{world.wants_act}\n{PASTED}"
    said = await say(world.slice(text, **changes))
    assert said.call.arguments["wish"] == text


async def test_a_tool_that_does_not_gets_the_users_words_in_short(world):
    changes, _, _ = with_preparing(world, longest=100)
    said = await say(world.slice(f"{world.wants_act}\n{PASTED}", **changes))
    assert len(said.call.arguments["wish"]) <= 300


async def test_a_reply_stands_behind_the_message_that_it_replies_about(world):
    changes, _, _ = with_preparing(world)
    said = await say(world.slice(world.value, **changes, reply="value"), "one two three", "?")
    assert said.call.arguments["wish"] == f"one two three\n{world.value}"
