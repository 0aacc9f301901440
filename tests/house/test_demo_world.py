"""The demo world as it stands in the tables: what the documentation promises can be asked for."""

from collections import Counter

import pytest

from demo.load import load
from demo.worlds import WORLDS
from language.normalise import words
from routing.models import Example, Intent, Keyword
from tenancy.models import Tenant

pytestmark = pytest.mark.django_db
ISSUED = {
    "billing_invoice_explanation": (10, "billing_agent", ["consultar_fatura", "consultar_pagamentos"]),
    "product_services_information": (20, "product_agent", ["consultar_plano", "listar_servicos"]),
    "retail_order_tracking": (30, "orders_agent", ["consultar_pedido", "consultar_entrega"]),
    "retail_support_exchange_return": (
        40,
        "support_agent",
        ["consultar_pedido", "solicitar_troca", "solicitar_devolucao"],
    ),
}


@pytest.mark.parametrize("name", ISSUED)
def test_a_topic_has_its_specialist_its_tools_and_ten_examples_in_each_language(name: str) -> None:
    priority, specialist, tools = ISSUED[name]
    intent = Intent.objects.of("tenant_a").select_related("specialist").get(name=name)
    assert (intent.priority, intent.specialist.name) == (priority, specialist)
    assert [use.tool.name for use in intent.tools.select_related("tool").order_by("position")] == tools
    assert Keyword.objects.of("tenant_a").filter(intent=intent).count() >= 8
    for language in ("pt", "es", "en"):
        assert Example.objects.of("tenant_a").filter(intent=intent, language=language).count() >= 10


@pytest.mark.parametrize("tenant", WORLDS)
def test_a_world_is_published_and_loads(tenant: str) -> None:
    from releases import freshness

    row = Tenant.objects.get(slug=tenant)
    release = freshness.release(tenant, row.live_release)
    world = WORLDS[tenant]
    assert set(release["routing"].intents) == {topic.intent.name for topic in world.topics}
    assert set(release["agents"].specialists) == {spec.name for spec in world.specialists}
    for topic in world.topics:
        published = release["routing"].intents[topic.intent.name]
        assert published.tools == topic.intent.tools
        assert set(published.keywords) == set(topic.intent.keywords)


def test_a_second_start_keeps_what_people_edited_and_a_reset_does_not() -> None:
    Intent.objects.of("tenant_a").filter(name="greeting").update(description="edited")
    before = Tenant.objects.get(slug="tenant_a").live_release
    assert load(WORLDS["tenant_a"]) is False
    assert Intent.objects.of("tenant_a").get(name="greeting").description == "edited"
    assert load(WORLDS["tenant_a"], replace=True) is True
    assert Intent.objects.of("tenant_a").get(name="greeting").description != "edited"
    assert Tenant.objects.get(slug="tenant_a").live_release >= before


@pytest.mark.parametrize("tenant", WORLDS)
def test_no_intent_has_two_keywords_that_are_one_without_accents(tenant: str) -> None:
    for topic in WORLDS[tenant].topics:
        plain = Counter(" ".join(words(keyword)) for keyword in topic.intent.keywords)
        assert [keyword for keyword, times in plain.items() if times > 1] == []
