"""What an engineer finds who brings her own company: needs of one message, and what an answer may rest on.

An instrument workshop, read from files, with its own tool server.
"""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from agents.models import MCPTool
from conversations.visits import visit
from routing.models import Intent
from tests.api.client_tools import asking, calls_of, result, tool, user
from tests.api.conftest import reach, turns_end
from tests.parts.phrases import try_each
from tests.turns.cordal import change, connect
from tests.turns.cordal import cordal as cordal

pytestmark = pytest.mark.django_db(transaction=True)
WEIGH = tool("weigh", "The weight of a parcel.", parcel={"type": "string"})


@pytest.fixture
async def model(cordal, fake_openai, settings):
    settings.PIECE_SECONDS = 0
    await connect(fake_openai.base_url)
    return fake_openai


async def test_an_action_gets_the_words_of_its_own_matter(cordal):
    one = cordal("s1")
    asked = await one("Book a visit for my cello, and how much are the strings?")
    assert "Note: my cello\n\nNext step: " in asked["text"]
    assert "38 EUR" in asked["text"]
    assert "V-77" in (await one("yes"))["text"]
    assert ("book_visit", {"note": "my cello"}) in cordal.server.calls


async def test_an_action_without_a_title_is_called_as_its_intent_is_offered(cordal):
    def edit():
        MCPTool.unscoped.filter(name="book_visit").update(title={})
        Intent.unscoped.filter(tools__tool__name="book_visit").update(offer={"en": "A visit to the bench"})

    await visit(edit)
    await change()
    asked = await cordal("s1")("Book a visit for my cello")
    assert asked["text"].endswith("Next step: A visit to the bench. Shall I go ahead?")


@try_each(
    ("first", "asks", "second", "called"),
    [
        ("book a visit", "the note", "the neck is loose", ("book_visit", {"note": "the neck is loose"})),
        (
            "Please move my repair CR-1040", "the reason", "it takes too long",
            ("send_on", {"ticket": "CR-1040", "reason": "it takes too long"}),
        ),
        (
            "I want to rent a viola", "the day", "2026-12-10",
            ("rent_instrument", {"instrument": "viola", "day": "2026-12-10"}),
        ),
    ],
)  # fmt: skip
async def test_what_the_words_do_not_give_is_asked_for(cordal, first, asks, second, called):
    one = cordal("s1")
    assert asks in (await one(first))["text"]
    proposed = await one(second)
    assert proposed["metadata"]["question"]["kind"] == "confirmation"
    assert all(value in proposed["text"] for name, value in called[1].items() if name != "day")
    await one("yes")
    assert cordal.server.calls == [called]


async def test_a_note_is_not_used_for_the_next_visit(cordal):
    one = cordal("s1")
    for text in ("book a visit", "the neck is loose", "yes"):
        await one(text)
    assert "the note" in (await one("book a visit"))["text"]


async def test_what_a_tool_did_before_may_be_told_of_that_alone(cordal, model):
    one = cordal("s1")
    model.calls("cancel_repair", {"ticket": "CR-1040"})
    await one("Please cancel the repair CR-1040")
    model.says("Done.")
    await one("yes")
    assert cordal.server.calls == [("cancel_repair", {"ticket": "CR-1040"})]
    model.says("Your repair CR-1040 was cancelled.")
    assert "was cancelled" in (await one("what about the repair CR-1040?"))["text"]
    model.says("Your repair CR-2222 was cancelled.")
    assert "was cancelled" not in (await one("and what about the repair CR-2222?"))["text"]


