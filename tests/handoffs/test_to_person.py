"""Whoever asks for a person is handed to one: marked, told of, left alone, and given back."""

import pytest
from django.core import mail

from conversations.models import Conversation
from conversations.visits import visit
from delivery.models import Delivery
from handoffs.models import AgentHandoff
from routing.texts import text
from tests.delivery.conftest import channel, key, receiver, send_all, stranger, unhurried, web
from tests.turns.conftest import CUSTOMER, talk
from tests.turns.gullible import call, model

__all__ = ["channel", "key", "model", "receiver", "stranger", "talk", "unhurried", "web"]
OTHER = "retail_orders"  # says no hours
GOALS = "finance"
ASKED = "Quero falar com um atendente"


async def say(web, text, session="s1", agent_id="telecom_contas", **more):
    payload = {"text": text, "session_id": session}
    body = {"tenant_id": "tenant_a", "agent_id": agent_id, "payload": payload, **more}
    answer = await web.post("/gateway/message", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("mode", ["router", "single", "supervisor", "supervised", "coordinator", "planner"])
@pytest.mark.parametrize("words", [ASKED, f"{ASKED} sobre a fatura e também saber do pedido P100"])
async def test_no_mode_answers_in_a_persons_place(web, demo_servers, mode, words):
    profile = GOALS if mode == "planner" else "telecom_contas"
    about = (await say(web, words, mode=mode, agent_id=profile))["metadata"]
    assert about["mode"] == mode
    assert about["person"]["since"] and about["question"] is None, about
    assert [(each["from_agent"], each["to_agent"], each["kind"]) for each in about["handoffs"]] == [
        (about["active_agent"], "person", "agent_to_person")
    ]
    row = await visit(lambda: Conversation.unscoped.get())
    assert row.person_since is not None


async def test_nothing_is_promised_in_the_name_of_people_whom_nobody_tells(
    web, channel, receiver, demo_servers
):
    noted = text("person_noted", "pt")
    assert (await say(web, ASKED, agent_id=OTHER))["text"] == noted
    waits = await say(web, ASKED, agent_id=OTHER)
    assert waits["text"].startswith(text("person_noted_still", "pt"))
    # An installation without `EMAIL_URL` sends none.
    channel(kind="email", name="desk", email="desk@example.com", events=["person.requested"])
    assert (await say(web, ASKED, session="s3", agent_id=OTHER))["text"] == noted
    channel(url=receiver.url, events=["person.requested"])
    assert (await say(web, ASKED, session="s2", agent_id=OTHER))["text"].startswith(
        text("person_asked", "pt")
    )


async def test_the_agents_are_quiet_on_that_matter_alone_until_the_user_goes_on(web, demo_servers):
    context = {"business_context": {"msisdn": "5511999999999"}}
    await say(web, "Minha fatura veio alta", context=context)
    asked = await say(web, ASKED, context=context)
    assert asked["metadata"]["person"]["intent"] == "billing_invoice_explanation"
    quiet = await say(web, "Minha fatura veio alta", context=context)
    assert quiet["metadata"]["agents"] == [] and quiet["metadata"]["question"]["kind"] == "person"
    again = await say(web, "atendente por favor", context=context)
    assert again["metadata"]["handoffs"] == []
    other = await say(web, "onde está meu pedido P100?", context=context)
    assert other["metadata"]["agents"] == ["orders_agent"]
    quiet = await say(web, "Minha fatura veio alta", context=context)
    on = await say(web, quiet["metadata"]["question"]["options"][0]["value"], context=context)
    assert on["metadata"]["person"] is None
    # What was held is served, and not asked for once more.
    assert on["metadata"]["agents"] == ["billing_agent"] and "INV001" in on["text"]
    answered = await say(web, "Minha fatura veio alta", context=context)
    assert answered["metadata"]["agents"] == ["billing_agent"]
    kinds = await visit(
        lambda: list(AgentHandoff.unscoped.order_by("timestamp").values_list("kind", flat=True))
    )
    assert kinds == ["agent_to_person", "person_to_agent"]


async def test_goals_go_on_with_the_message_that_waited_for_a_person(web, demo_servers):
    wish = "compra 100 ações da Vale pra mim"
    usual = (await say(web, wish, session="s2", agent_id=GOALS))["text"]
    await say(web, ASKED, agent_id=GOALS)
    quiet = (await say(web, wish, agent_id=GOALS))["metadata"]["question"]
    assert quiet["kind"] == "person"
    on = await say(web, quiet["options"][0]["value"], agent_id=GOALS)
    assert on["metadata"]["person"] is None and on["text"] == usual
    kinds = await visit(
        lambda: list(AgentHandoff.unscoped.order_by("timestamp").values_list("kind", flat=True))
    )
    assert kinds == ["agent_to_person", "person_to_agent"]


async def test_the_company_is_told_by_webhook_and_mail_and_takes_the_mark_off(
    web, key, channel, receiver, demo_servers, settings
):
    settings.SITE_URL, settings.EMAIL_URL = "https://chat.example.com", "smtp://localhost"
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    channel(url=receiver.url, events=["person.requested", "person.released"])
    channel("email", name="desk", email="desk@example.com", events=["person.requested"])
    asked = await say(web, "Minha fatura INV001 veio alta, quero falar com um atendente")
    await send_all()
    told = [each["data"] for each in receiver.bodies()]
    assert (
        told[0]["link"]
        == f"https://chat.example.com/analytics/conversations/{asked['metadata']['conversation_id']}/"
    )
    assert "fatura" in told[0]["summary"]
    (sent,) = mail.outbox
    assert (
        sent.to == ["desk@example.com"] and told[0]["link"] in sent.body and told[0]["summary"] in sent.body
    )

    session = asked["session_id"]
    assert (await web.get(f"/sessions/{session}")).json()["person"]["since"]
    desk = key("sessions", "context:trusted")
    gone = await web.delete(f"/sessions/{session}/person", headers=desk)
    assert gone.json() == {"released": True}
    talked = asked["metadata"]["conversation_id"]
    state = await visit(lambda: Conversation.objects.of("tenant_a").get(pk=talked).state)
    assert state["question"] is None, "nobody waits for a word of theirs any more"
    again = await web.delete(f"/sessions/{session}/person")
    assert (again.status_code, again.json()["code"]) == (409, "nobody_awaited")
    assert (await web.get(f"/sessions/{session}")).json()["person"] is None
    await send_all()
    events = await visit(lambda: sorted(Delivery.unscoped.values_list("event", flat=True)))
    assert events == ["person.released", "person.requested", "person.requested"]
    assert receiver.bodies()[-1]["data"]["reason"].startswith("test (sb_live_")


async def test_a_model_may_pass_on_to_a_person_where_the_profile_has_an_intent_for_it(talk, model):
    asked = {"reason": "O cliente tem um caso que só uma pessoa decide."}
    model.when(lambda request: call(("request_person", asked)))
    answer = await talk("s1")("Preciso de um documento especial da minha fatura", CUSTOMER)
    about = answer["metadata"]
    assert about["person"], answer
    assert about["person"]["reason"] == asked["reason"]
    assert ("request_person", True) in [(each["tool"], each["ok"]) for each in about["tool_calls"]]
    (row,) = await visit(lambda: list(AgentHandoff.unscoped.values("kind", "reason", "from_agent")))
    assert row == {"kind": "agent_to_person", "reason": asked["reason"], "from_agent": "billing_agent"}
    assert len([text for text in answer["text"].split("\n\n") if text]) == 1


@pytest.mark.parametrize(
    "words",
    [
        "prefiero seguir contigo", "sigamos con usted entonces", "I'd rather go on with you",
        "let's continue here then", "ya no hace falta la persona", "prefiro continuar com você",
        "não precisa mais do atendente, vamos seguir por aqui",
    ],
)  # fmt: skip
@pytest.mark.parametrize("asked", [True, False], ids=["asked", "by-themselves"])
async def test_staying_with_the_agents_is_said_in_any_words(web, demo_servers, words, asked):
    await say(web, ASKED)
    if asked:
        quiet = await say(web, "atendente por favor")
        assert quiet["metadata"]["question"]["kind"] == "person"
    on = await say(web, words)
    assert on["metadata"]["person"] is None, on["text"]


@pytest.mark.parametrize("words", ["prefiero esperar", "no, con una persona", "I'll wait for them", "espero"])
async def test_waiting_for_the_person_is_said_in_any_words_too(web, demo_servers, words):
    await say(web, ASKED)
    await say(web, "atendente por favor")
    assert (await say(web, words))["metadata"]["person"]["since"]
