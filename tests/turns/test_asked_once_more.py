"""An action is agreed to in words or on a button: a request that is sent once more is no yes to it."""

import pytest

from tests.turns.taquilla import counter
from tests.turns.taquilla import taquilla as taquilla

pytestmark = pytest.mark.django_db(transaction=True)

REFUND = "refund TK-2077 EUR 640 please"
MOVE = "I want to change ticket TK-1042 to 2027-01-11"
REEMBOLSO = "quero o reembolso do TK-2077 de 640 EUR"
PODES = "Podes reembolsar 640 EUR do bilhete TK-2077, por favor"
HAZ = "haz el reembolso del TK-2077 de 640 EUR"
PUEDE = "puede reembolsar el billete TK-2077 de 640 EUR"
MUDAR = "quero mudar a data do bilhete TK-1042 para 2027-01-11"
BOTH = "change ticket TK-1042 to 2027-01-11 and refund ticket TK-2077 EUR 640"
REFUNDED = ("refund_ticket", {"ticket": "TK-2077", "amount": 640.0})
MOVED = ("move_ticket", {"ticket": "TK-1042", "day": "2027-01-11"})


def acts(company):
    return [call for call in company.server.calls if call[0] != "find_ticket"]


@pytest.mark.parametrize(
    ("wish", "again", "yes", "call"),
    [
        (REFUND, [REFUND, "refund TK-2077", "refund"], "yes, refund it", REFUNDED),
        (REFUND, ["Can you refund ticket TK-2077?", "please refund ticket TK-2077"], "go ahead", REFUNDED),
        (MOVE, ["change ticket", MOVE], "you can move ticket TK-1042", MOVED),
        (REEMBOLSO, [REEMBOLSO, "quero o reembolso"], "pode reembolsar", REFUNDED),
        (PODES, [PODES, "podes reembolsar 640 EUR"], "sim", REFUNDED),
        (
            "pode reembolsar o bilhete TK-2077, 640 EUR",
            ["pode reembolsar o bilhete TK-2077"],
            "pode",
            REFUNDED,
        ),
        (HAZ, [HAZ, "haz el reembolso del TK-2077"], "sí", REFUNDED),
        (PUEDE, ["puede reembolsar el billete TK-2077 por favor", PUEDE], "puede reembolsar", REFUNDED),
        (MUDAR, [MUDAR, "mudar a data do bilhete TK-1042 para 2027-01-11"], "sim", MOVED),
    ],
    ids=[
        "verb",
        "other words",
        "whole sentence",
        "noun",
        "may you",
        "may you, in part",
        "light verb",
        "may you, please",
        "words that the question has not",
    ],
)
async def test_the_request_once_more_asks_the_same_again(taquilla, wish, again, yes, call):
    one = counter(taquilla, "router")
    asked = (await one(wish))["metadata"]["question"]
    for said in again:
        question = (await one(said))["metadata"]["question"]
        assert question["kind"] == "confirmation" and question["text"].endswith(asked["text"]), said
        assert acts(taquilla) == []
    await one(yes)
    assert acts(taquilla) == [call]


async def test_a_number_alone_chooses_only_what_was_numbered(taquilla):
    one = counter(taquilla, "router")
    await one(MOVE)
    assert (await one("1"))["metadata"]["question"]["kind"] == "confirmation" and acts(taquilla) == []


@pytest.mark.parametrize("mode", ["router", "single", "supervisor"])
async def test_a_yes_that_wants_the_same_for_another_does_the_first_and_asks_for_the_second(taquilla, mode):
    one = counter(taquilla, mode)
    await one(REFUND)
    answer = await one("yes, and also refund TK-1042 EUR 1180")
    assert acts(taquilla) == [REFUNDED] and "EUR 640.00 of ticket TK-2077 are refunded" in answer["text"]
    assert "Shall I refund EUR 1,180.00 of ticket TK-1042?" in answer["text"]
    await one("yes")
    assert acts(taquilla)[1:] == [("refund_ticket", {"ticket": "TK-1042", "amount": 1180.0})]


