"""The conversation's page and the figures for turns on which several specialists worked."""

import pytest
from django.contrib.auth.models import User

from conversations.visits import visit
from tenancy.models import Membership
from tests.turns.conftest import BUYER, CUSTOMER, talk  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)


def person():
    user = User.objects.create_user("ana", password="x", is_staff=True)
    Membership.objects.create(user=user, tenant_id="tenant_a", role="admin")
    return user


async def test_the_page_of_a_turn_with_a_plan_shows_its_words_and_its_way(talk, async_client, settings):
    text = "Meu pedido P100 atrasou e minha fatura veio duplicada"
    answer = await talk("plan-page")(text, CUSTOMER | BUYER, mode="supervisor")

    await async_client.aforce_login(await visit(person))
    page = await async_client.get(f"/analytics/conversations/{answer['metadata']['conversation_id']}/?turn=1")
    shown = page.content.decode()
    assert page.status_code == 200
    assert "fatura, pedido" in shown
    assert "supervisor_agent" in shown and "<svg" in shown


async def test_the_page_of_a_supervised_turn_tells_each_decision_and_draws_the_loop(talk, async_client):
    text = "Meu pedido P100 atrasou e minha fatura veio duplicada"
    answer = await talk("loop-page")(text, CUSTOMER | BUYER, mode="supervised")
    await async_client.aforce_login(await visit(person))
    page = await async_client.get(f"/analytics/conversations/{answer['metadata']['conversation_id']}/?turn=1")
    shown = page.content.decode()
    assert page.status_code == 200
    assert "billing_agent → orders_agent" in shown and "orders_agent → " in shown
    assert "1. billing_agent" in shown and "2. orders_agent" in shown, "the rounds stand in the picture"
    assert 'opacity="1"' in shown


async def test_the_way_of_a_coordinators_turn_names_who_was_called_in(talk, async_client):
    text = "Olá, preciso de ajuda com um problema técnico."
    answer = await talk("called-page")(text, agent_id="assistente_virtual")
    await async_client.aforce_login(await visit(person))
    page = await async_client.get(f"/analytics/conversations/{answer['metadata']['conversation_id']}/?turn=1")
    pictures = page.content.decode().split("<svg")
    drawn = next(each.partition("</svg>")[0] for each in pictures if "<marker" in each)
    assert answer["metadata"]["agents"] == ["coordinator", "especialista_tecnico"]
    assert "especialista_tecnico" in drawn