async def test_the_second_half_of_a_clients_turn_knows_what_our_tools_said_in_the_first(cordal, model):
    async with reach("203.0.113.9") as web:
        client = asking(web, {"Authorization": f"Bearer {cordal.key}"})

        async def say(*messages):
            create = client.chat.completions.create
            return await create(model="mostrador", messages=list(messages), tools=[WEIGH])

        asks = user("How much are the strings with postage?")
        model.calls("price_of", {"product": "strings"}).calls("weigh", {"parcel": "strings"})
        model.says("The strings cost 38 EUR and weigh 412 g.").says("They cost 61 EUR.")
        first = await say(asks)
        (call,) = first.choices[0].message.tool_calls
        second = await say(asks, *calls_of(first), result(call, "412 g"))
        assert second.choices[0].message.content == "The strings cost 38 EUR and weigh 412 g."
    await turns_end()


def instructions(model):
    return model.requests[-1]["messages"][0]["content"]


async def test_a_prompt_knows_the_profiles_day_and_the_name_that_was_said(cordal, model):
    here = datetime.now(ZoneInfo("Pacific/Auckland"))
    one = cordal("s1")
    await one("What of my membership?")
    assert f"{here:%Y-%m-%d}, {here:%H}" in instructions(model)
    assert f"(time zone {here.tzinfo})" in instructions(model)
    assert "You speak with the customer." in instructions(model)


async def test_a_prompt_knows_the_name_that_the_user_gave(cordal, model):
    one = cordal("s1")
    await one("Show me my membership, I am member Iria Souto")
    assert "You speak with Iria." in instructions(model)
    await one("Thanks, and what are your opening hours?")
    assert "You speak with Iria." in instructions(model)
    await cordal("s2")("Show me my membership, I am member Iria Souto", {"name": "Bea Lago"})
    assert "You speak with Bea." in instructions(model)


@pytest.mark.parametrize("mode", ["router", "supervisor", "supervised", "coordinator"])
async def test_what_is_nobodys_is_looked_for_in_no_document(cordal, mode):
    await change(documents="care", mode=mode)
    for n, text in enumerate(("Tell me a joke", "Cuéntame un chiste de músicos")):
        answer = await cordal(f"s{n}")(text)
        assert answer["metadata"]["mcp_results"] == [], mode
        assert not answer["text"].startswith(("I found nothing", "No encontré nada"))


BOTH = "How much are the strings and what are your opening hours?"


@try_each("mode", ["router", "supervisor", "coordinator"])
async def test_two_needs_of_one_specialist_are_both_served(cordal, mode):
    if mode != "router":
        await change(mode=mode)
    answer = await cordal("s1")(BOTH)
    assert "38 EUR" in answer["text"] and "10-18" in answer["text"]
    assert ("price_of", {"product": "strings"}) in cordal.server.calls


async def test_in_a_supervised_team_the_second_one_is_told_and_kept(cordal):
    await change(mode="supervised")
    answer = await cordal("s1")(BOTH)
    assert "38 EUR" in answer["text"] and "I also saw" in answer["text"]
    assert [each["intent"] for each in answer["metadata"]["pending"]] == ["hours"]


async def test_a_thing_to_look_up_is_no_thing_to_do(cordal):
    one = cordal("s1")
    asked = await one("cancel the repair CR-1040 and tell me how my repair CR-1041 is going")
    assert "CR-1041 is ready" in asked["text"] and asked["metadata"]["pending"] == []
    assert asked["text"].endswith("Shall I cancel repair CR-1040?")
    await one("yes")
    assert cordal.server.calls[1:] == [("cancel_repair", {"ticket": "CR-1040"})]


async def test_a_day_in_words_is_proposed_anew_and_agreed_to(cordal):
    today = datetime.now(ZoneInfo("Pacific/Auckland")).date()
    friday = next(day for n in range(1, 8) if (day := today + timedelta(n)).weekday() == 4)
    thursday = friday + timedelta(6)
    one = cordal("s1")
    assert (await one(f"I want to rent a viola from {thursday}"))["metadata"]["question"]
    asked = await one("no, on Friday")
    assert asked["metadata"]["question"]["kind"] == "confirmation"
    assert cordal.server.calls == []
    await one("yes, Friday")
    assert cordal.server.calls == [("rent_instrument", {"instrument": "viola", "day": str(friday)})]
