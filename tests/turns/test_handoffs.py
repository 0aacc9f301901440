"""Handoffs inside a turn: what travels, what the receiver sees, what stops them, and what the record says."""

import asyncio
from datetime import timedelta

import pytest
from django.utils import timezone

from conversations.models import Conversation, Turn
from conversations.visits import visit
from handoffs.models import AgentHandoff
from rollout import control
from routing.models import AgentProfile
from tests.turns.changing import change
from tests.turns.conftest import BUYER, CUSTOMER, VISITOR
from tests.turns.gullible import HANDOFF, call, heard, made
from tests.turns.gullible import model as model

pytestmark = pytest.mark.django_db(transaction=True)
WHO = CUSTOMER | BUYER
ASK = "Minha fatura veio alta"
BOTH = "Minha fatura veio alta e onde está meu pedido P100?"
BILLING, ORDERS = "especialista em faturas", "especialista em pedidos"


def hand(target, **more):
    return call(("request_handoff", {"target_agent": target, **HANDOFF, **more}))


def role(words, line, times=1):
    """What the specialist with these words in its prompt does in its first requests."""
    left = [line] * times

    def answer(asked):
        return left.pop() if left and words in str(asked["messages"][0]["content"]) else None

    return answer


async def rows(session="s1"):
    return await visit(
        lambda: list(
            AgentHandoff.objects.of("tenant_a")
            .filter(conversation__session_id=session)
            .order_by("timestamp")
            .values("from_agent", "to_agent", "outcome", "blocked", "kind", "timestamp", "turn__status")
        )
    )


def short(found):
    return [(row["from_agent"], row["to_agent"], row["outcome"], row["blocked"]) for row in found]


async def limits(**changes):
    def edit():
        AgentProfile.objects.of("tenant_a").filter(agent_id="telecom_contas").update(**changes)

    await change(edit)


async def test_what_was_found_travels_and_is_kept(talk, model):
    notes = {
        "findings": ["A fatura INV001 tem multa."],
        "recommendations": ["Confirmar o endereço."],
        "constraints": ["Não prometer desconto."],
        "open_questions": ["O pedido foi pago?"],
    }
    model.when(role(BILLING, hand("orders_agent", **notes)))
    model.says("Com a multa da INV001 já vista, o pedido P100 está em trânsito.")
    answer = await talk("s1")(ASK, WHO)
    told = model.requests[-1]["messages"]
    assert [m["role"] for m in told[:2]] == ["system", "system"]
    for words in (
        "Faturas passed this conversation to you", HANDOFF["context_summary"], "tem multa", "endereço",
        "desconto", "foi pago", "INV001",
    ):  # fmt: skip
        assert words in told[1]["content"]
    assert "Build your first sentence on it" in told[1]["content"]
    kept = (await visit(lambda: Conversation.objects.of("tenant_a").get())).state["contexts"]["billing_agent"]
    assert kept["agent_name"] == "billing_agent"
    assert kept["last_active"]
    assert "A fatura INV001 tem multa." in kept["findings"]
    assert {"consultar_fatura", "consultar_pagamentos"} <= {
        each["tool"] for each in kept["findings"] if isinstance(each, dict)
    }
    assert kept["recommendations"] == notes["recommendations"]
    assert kept["constraints"] == notes["constraints"]
    assert kept["open_questions"] == notes["open_questions"]
    moved = answer["metadata"]["handoffs"][0]
    assert (moved["from_agent"], moved["to_agent"]) == ("billing_agent", "orders_agent")
    assert (moved["kind"], moved["reason"], moved["outcome"]) == (
        "agent_to_agent",
        HANDOFF["reason"],
        "helped",
    )
    assert {"agent": "billing_agent", "tool": "request_handoff", "ok": True} in answer["metadata"][
        "tool_calls"
    ]


