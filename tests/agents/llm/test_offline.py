"""The offline model holds the same conversations in two worlds that it has never seen."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from agents.llm.events import TextPiece
from agents.llm.offline.model import OfflineChat, OfflineModel
from agents.llm.offline.wording import wording
from agents.llm.request import ModelRequest
from agents.specs import TEXT
from conversations.turn import ToolResult
from tests.agents.llm.worlds import BAKERY, LIBRARY, WORLDS, say

pytestmark = pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.language)


WHY = {"en": "because of an accident", "pt": "por causa de um acidente"}


def tells_why(told, world):
    """Whether a reason is told, and neither the order that it stands in nor what that is done to."""
    order = world.wants_act.split()[0]
    return told.endswith(WHY[world.language][-11:]) and order not in told and world.value not in told


async def test_it_calls_the_tool_of_its_intent_when_the_value_is_said(world):
    said = await say(world.slice(world.asks_with_value))
    assert said.call.name == world.read_tool
    assert list(said.call.arguments.values()) == [world.value]
    assert said.text == ""


async def test_it_calls_with_a_value_known_from_before(world):
    name = next(iter(world.slots))
    said = await say(world.slice(world.asks, known={name: world.value}))
    assert list(said.call.arguments.values()) == [world.value]


async def test_it_asks_for_a_missing_value_by_its_label(world):
    said = await say(world.slice(world.asks))
    slot = next(iter(world.slots.values()))
    assert said.call.name == "ask_user"
    assert said.call.arguments["fields"] == [slot.name]
    assert slot.label[world.language] in said.call.arguments["question"]
    assert slot.example in said.call.arguments["question"]


async def test_the_value_in_reply_goes_on_where_it_stood(world):
    asked = (await say(world.slice(world.asks))).call.arguments["question"]
    part = world.slice(world.value, decided_intent=world.own.name, reply="value")
    said = await say(part, world.asks, asked)
    assert said.call.name == world.read_tool


async def test_it_answers_from_the_result_in_the_words_of_the_tool(world):
    said = await say(world.slice(world.asks_with_value, results=(world.found(),)))
    assert said.calls == ()
    for shown in world.shown:
        assert shown in said.text
    assert "Notes" not in said.text and "Recados" not in said.text  # an empty field takes its sentence along
    assert "{" not in said.text


async def test_results_that_stand_only_in_the_messages_are_read_too(world):
    call = {"id": "c1", "name": world.read_tool, "args": {}}
    messages = (
        AIMessage("", tool_calls=[call]),
        ToolMessage(json.dumps({"ok": True, "result": world.record}), tool_call_id="c1"),
    )
    said = await say(world.slice(world.asks_with_value), messages=messages)
    assert said.calls == ()
    assert world.shown[0] in said.text


async def test_a_result_without_a_template_is_told_by_its_fields(world):
    tools = {name: replace(tool, say={}) for name, tool in world.tools.items()}
    said = await say(world.slice(world.asks_with_value, tools=tools, results=(world.found(),)))
    for shown in world.shown:
        assert shown in said.text


async def test_nothing_found_is_said_and_nothing_invented(world):
    name = world.tools[world.read_tool].parameters[0].name
    gone = ToolResult(
        world.read_tool, "s", True, {"found": False}, metadata={"arguments": {name: world.value}}
    )
    said = await say(world.slice(world.asks_with_value, results=(gone,)))
    assert said.text == wording(world.language)["not_found"].format(values=world.value)


@pytest.mark.parametrize(
    ("error", "metadata", "key"),
    [
        ("boom", {}, "failed"),
        ("MCP tools disabled", {}, "disabled"),
        ("missing: card", {"skipped": True, "reason": "argument_missing"}, "identity_missing"),
        ("lost", {"uncertain": True}, "uncertain"),
    ],
    ids=["failed", "switched off", "identity missing", "uncertain"],
)
async def test_a_tool_that_failed_is_admitted(world, error, metadata, key):
    failed = ToolResult(world.read_tool, "s", False, error=error, metadata=metadata)
    said = await say(world.slice(world.asks_with_value, results=(failed,)))
    title = world.tools[world.read_tool].title[world.language]
    assert said.text == wording(world.language)[key].format(title=title)
    assert said.calls == ()


@pytest.mark.parametrize(
    ("error", "is_said"),
    [
        ("There is no loan A9", True),
        ("'A9'", False),
        ("1 validation error for find_loan\ncard\n  Field required", False),
        ("no " * 200, False),
    ],
    ids=["a sentence", "a program's name for it", "several lines", "too long"],
)
async def test_what_a_tool_itself_answers_is_read_by_the_user(world, error, is_said):
    failed = ToolResult(world.read_tool, "s", False, error=error, metadata={"told": True})
    said = (await say(world.slice(world.asks_with_value, results=(failed,)))).text
    title = world.tools[world.read_tool].title[world.language]
    key = "refused" if is_said else "failed"
    assert said == wording(world.language)[key].format(title=title, error=f"{error}.")


async def test_what_failed_alike_is_said_once(world):
    empty = ToolResult(world.read_tool, "s", True, {"found": False}, metadata={"arguments": {}})
    said = await say(world.slice(world.asks_with_value, results=(empty, empty)))
    assert said.text == wording(world.language)["not_found_plain"]
    failed = ToolResult(world.read_tool, "s", False, error="boom")
    said = await say(world.slice(world.asks_with_value, results=(failed, failed)))
    title = world.tools[world.read_tool].title[world.language]
    assert said.text.count(title) == 2
    assert said.text.count(".") == 2


async def test_it_serves_its_part_and_passes_the_rest_on_with_what_it_found(world):
    said = await say(world.slice(world.asks_both, results=(world.found(),)))
    assert world.shown[0] in said.text
    assert said.call.name == "request_handoff"
    assert said.call.arguments["target_agent"] == world.target.name
    assert world.shown[1] in said.call.arguments["context_summary"]
    keyword = next(word for word in world.target.intents[0].keywords if word in world.asks_both)
    assert keyword in said.call.arguments["reason"]
    assert keyword not in said.text


async def test_matters_joined_without_a_verb_are_served_and_passed_on_alike(world):
    text = {"en": "my loan L204 and the workshop", "pt": "minha encomenda B-77, curso de pão"}[world.language]
    rest = {"en": "the workshop", "pt": "curso de pão"}[world.language]
    said = await say(world.slice(text, results=(world.found(),)))
    assert world.shown[0] in said.text
    assert said.call.arguments["target_agent"] == world.target.name
    assert said.call.arguments["reason"] == wording(world.language)["handoff_reason"].format(clause=rest)


async def test_what_the_one_who_passed_control_served_is_no_part_of_mine(world):
    mine = f"{world.wants_act} {WHY[world.language]}"
    other = world.target.intents[0].keywords[0]
    free = world.tools[world.act_tool].parameters[1].name
    handed = ((world.target.name, "T", "…"),)
    joint = {"en": "and", "pt": "e"}[world.language]
    said = await say(world.slice(f"{other} {joint} {mine}", handed=handed, said=("…",)))
    assert tells_why(said.call.arguments[free], world)


async def test_what_is_only_a_targets_is_passed_on_without_a_word(world):
    said = await say(world.slice(world.asks_other))
    assert (said.text, said.call.name) == ("", "request_handoff")


async def test_a_targets_longer_keyword_takes_the_clause_as_in_routing(world):
    longer = {"en": "reading about my loan", "pt": "aula de bolo"}[world.language]
    intent = replace(world.target.intents[0], keywords=(longer,))
    part = world.slice(longer, targets=(replace(world.target, intents=(intent,)),))
    assert (await say(part)).call.name == "request_handoff"


async def test_what_was_given_is_no_field_to_ask_for(world):
    name = world.tools[world.read_tool].parameters[0].name
    found = world.found(
        result={**world.record, name: world.value}, metadata={"arguments": {name: world.value}}
    )
    keyword = {"en": "what is my loan?", "pt": "qual minha encomenda?"}[world.language]
    said = await say(world.slice(keyword, results=(found,), known={name: world.value}))
    assert world.shown[0] in said.text


async def test_a_refused_handoff_is_not_tried_again(world):
    call = {"id": "h", "name": "request_handoff", "args": {"target_agent": world.target.name}}
    messages = (AIMessage("", tool_calls=[call]), ToolMessage("You cannot.", tool_call_id="h"))
    said = await say(world.slice(world.asks_both, results=(world.found(),)), messages=messages)
    assert said.calls == ()
    assert world.shown[0] in said.text


async def test_control_is_not_passed_back_to_where_it_came_from(world):
    handed = ((world.target.name, "T", "…"),)
    said = await say(world.slice(world.asks_both, handed=handed, results=(world.found(),), said=("…",)))
    assert said.calls == ()
    assert world.shown[0] in said.text


async def test_the_receiver_builds_on_findings_that_nobody_has_told_yet(world):
    handed = (("other", "Other desk", "42 things"),)
    part = world.slice(world.asks_with_value, handed=handed, results=(world.found(),))
    assert "42 things" in (await say(part)).text
    assert "42 things" not in (await say(replace(part, said=("42 things",)))).text


async def test_an_action_is_called_only_when_the_words_name_it(world):
    wish = f"{world.wants_act} {WHY[world.language]}"
    said = await say(world.slice(wish))
    assert said.call.name == world.act_tool
    assert world.value in said.call.arguments.values()
    free = world.tools[world.act_tool].parameters[1].name
    assert tells_why(said.call.arguments[free], world)


async def test_words_that_only_name_an_action_are_no_argument_of_it(world):
    said = await say(world.slice({"en": "I want to renew L204", "pt": world.wants_act}[world.language]))
    assert (said.call.name, said.call.arguments["fields"]) == ("ask_user", [TEXT])


async def test_words_that_fit_no_action_are_asked_about(world):
    keyword = world.act.keywords[-1] if world.language == "en" else world.act.keywords[0]
    said = await say(world.slice(f"{keyword} {world.value}", decided_intent=world.act.name))
    assert said.call.name == "ask_user"
    assert len(said.call.arguments["options"]) == 2


async def test_a_denied_wish_calls_nothing(world):
    denied = {"en": "I don't want to renew L204", "pt": "Não quero adiar a B-77"}[world.language]
    said = await say(world.slice(denied))
    assert [call for call in said.calls if call.name in world.act.offer] == []


async def test_after_the_yes_the_result_of_the_action_is_told(world):
    until = {"until": "2026-04-01", "dia": "2026-04-01"}
    done = ToolResult(world.act_tool, "s", True, until, metadata={"arguments": {}})
    part = world.slice(
        "sim" if world.language == "pt" else "yes", reply="yes", decided_intent=world.act.name,
        results=(done,), confirmed={world.act_tool: {}},
    )  # fmt: skip
    said = await say(part, world.wants_act, "…?")
    assert said.calls == ()
    assert ("01/04/2026" if world.language == "pt" else "2026-04-01") in said.text


async def test_a_no_does_nothing_and_says_so(world):
    part = world.slice("não" if world.language == "pt" else "no", reply="no", decided_intent=world.act.name)
    said = await say(part, world.wants_act, "…?")
    assert (said.text, said.calls) == (wording(world.language)["declined"], ())


async def test_a_follow_up_gets_the_one_field_it_asks_for(world):
    part = world.slice(world.asks_field, decided_intent=world.own.name, results=(world.found(),))
    first = await say(world.slice(world.asks_with_value, results=(world.found(),)))
    said = await say(part, world.asks_with_value, first.text)
    assert world.field_value in said.text
    assert world.shown[0] not in said.text


async def test_a_field_is_called_as_the_person_called_it(world):
    word = {"en": "Title", "pt": "Preço"}[world.language]
    first = await say(world.slice(world.asks_with_value, results=(world.found(),)))
    part = world.slice(f"{word}?", decided_intent=world.own.name, results=(world.found(),))
    assert (await say(part, world.asks_with_value, first.text)).text.startswith(f"{word}: ")


async def test_one_word_at_the_beginning_gets_the_whole_answer(world):
    part = world.slice(world.asks_field, decided_intent=world.own.name, results=(world.found(),))
    assert world.shown[0] in (await say(part)).text


async def test_a_word_that_names_the_whole_record_asks_for_no_field(world):
    whole = {"en": "loan", "pt": "encomenda"}[world.language]
    found = world.found(result={**world.record, whole: "Gold"})
    part = world.slice(f"{whole}?", decided_intent=world.own.name, results=(found,))
    assert world.shown[0] in (await say(part, world.asks_with_value, world.shown[0])).text


async def test_a_question_put_off_is_taken_up_after_the_reply(world):
    asks = world.asks_both.replace(f" {world.value}", "")
    first = await say(world.slice(asks))
    assert first.call.name == "ask_user"
    whole = f"{first.text}\n\n{first.call.arguments['question']}"
    part = world.slice(world.value, reply="value", decided_intent=world.own.name, results=(world.found(),))
    then = await say(part, asks, whole)
    assert world.shown[0] in then.text
    assert then.call.arguments["target_agent"] == world.target.name


async def test_the_name_given_at_the_beginning_is_remembered(world):
    said = await say(world.slice(world.asks_name), world.states_name, "…", world.asks, "…")
    name = {"en": "Ada Byron", "pt": "Ana Souza"}[world.language]
    assert said.text == wording(world.language)["your_name"].format(name=name)
    assert (await say(world.slice(world.asks_name))).text == wording(world.language)["no_name"]


async def test_what_is_nobodys_gets_what_can_be_helped_with(world):
    said = await say(world.slice(world.foreign))
    assert said.calls == ()
    for help_text in (world.own.description, world.act.description, world.target.purpose):
        assert help_text in said.text


async def test_what_can_be_helped_with_is_said_as_people_would_ask_for_it(world):
    other = {"en": "pt", "pt": "en"}[world.language]
    own = replace(world.own, offer_text={world.language: world.asks, other: "…"})
    theirs = replace(world.target.intents[0], offer_text={world.language: world.asks_other})
    part = world.slice(
        world.foreign, intents=(own, world.act), targets=(replace(world.target, intents=(theirs,)),)
    )
    said = (await say(part)).text
    assert world.asks in said
    assert world.asks_other in said
    assert world.own.description not in said
    assert "…" not in said


async def test_it_asks_in_words_when_it_may_not_ask_otherwise(world):
    said = await say(world.slice(world.asks), tools=(world.read_tool,))
    assert said.calls == ()
    assert next(iter(world.slots.values())).label[world.language] in said.text


async def test_answers_stream_in_pieces_and_whole_they_are_the_same(world):
    part = world.slice(world.foreign)
    request = ModelRequest((HumanMessage(part.text),), (), part)
    pieces = [event.text async for event in OfflineModel().stream(request) if isinstance(event, TextPiece)]
    whole = OfflineChat().invoke([HumanMessage(part.text)], tools=[], slice=part)
    assert len(pieces) > 1
    assert "".join(pieces) == whole.text


def test_the_model_knows_no_word_of_any_world(world):
    """Swapping the demo for another world must change nothing here."""
    folder = Path(__file__).resolve().parents[3] / "agents/llm/offline"
    written = " ".join(
        path.read_text().lower() for path in folder.rglob("*") if path.suffix in (".py", ".json")
    )
    names = {"fatura", "pedido", "telecom", "retail", "billing", "orders_agent", "consultar_", "msisdn"}
    mine = {*world.tools, world.own.name, world.own.agent, world.target.name, *world.own.keywords}
    assert [word for word in names | mine if re.search(rf"\b{re.escape(word)}", written)] == []


def test_both_worlds_are_different(world):
    assert not set(LIBRARY.tools) & set(BAKERY.tools)
