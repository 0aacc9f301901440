"""What a user says beside a yes is done, answered, asked about or named: it is never lost in silence."""

import asyncio

import pytest

from agents.specialists.task import TaskResult
from conversations.models import Conversation, Turn
from conversations.visits import visit
from language.acts.closed_list import read_closed
from rollout import control
from routing.texts import text
from routing.turns import registry
from routing.turns.team import results
from routing.turns.team.team import Team
from tests.turns.orilla import NAME as LAKE
from tests.turns.orilla import orilla as orilla
from tests.turns.taquilla import counter
from tests.turns.taquilla import taquilla as taquilla

pytestmark = pytest.mark.django_db(transaction=True)

REFUND, REEMBOLSO = "refund TK-2077 EUR 640 please", "quero o reembolso do TK-2077 de 640 EUR"
REFUNDED = ("refund_ticket", {"ticket": "TK-2077", "amount": 640.0})
MOVED = ("move_ticket", {"ticket": "TK-1042", "day": "2027-01-11"})
MODES = ("router", "single", "supervisor", "supervised", "coordinator")


def list_acts(company, *reads):
    return [call for call in company.server.calls if call[0] not in reads]


@pytest.mark.parametrize("mode", MODES)
async def test_another_action_is_asked_about_behind_the_first(taquilla, mode):
    one = counter(taquilla, mode)
    for wish, said, yes, asks in (
        (REFUND, "yes, and also move TK-1042 to 2027-01-11", "yes", "Shall I move ticket TK-1042 to"),
        (REEMBOLSO, "sim, e muda também a data do TK-1042 para 2027-01-11", "sim", "Mudo o bilhete TK-1042"),
    ):
        taquilla.server.calls.clear()
        await one(wish)
        answer = await one(said)
        assert list_acts(taquilla, "find_ticket") == [REFUNDED], said
        told = answer["text"]
        assert "640" in told and asks in told and told.index("640") < told.index(asks), told
        assert answer["metadata"]["question"]["kind"] == "confirmation"
        await one(yes)
        assert list_acts(taquilla, "find_ticket") == [REFUNDED, MOVED], said


@pytest.mark.parametrize("mode", MODES)
async def test_no_yes_is_one_to_what_stands_beside_it(taquilla, mode):
    left = text("left_out", "en", names="")[:16]
    for n, (said, named) in enumerate(
        (("yes, but only look", ""), ("yes, and also change my ticket TK-1042 to another day", left))
    ):
        one = counter(taquilla, mode, f"s{n}")
        await one(REFUND)
        answer = await one(said)
        assert "Shall I refund EUR 640.00 of ticket TK-2077?" in answer["text"], said
        assert named in answer["text"] and list_acts(taquilla, "find_ticket") == [], said


async def test_what_nobody_understands_beside_a_yes_is_named(taquilla):
    for wish, said, named, acts in (
        (REFUND, "yes, and also print a poem about the sea", "“print a poem about the sea”", [REFUNDED]),
        (REFUND, "yes, and also buy two balloons", "“buy two balloons”", []),
        (REEMBOLSO, "sim, e também compra dois balões", "“compra dois balões”", []),
    ):
        taquilla.server.calls.clear()
        one = counter(taquilla, "router", f"s{said}")
        await one(wish)
        assert named in (await one(said))["text"], said
        if not acts:
            await one(named.strip("“”"))  # nobody says yes to what was only quoted
        assert list_acts(taquilla, "find_ticket") == acts, said


async def test_where_the_first_failed_the_other_is_left_open_and_named(taquilla):
    one = counter(taquilla, "router")
    taquilla.server.answers["refund_ticket"] = {"isError": True, "error": "closed"}
    await one(REFUND)
    answer = await one("yes, and also move TK-1042 to 2027-01-11")
    assert (
        answer["metadata"]["question"] is None and text("left_out", "en", names="Tickets") in answer["text"]
    )
    assert [part["agent"] for part in answer["metadata"]["pending"]] == ["moves_agent"]


HOURS = {"es": "Abrimos de 10 a 18.", "en": "We are open from 10 to 18.", "pt": "Abrimos das 10 às 18."}


async def test_a_question_behind_a_yes_is_answered_and_the_yes_asked_again(orilla):
    """Whatever it says it is about: what an action costs may decide whether it is wanted."""
    for n, (wish, said, told) in enumerate(
        (
            ("Anula la salida T-12", "sí, y además, ¿a qué hora abrís?", HOURS["es"]),
            ("Anula la salida T-12", "sí, y además, ¿cuánto me cuesta eso?", ""),
            ("Cancel my trip T-12", "yes, and is there parking?", "You park for free."),
            ("Cancel my trip T-12", "yes, also how much does this cost me?", ""),
            ("Cancela o passeio T-12", "sim, e que horas abrem?", HOURS["pt"]),
            ("Cancela o passeio T-12", "sim, e também, quanto custa isso?", ""),
        )
    ):
        one = orilla(f"s{n}")
        asked = (await one(wish))["metadata"]["question"]
        answer = await one(said)
        assert list_acts(orilla, "hire_price", "free_boats") == [], said
        if answer["metadata"]["question"]["kind"] == "slot":  # what an answer needs to know goes first
            answer = await one("kayak")
        assert answer["text"].endswith(asked["text"]), (said, answer["text"])
        assert told in answer["text"], (said, answer["text"])