async def test_who_takes_over_sees_the_first_message_the_last_five_and_nobodys_tool_calls(talk, model):
    one = talk("s1")
    for n in range(5):
        model.says(f"resposta {n}")
        await one(f"minha fatura veio alta {n}", WHO)
    model.when(role(BILLING, hand("orders_agent")))
    model.says("Está a caminho.")
    await one("minha fatura e o pedido P100", WHO)
    giver, told = model.requests[-2]["messages"], model.requests[-1]["messages"]
    said = [m["content"] for m in told if m["role"] in ("user", "assistant") and not m.get("tool_calls")]
    assert said == [
        "minha fatura veio alta 0", "resposta 2", "minha fatura veio alta 3", "resposta 3",
        "minha fatura veio alta 4", "resposta 4", "minha fatura e o pedido P100",
    ]  # fmt: skip
    called = {each["function"]["name"] for m in told for each in m.get("tool_calls") or ()}
    assert called == {"consultar_pedido", "consultar_entrega"}, "its own look-ups, and nobody else's"
    assert sum(m["role"] == "user" for m in giver) == 6


async def test_later_the_receiver_still_knows_what_it_was_told(talk, model):
    one = talk("s1")
    model.when(role(BILLING, hand("orders_agent", findings=["A INV001 tem multa."])))
    model.says("Seu pedido está em trânsito.").says("Chega amanhã.")
    await one(ASK, WHO)
    await one("e o pedido P100, quando chega?", WHO)
    assert "Earlier in this conversation Faturas passed to you" in heard(model.requests[-1])
    assert "tem multa" in heard(model.requests[-1])


async def test_what_was_not_found_and_what_was_asked_are_handed_on(talk):
    one = talk("s1")
    await one("onde está meu pedido P999?", BUYER, agent_id="retail_orders")
    state = (await visit(lambda: Conversation.objects.of("tenant_a").get())).state["contexts"]["orders_agent"]
    assert {"tool": "consultar_pedido", "not_found": ["P999"]} in state["constraints"]
    two = talk("s2")
    asked = await two("onde está meu pedido?", BUYER, agent_id="retail_orders")
    kept = await visit(lambda: Conversation.objects.of("tenant_a").get(session_id="s2"))
    assert kept.state["contexts"]["orders_agent"]["open_questions"] == [asked["metadata"]["question"]["text"]]


async def test_the_offline_receiver_begins_with_who_passed_control(talk):
    answer = await talk("s1")(BOTH, WHO)
    first, second = answer["text"].split("\n\n")
    assert "INV001" in first
    assert second.startswith("Faturas já respondeu; sigo com o restante. ")
    assert "P100" in second


async def test_a_circle_ends_with_what_was_found(talk, model):
    model.always_hands_to("orders_agent", "billing_agent")
    answer = await talk("s1")(ASK, WHO)
    about = answer["metadata"]
    assert short(await rows()) == [
        ("billing_agent", "orders_agent", "came_back", False),
        ("orders_agent", "billing_agent", "stopped_by_guard", True),
    ]
    assert answer["text"].startswith("Não consegui concluir tudo agora. O que encontrei até aqui: ")
    assert "INV001" in answer["text"]
    assert about["status"] == "answered"
    assert about["stopped"] == "stopped_by_guard"
    assert about["agent_step_counts"] == {"billing_agent": 1, "orders_agent": 1}
    turn = await Turn.objects.of("tenant_a").aget()
    assert turn.outcome == "stopped_by_guard"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("My invoice is too high", "What I found so far:"),
        ("Mi factura vino alta", "Lo que encontré hasta aquí:"),
    ],
)
async def test_a_stop_speaks_the_users_language(talk, model, text, words):
    model.always_hands_to("orders_agent", "billing_agent")
    assert words in (await talk("s1")(text, WHO))["text"]


async def test_a_stop_with_nothing_found_says_what_the_user_can_do(talk, model):
    model.always_hands_to("support_agent", "billing_agent")
    answer = await talk("s1")("Blorft zwang trelk munga dorivel", WHO)
    assert answer["metadata"]["stopped"] == "stopped_by_guard"
    assert answer["text"].startswith("I have not found anything about this yet.")


async def test_what_a_model_notes_for_a_colleague_is_no_finding_for_the_user(talk, model):
    notes = {"reason": "zzhand needs another", "context_summary": "s", "findings": ["zzhand needs another"]}
    for target in ("orders_agent", "support_agent", "orders_agent", "support_agent"):
        model.calls("request_handoff", {"target_agent": target, **notes})
    answer = await talk("s1")("Blorft zwang trelk munga dorivel", WHO)
    assert answer["metadata"]["stopped"] == "stopped_by_guard"
    assert "zzhand" not in answer["text"]


