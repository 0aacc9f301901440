"""What a user says beside a yes is done, answered, asked about or named: it is never lost in silence."""

import pytest

from conversations.visits import visit
from language.acts.closed_list import read_closed
from rollout import control
from routing.texts import text
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


async def test_a_question_that_says_it_is_another_is_answered_and_the_yes_counts(orilla):
    """Any other question is answered, and the yes is asked for again."""
    for n, (language, wish, said, done, told) in enumerate(
        (
            ("es", "Anula la salida T-12", "sí, y además, ¿a qué hora abrís?", True, HOURS["es"]),
            ("es", "Anula la salida T-12", "sí, ¿y a qué hora abrís?", False, HOURS["es"]),
            ("es", "Anula la salida T-12", "sí, y también dime cuánto cuesta un kayak", True, "Cuesta 19"),
            ("en", "Cancel my trip T-12", "yes, and also, when are you open?", True, HOURS["en"]),
            ("en", "Cancel my trip T-12", "yes, and when are you open?", False, HOURS["en"]),
            ("en", "Cancel my trip T-12", "yes, and is there parking?", False, "You park for free."),
            ("en", "Cancel my trip T-12", "yes, and tell me how much a kayak is", True, "It costs 19"),
            ("pt", "Cancela o passeio T-12", "sim, e além disso, que horas abrem?", True, HOURS["pt"]),
            ("pt", "Cancela o passeio T-12", "sim, e que horas abrem?", False, HOURS["pt"]),
        )
    ):
        orilla.server.calls.clear()
        one = orilla(f"s{n}")
        asked = (await one(wish))["metadata"]["question"]
        answer = await one(said)
        acts = list_acts(orilla, "hire_price", "free_boats")
        assert acts == ([("cancel_trip", {"trip": "T-12"})] if done else []), (language, said)
        assert told in answer["text"], (said, answer["text"])
        assert done or answer["text"].endswith(asked["text"]), (said, answer["text"])


def test_a_question_about_what_is_done_or_that_limits_it_is_no_other():
    asked = {
        "en": "Shall I cancel your booking for Saturday 14?",
        "es": "¿Cancelo su reserva del sábado 14?",
        "pt": "Posso cancelar o seu pedido 40112?",
    }
    for language, said, apart in (
        ("en", "yes, and also, when are you open?", True),
        ("es", "sí, y además, ¿a qué hora abren?", True),
        ("pt", "sim, e além disso, que horas abrem?", True),
        ("en", "yes, and do I get my money back?", False),
        ("en", "ok and the deposit?", False),
        ("en", "yes, also is it only cancelled if I pay?", False),
        ("en", "yes, also does cancelling cost anything?", False),
        ("en", "yes, but also when are you open?", False),
        ("en", "yes, also what about the 14?", False),
        ("es", "sí, ¿y me devuelven el dinero?", False),
        ("es", "sí, además ¿cancelar tiene coste?", False),
        ("es", "sí, y también, ¿no me cobran nada?", False),
        ("pt", "sim, e vocês devolvem quando?", False),
        ("pt", "sim, e também, o 40112 já saiu?", False),
    ):
        closed = read_closed(said, asked[language])
        assert (closed is not None and closed.apart) == apart, said


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