def test_a_yes_with_a_question_behind_it_is_not_sure():
    asked = {
        "en": "Shall I cancel your booking for Saturday 14?",
        "es": "¿Cancelo su reserva del sábado 14?",
        "pt": "Posso cancelar o seu pedido 40112?",
    }
    for language, said in (
        ("en", "yes, and also, when are you open?"),
        ("en", "yes, also how much does this cost me?"),
        ("en", "ok and the deposit?"),
        ("en", "yes, also does cancelling cost anything?"),
        ("es", "sí, y además, ¿a qué hora abren?"),
        ("es", "sí, además ¿cancelar tiene coste?"),
        ("pt", "sim, e também, quanto custa isso?"),
    ):
        closed = read_closed(said, asked[language])
        assert closed is None or closed.kind == "unsure", said


@pytest.mark.parametrize("mode", ["router", "supervisor", "supervised", "single", "coordinator"])
async def test_a_part_that_is_switched_off_is_told_beside_the_others(taquilla, mode):
    await visit(lambda: control.set_switch("taquilla", "intent", "move"))
    for n, said in enumerate(
        (
            "refund TK-2077 EUR 640 and change ticket TK-1042",
            "change ticket TK-1042 and refund TK-2077 EUR 640",
        )
    ):
        answer = await counter(taquilla, mode, f"s{n}")(said)
        assert text("switched_off", "en", what="").rstrip(" .") in answer["text"], (said, answer["text"])
        assert "Shall I refund EUR 640.00 of ticket TK-2077?" in answer["text"], answer["text"]


async def test_a_tool_that_is_switched_off_is_told_beside_the_others(orilla):
    await visit(lambda: control.set_switch(LAKE, "tool", "cancel_trip"))
    answer = await orilla("s1")("How much is a kayak? And cancel my trip T-12.")
    assert "It costs 19" in answer["text"] and "I have not done that yet" in answer["text"], answer["text"]


async def test_a_yes_whose_further_wish_nobody_can_tell_is_asked_again(taquilla):
    for n, said in enumerate(
        (
            "yes, and also move it to 2027-01-11",
            "yes, also refund TK-2077 EUR 640",
        )
    ):
        one = counter(taquilla, "router", f"s{n}")
        asked = (await one(REFUND))["metadata"]["question"]
        answer = await one(said)
        assert list_acts(taquilla, "find_ticket") == [] and answer["text"].endswith(asked["text"]), answer[
            "text"
        ]
        assert (await one("yes"))["metadata"]["question"] is None
        assert list_acts(taquilla, "find_ticket") == [REFUNDED], said
        taquilla.server.calls.clear()


async def test_what_an_agreed_action_did_is_not_done_again_where_the_turn_fails_behind_it(
    taquilla, monkeypatch
):
    one = counter(taquilla, "router")
    await one(REFUND)

    def fail(team):
        raise RuntimeError("behind the call")

    with monkeypatch.context() as broken:
        broken.setattr(Team, "result", fail)
        failed = await one("yes, and also move TK-1042 to 2027-01-11")
    assert failed["metadata"]["status"] == "failed" and failed["metadata"]["question"] is None
    await one("yes")
    assert list_acts(taquilla, "find_ticket") == [REFUNDED]


@pytest.mark.parametrize("said", ["yes", "yes, and also move TK-1042 to 2027-01-11"])
async def test_a_turn_that_is_stopped_behind_an_action_closes_its_question(taquilla, monkeypatch, said):
    one = counter(taquilla, "router")
    await one(REFUND)
    works = Team.work_from

    async def work_and_stop(team, agent):
        await works(team, agent)
        turn = await Turn.unscoped.filter(status="running").alatest("created_at")
        assert registry.stop(turn.pk)
        await asyncio.sleep(5)

    with monkeypatch.context() as broken:
        broken.setattr(Team, "work_from", work_and_stop)
        assert (await one(said))["metadata"]["status"] == "cancelled"
    assert (await Conversation.unscoped.aget()).state["question"] is None
    await one("yes")
    assert list_acts(taquilla, "find_ticket") == [REFUNDED]


@pytest.mark.parametrize("said", ["yes", "yes, and also move TK-1042 to 2027-01-11"])
async def test_a_yes_to_whoever_is_switched_off_leaves_the_question_open(taquilla, said):
    one = counter(taquilla, "router")
    await one(REFUND)
    await visit(lambda: control.set_switch("taquilla", "specialist", "refunds_agent"))
    told = (await one(said))["text"]
    assert text("switched_off", "en", what="").rstrip(" .") in told
    assert list_acts(taquilla, "find_ticket") == []
    await visit(lambda: control.set_switch("taquilla", "specialist", "refunds_agent", off=False))
    again = await one("yes")  # what was read since is no question: it is asked once more
    if not list_acts(taquilla, "find_ticket"):
        assert again["text"].endswith("Shall I refund EUR 640.00 of ticket TK-2077?")
        await one("yes")
    assert list_acts(taquilla, "find_ticket") == [REFUNDED]


async def test_a_turn_that_acted_has_not_failed_because_of_what_stands_behind(taquilla, monkeypatch):
    works = results.work

    async def work_but_moves(task):
        return TaskResult(error="away") if task.agent == "moves_agent" else await works(task)

    monkeypatch.setattr(results, "work", work_but_moves)
    one = counter(taquilla, "router")
    await one(REFUND)
    answer = await one("yes, and also move TK-1042 to 2027-01-11")
    assert list_acts(taquilla, "find_ticket") == [REFUNDED] and answer["metadata"]["status"] == "answered"