async def test_the_step_limit_ends_with_what_was_found(talk, model):
    await limits(max_steps=3)
    model.when(lambda asked: call(("consultar_pagamentos", {})))
    answer = await talk("s1")(ASK, WHO)
    about = answer["metadata"]
    assert about["agent_step_counts"] == {"billing_agent": 3}
    assert about["stopped"] == "agent_steps"
    assert "INV001" in answer["text"]
    assert (await Turn.objects.of("tenant_a").aget()).outcome == "agent_steps"


@pytest.mark.parametrize("most", [0, 1, 2])
async def test_the_profile_says_how_many_handoffs_a_turn_may_have(talk, model, most):
    await limits(max_handoffs=most)
    chain = {
        "billing_agent": "product_agent",
        "product_agent": "orders_agent",
        "orders_agent": "support_agent",
    }
    roles = {BILLING: "billing_agent", "especialista em planos": "product_agent", ORDERS: "orders_agent"}
    for words, agent in roles.items():
        model.when(role(words, hand(chain[agent])))
    answer = await talk("s1")(ASK, WHO)
    assert [row["blocked"] for row in await rows()] == [False] * most + [True]
    assert answer["metadata"]["handoff_count"] == most
    assert answer["text"]


async def test_a_path_is_stopped_the_third_time_over_turns(talk, model):
    one = talk("s1")
    for _ in range(3):
        model.when(role(BILLING, hand("orders_agent"))).when(
            role(ORDERS, call(text="O pedido está a caminho."))
        )
        answer = await one(ASK, WHO)
    assert [row["blocked"] for row in await rows()] == [False, False, True]
    assert "INV001" in answer["text"]


async def test_control_that_goes_back_in_a_later_turn_came_back(talk, model):
    one = talk("s1")
    model.when(role(BILLING, hand("orders_agent"))).when(role(ORDERS, call(text="Vejo o pedido.")))
    await one(ASK, WHO)
    assert short(await rows()) == [("billing_agent", "orders_agent", "helped", False)]
    model.when(role(ORDERS, hand("billing_agent"))).when(role(BILLING, call(text="De volta à fatura.")))
    await one("e o pedido P100?", WHO)
    assert short(await rows()) == [
        ("billing_agent", "orders_agent", "came_back", False),
        ("orders_agent", "billing_agent", "helped", False),
    ]


async def test_a_reroute_by_the_tiers_is_no_handoff(talk):
    one = talk("s1")
    await one(ASK, WHO)
    answer = await one("onde está meu pedido P100?", WHO)
    assert answer["metadata"]["previous_agent"] == "billing_agent"
    assert answer["metadata"]["agents"] == ["orders_agent"]
    assert await rows() == []


async def test_a_receiver_that_fails_abandoned_it(talk, model):
    model.when(role(BILLING, hand("orders_agent"))).fails(400, times=3)
    before = timezone.now()
    answer = await talk("s1")(ASK, WHO)
    (row,) = await rows()
    assert row["outcome"] == "abandoned"
    assert before <= row["timestamp"] <= timezone.now()
    assert answer["text"]


async def test_a_turn_that_runs_out_of_time_keeps_its_handoffs_with_their_times(talk, model, settings):
    settings.TURN_DEADLINE = 2.5
    model.when(role(BILLING, hand("orders_agent"))).hangs(6)
    answer = await talk("s1")(ASK, WHO)
    (row,) = await rows()
    assert answer["metadata"]["status"] == "failed"
    assert (row["outcome"], row["blocked"], row["turn__status"]) == ("abandoned", False, "failed")
    ended = (await Turn.objects.of("tenant_a").aget()).finished_at
    assert ended - row["timestamp"] > timedelta(seconds=0.5), "when it happened, not when it was written"


async def test_a_stopped_turn_keeps_its_handoffs(talk, model):
    from routing.turns.run import stop

    model.when(role(BILLING, hand("orders_agent")))
    model.says("Primeira frase inteira. Segunda frase que demora muito a chegar.", between=0.2)
    one = talk("s1")
    running = asyncio.create_task(one(ASK, WHO))
    for _ in range(200):
        await asyncio.sleep(0.02)
        if any(event.name == "text" for event in getattr(one, "events", [])):
            break
    turn = await Turn.objects.of("tenant_a").aget()
    await stop(VISITOR, turn.pk)
    await running
    (row,) = await rows()
    assert (row["outcome"], row["turn__status"]) == ("abandoned", "cancelled")


