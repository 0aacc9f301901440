"""A long conversation.

The model reads the last messages, and of what was before them who answered about what.
"""

import pytest

from conversations.models import Conversation
from conversations.visits import visit
from releases.publish import publish
from routing.models import AgentProfile
from tenancy.models import Tenant
from tests.turns.conftest import BUYER, CUSTOMER

pytestmark = pytest.mark.django_db(transaction=True)
WHO = CUSTOMER | BUYER
SAID = ("Minha fatura INV001 veio alta", "Onde está meu pedido P100?", "Quais serviços eu tenho?")


@pytest.fixture
def short(transactional_db):
    """The profile's models see two messages, and few letters."""

    def change(messages=2, tokens=None):
        profile = AgentProfile.objects.of("tenant_a").get(agent_id="telecom_contas")
        profile.history_messages, profile.history_tokens = messages, tokens
        profile.save()
        publish(Tenant.objects.get(pk="tenant_a"), None)

    return change


def instructions(model):
    return model.requests[-1]["messages"][0]["content"]


def heard(model):
    return [
        each["content"]
        for each in model.requests[-1]["messages"][1:]
        if each["role"] in ("user", "assistant")
    ]


async def test_what_was_before_the_last_messages_is_told_in_a_line(talk, model, short):
    await visit(short)
    one = talk("s1")
    for text in SAID:
        model.says("Aqui está.")
        await one(text, WHO)
    told = instructions(model)
    assert '"about":"billing_invoice_explanation"' in told and '"named":{"invoice_id":"INV001"}' in told
    assert "INV001 veio alta" in heard(model)[0], "the first message stays in sight"
    assert SAID[1] not in told


async def test_in_a_short_conversation_nothing_is_told_twice(talk, model):
    one = talk("s1")
    for text in SAID:
        model.says("Aqui está.")
        await one(text, WHO)
    assert "<earlier>" not in instructions(model)


async def test_a_budget_of_tokens_bounds_what_is_seen(talk, model, short):
    await visit(lambda: short(messages=20, tokens=10))
    one = talk("s1")
    for text in SAID:
        model.says("Aqui está.")
        await one(text, WHO)
    assert SAID[0] not in heard(model)
    assert "<earlier>" in instructions(model)


async def test_nobodys_personal_data_is_in_the_summary(talk, model, transactional_db):
    model.says("Aqui está.")
    await talk("s1")("Minha fatura veio alta, mande para ana.souza@example.com, CPF 529.982.247-25", WHO)
    kept = await visit(lambda: str(Conversation.objects.of("tenant_a").get().state["earlier"]))
    assert "ana.souza" not in kept and "529" not in kept
