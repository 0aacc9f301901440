"""Once a tool has said something, a model that fails behind it hides nothing of that."""

import pytest

from tests.turns.cordal import connect
from tests.turns.taquilla import NAME, counter
from tests.turns.taquilla import taquilla as taquilla

pytestmark = pytest.mark.django_db(transaction=True)

WISH = "refund TK-2077 EUR 640"
TOLD = "EUR 640.00 of ticket TK-2077 are refunded."
MODES = ("router", "supervisor", "supervised", "single")


async def asked(taquilla, fake_openai, mode, session="s1"):
    await connect(fake_openai.base_url, NAME)
    fake_openai.calls("refund_ticket", {"ticket": "TK-2077", "amount": 640})
    one = counter(taquilla, mode, session)
    assert (await one(WISH))["metadata"]["question"]["kind"] == "confirmation"
    fake_openai.clear()
    return one


@pytest.mark.parametrize("mode", MODES)
async def test_what_was_done_is_told_in_the_tool_s_own_sentence(taquilla, fake_openai, mode):
    one = await asked(taquilla, fake_openai, mode)
    for _ in range(12):
        fake_openai.fails(500)
    answer = await one("yes")
    assert TOLD in answer["text"] and answer["metadata"]["status"] == "answered"
    assert answer["metadata"]["stopped"] == "model_failed"


async def test_an_empty_answer_is_asked_for_once_more(taquilla, fake_openai):
    one = await asked(taquilla, fake_openai, "router")
    fake_openai.says("").says("Your money is on its way.")
    assert (await one("yes"))["text"] == "Your money is on its way."


async def test_two_empty_answers_leave_the_tool_s_sentence(taquilla, fake_openai):
    one = await asked(taquilla, fake_openai, "router")
    fake_openai.says("").says("")
    assert TOLD in (await one("yes"))["text"]


async def test_an_answer_that_breaks_off_before_the_user_leaves_what_was_done(taquilla, fake_openai):
    one = await asked(taquilla, fake_openai, "router")
    long = "Well, let me tell you what I have just looked up for you about this. " * 6
    fake_openai.cuts(long).cuts(long)
    assert TOLD in (await one("yes"))["text"]


async def test_a_branch_s_values_are_those_of_its_part_whatever_its_model_names(taquilla, fake_openai):
    await connect(fake_openai.base_url, NAME)
    move = {"ticket": "TK-1042", "day": "2027-01-11"}
    fake_openai.calls("move_ticket", move, to="You look after tickets")
    fake_openai.calls("refund_ticket", {"ticket": "TK-1042", "amount": 640}, to="You give money back")
    one = counter(taquilla, "supervisor")
    await one("change ticket TK-1042 to 2027-01-11 and refund ticket TK-2077 EUR 640")
    for _ in range(2):
        await one("yes")
    done = [call for call in taquilla.server.calls if call[0] == "refund_ticket"]
    assert done == [("refund_ticket", {"ticket": "TK-2077", "amount": 640})]
