"""A backend hands a message over: the next one is told what the first said, twice at most."""

from typing import Any

from routing.gateway.wire import TAKERS_HEADER
from tests.gateway.stand_in import StandIn


def hands_to(name: str, text: str = "Isto é de outro.", **metadata: Any):
    return lambda body: {"text": text, "metadata": {"handover_backend": name, **metadata}}


async def test_the_next_backend_is_told_what_the_first_said(web, backends):
    backends["contas"].answers = hands_to("cobranca", "São R$ 120 em aberto.")
    answer = (await web.say("Minha fatura", session="h-1", message_id="m-1")).json()
    assert answer["text"] == "cobranca aqui."
    about = answer["metadata"]
    assert about["selected_backend"] == "cobranca"
    assert about["global_route_decision"]["backend_id"] == "contas"
    assert about["handovers"] == [{"from": "contas", "to": "cobranca"}]
    sent = backends["cobranca"].seen[0]["payload"]
    assert sent["context"]["handover_from_backend"] == "contas"
    assert sent["context"]["handover_summary"] == "contas: São R$ 120 em aberto."
    assert sent["message_id"] != "m-1"  # on one database the same id would be the same turn
    follows = (await web.say("e então?", session="h-1")).json()
    assert follows["metadata"]["selected_backend"] == "cobranca"


async def test_a_summary_of_its_own_is_told_instead_of_the_text(web, backends):
    backends["contas"].answers = hands_to("ofertas", handover_summary="Quer pagar menos.")
    await web.say("Minha fatura", session="h-2")
    assert (
        backends["ofertas"].seen[0]["payload"]["context"]["handover_summary"] == "contas: Quer pagar menos."
    )


async def test_two_handovers_at_most(web, backends):
    backends["contas"].answers = hands_to("ofertas")
    backends["ofertas"].answers = hands_to("suporte")
    backends["suporte"].answers = hands_to("contas", "Fico com isto.")
    answer = (await web.say("Minha fatura", session="h-3")).json()
    assert answer["text"] == "Fico com isto."
    assert [each["to"] for each in answer["metadata"]["handovers"]] == ["ofertas", "suporte"]
    assert "2 times" in answer["metadata"]["handover_refused"]
    assert len(backends["contas"].seen) == 1


async def test_a_handover_to_nobody_or_oneself_is_none(web, backends):
    for wanted in ("nobody", "contas", 7):
        backends["contas"].answers = hands_to(wanted, "Fico com isto.")
        answer = (await web.say("Minha fatura", session="h-4")).json()
        assert answer["text"] == "Fico com isto." and "handovers" not in answer["metadata"]


async def test_whom_nobody_can_take_over_from_keeps_the_word(web, backends):
    backends["contas"].answers = hands_to("cobranca", "São R$ 120 em aberto.")
    backends["cobranca"].stop()
    answer = (await web.say("Minha fatura", session="h-5")).json()
    assert answer["text"].startswith("Cobrança não está respondendo agora.")
    assert answer["text"].endswith("São R$ 120 em aberto.")
    assert answer["metadata"]["selected_backend"] == "contas"


async def test_sent_again_it_takes_the_same_way(web, backends):
    backends["contas"].answers = hands_to("cobranca")
    for _ in range(2):
        await web.say("Minha fatura", session="h-6", message_id="m-6")
    first, second = backends["cobranca"].seen
    assert first == second


async def test_a_backend_is_told_whom_it_may_hand_over_to(web, backends):
    """Nobody who is itself, or did not answer this message; and nobody at all who has it by a handover."""
    await web.say("Minha fatura", session="h-7")
    assert set(named(backends["contas"])) == {"cobranca", "ofertas", "suporte"}
    backends["contas"].answers = hands_to("cobranca")
    await web.say("Minha fatura", session="h-8")
    assert named(backends["cobranca"]) == []


async def test_who_stands_in_for_another_cannot_give_the_message_back(web, backends):
    backends["ofertas"].stop()
    backends["contas"].answers = hands_to("ofertas", "Fico com isto.")
    answer = (await web.say("Tem alguma promoção?", session="h-9")).json()
    about = answer["metadata"]
    assert set(named(backends["contas"])) == {"cobranca", "suporte"}
    assert answer["text"].endswith("Fico com isto.") and "handovers" not in about
    assert about["selected_backend"] == "contas" and about["failed_backends"] == ["ofertas"]
    assert about["handover_refused"] == "It did not answer this message before."


def named(stand: StandIn) -> list[str]:
    """The backends that the newest message named as those who may take over."""
    return [name for name in stand.headers[-1].get(TAKERS_HEADER.lower(), "").split(",") if name]