async def test_an_announced_handoff_is_made(talk, model):
    model.when(
        lambda asked: (
            call(text="Sua fatura INV001 está aberta. Vou transferir você para Pedidos.")
            if BILLING in heard(asked) and not made(asked)
            else None
        )
    )
    model.says("O pedido P100 está em trânsito.")
    one = talk("s1")
    answer = await one("minha fatura veio alta", WHO)
    streamed = "".join(str(e.data.get("text", "")) for e in one.events if e.name == "text")
    assert "transferir" not in answer["text"] + streamed
    assert answer["text"] == "Sua fatura INV001 está aberta.\n\nO pedido P100 está em trânsito."
    (moved,) = answer["metadata"]["handoffs"]
    assert moved["to_agent"] == "orders_agent"
    assert "anunciou" in moved["reason"]
    rail = next(r for r in answer["metadata"]["guardrails"] if r["code"] == "ANNOUNCED" and not r["allowed"])
    assert rail["metadata"]["handed_over_to"] == "orders_agent"
    review = next(s for s in answer["metadata"]["steps"] if s["node"] == "supervisor_review")
    assert review["outcome"] == "blocked"


async def test_an_announcement_of_nobody_known_is_flagged_and_the_user_is_not_left_alone(talk, model):
    model.says("Vou transferir você para o departamento jurídico.")
    answer = await talk("s1")(ASK, WHO)
    assert answer["metadata"]["handoffs"] == []
    assert answer["text"].startswith("Continuo com você por aqui.")
    rail = next(r for r in answer["metadata"]["guardrails"] if r["code"] == "ANNOUNCED" and not r["allowed"])
    assert rail["metadata"]["handed_over_to"] is None


async def test_an_announcement_of_somebody_not_permitted_makes_no_handoff(talk, model):
    from agents.models import Specialist

    await change(lambda: Specialist.objects.of("tenant_a").get(name="billing_agent").targets.clear())
    model.says("Vou transferir você para Pedidos.")
    answer = await talk("s1")(ASK, WHO)
    assert answer["metadata"]["handoffs"] == []
    assert answer["text"]


async def test_figures_count_what_happened_and_kind_tells_the_others(talk, model):
    from analytics.handoffs import count_handoffs
    from analytics.period import Period

    model.always_hands_to("orders_agent", "billing_agent")
    await talk("s1")(ASK, WHO)
    report = await visit(lambda: count_handoffs("tenant_a", Period.last(1)))
    assert (report.total_handoffs, report.conversations_with_handoffs) == (1, 1)
    assert (
        await visit(lambda: count_handoffs("tenant_a", Period.last(1), kind="delegation"))
    ).total_handoffs == 0


async def test_a_refused_permission_is_a_constraint_to_whoever_goes_on(talk):
    from agents.models import MCPTool

    def edit():
        MCPTool.objects.of("tenant_a").filter(name="consultar_pagamentos").update(permission="payments")

    await change(edit)
    one = talk("s1")
    await one(ASK, WHO)
    await one("não", WHO)
    state = (await visit(lambda: Conversation.objects.of("tenant_a").get())).state
    assert {"refused": "consultar_pagamentos"} in state["contexts"]["billing_agent"]["constraints"]


async def test_a_plan_hands_over_within_the_same_limits(talk, model):
    model.always_hands_to("support_agent", "product_agent", "billing_agent", "orders_agent")
    answer = await talk("s1")("Meu pedido P100 atrasou e minha fatura veio duplicada", WHO, mode="supervisor")
    moved = answer["metadata"]["handoffs"]
    assert len(moved) <= 6
    assert moved[-1]["blocked"]
    assert answer["metadata"]["stopped"] == "stopped_by_guard"
    assert "INV001" in answer["text"]
    assert answer["metadata"]["status"] == "answered"


async def test_the_offline_receiver_builds_on_nothing_that_failed(talk):
    await visit(lambda: control.set_switch("tenant_a", "tool", "*"))
    answer = await talk("s1")(BOTH, WHO)
    assert answer["metadata"]["agents"] == ["billing_agent", "orders_agent"]
    assert "já respondeu" not in answer["text"] and "já viu" not in answer["text"]