@pytest.mark.parametrize("mode", ["router", "single"])
async def test_another_deed_behind_a_yes_is_not_the_same_for_another(taquilla, mode):
    one = counter(taquilla, mode)
    await one(REFUND)
    answer = await one("yes, and also move TK-1042 to 2027-01-11")
    assert acts(taquilla) == [REFUNDED] and "refund TK-1042" not in answer["text"]
    asked = answer["metadata"]["question"]
    assert asked is None or asked["kind"] != "slot", answer["text"]


async def test_nothing_more_is_asked_where_the_first_failed(taquilla):
    one = counter(taquilla, "router")
    taquilla.server.answers["refund_ticket"] = {"isError": True, "error": "closed"}
    await one(REFUND)
    answer = await one("yes, and also refund TK-1042 EUR 1180")
    assert answer["text"] and "TK-1042" not in answer["text"] and "refunded" not in answer["text"]
    assert answer["metadata"]["question"] is None


@pytest.mark.parametrize(("amount", "told"), [("5 EUR", "5,00"), ("5.50 EUR", "5,50")])
async def test_the_second_wish_keeps_its_values_without_a_comma(taquilla, amount, told):
    one = counter(taquilla, "router")
    await one(REEMBOLSO)
    answer = await one(f"sim e reembolsa também o TK-1042 de {amount}")
    assert acts(taquilla) == [REFUNDED] and f"Reembolso {told} EUR do bilhete TK-1042?" in answer["text"]


async def test_several_others_are_asked_about_one_by_one(taquilla):
    one = counter(taquilla, "router")
    await one(REFUND)
    answer = await one("yes, and also refund TK-1042 and TK-1043 EUR 5")
    assert acts(taquilla) == [REFUNDED] and "EUR 5.00 of ticket TK-1042?" in answer["text"]
    assert "EUR 5.00 of ticket TK-1043?" in (await one("yes"))["text"]
    assert acts(taquilla)[1:] == [("refund_ticket", {"ticket": "TK-1042", "amount": 5.0})]


async def test_what_the_second_needs_is_not_taken_over_from_the_first(taquilla):
    one = counter(taquilla, "router")
    await one(REFUND)
    answer = await one("yes, and also refund TK-1042")
    assert answer["metadata"]["question"]["kind"] == "slot" and acts(taquilla) == [REFUNDED]
    assert "EUR 1,180.00 of ticket TK-1042" in (await one("1180"))["text"]


@pytest.mark.parametrize("mode", ["router", "supervisor", "supervised", "single", "coordinator"])
async def test_each_of_two_actions_is_asked_about_with_the_values_of_its_own_part(taquilla, mode):
    one = counter(taquilla, mode)
    await one(BOTH)
    for _ in range(2):
        await one("yes")
    assert sorted(acts(taquilla)) == [MOVED, REFUNDED]


@pytest.mark.parametrize("mode", ["router", "single"])
@pytest.mark.parametrize(
    "said", ["do not refund TK-2077 EUR 640", "please don't refund ticket TK-2077 EUR 640"]
)
async def test_what_is_forbidden_is_not_proposed(taquilla, mode, said):
    one = counter(taquilla, mode)
    assert (await one(said))["metadata"]["question"] is None
    await one("yes")
    assert acts(taquilla) == []


async def test_a_clause_of_nobody_s_is_no_order_to_do_the_same_with_its_value(taquilla):
    one = counter(taquilla, "alone")
    await one(f"{MUDAR} e {REEMBOLSO}")
    for _ in range(2):
        await one("sim")
    assert acts(taquilla) == [MOVED]


async def test_several_that_one_order_names_are_asked_about_one_by_one(taquilla):
    one = counter(taquilla, "alone")
    await one("change ticket TK-1042 and TK-2077 to 2027-01-11")
    for _ in range(2):
        await one("yes")
    assert [arguments["ticket"] for _tool, arguments in acts(taquilla)] == ["TK-1042", "TK-2077"]


async def test_what_was_looked_up_and_not_found_is_told_and_no_failure(taquilla):
    answer = await counter(taquilla, "router")("change ticket TK-9998 to 2027-01-11")
    assert answer["text"] == "I found nothing for TK-9998." and acts(taquilla) == []
