"""A model proposes example messages of an intent.

Only what somebody chooses is kept, and what cannot be used is not shown.
"""

from html import unescape
from types import SimpleNamespace
from typing import Any

import orjson
import pytest
from django.urls import reverse

from routing.models import Example, Intent
from tests.studio.conftest import login

TOOL = "propose_examples"


@pytest.fixture
def bills(acme: SimpleNamespace) -> Intent:
    return Intent.objects.of(acme.tenant).get(name="bills")


def page_of(intent: Intent) -> str:
    return reverse("admin:propose_examples", args=[intent.pk])


def said(*examples: tuple[Any, Any]) -> dict[str, Any]:
    return {"examples": [{"language": language, "text": text} for language, text in examples]}


def test_what_the_model_proposes_is_shown_and_nothing_is_kept(acme, bills, model) -> None:
    model.calls(TOOL, said(("pt", "cadê minha conta?"), ("en", "why so much this month")))
    before = Example.objects.of(acme.tenant).count()
    page = login("editor", acme.tenant).post(
        page_of(bills), {"propose": "1", "count": "5", "language": ["pt", "en"]}
    )
    shown = unescape(page.content.decode())
    assert "cadê minha conta?" in shown and "why so much this month" in shown
    assert Example.objects.of(acme.tenant).count() == before
    asked = model.requests[-1]
    assert asked["tool_choice"]["function"]["name"] == TOOL
    told = orjson.loads(asked["messages"][-1]["content"])
    assert told["intent"]["name"] == "bills" and "bills" not in told["other intents"]
    assert "(pt)" in asked["messages"][0]["content"]


def test_only_what_can_be_used_is_shown(acme, bills, model) -> None:
    known = Example(tenant=acme.tenant, intent=bills, text="Minha conta veio alta", language="pt")
    known.save()
    model.calls(
        TOOL,
        said(
            ("pt", "MINHA CONTA VEIO ALTA"), ("xx", "outra língua"), ("pt", "x" * 500), ("pt", None),
            (None, "sem língua"),
            ("pt", "meu CPF é 529.982.247-25"), ("pt", "boa <script>"), ("pt", "boa <script>"),
        ),
    )  # fmt: skip
    page = login("editor", acme.tenant).post(page_of(bills), {"propose": "1"})
    assert [each.text for each in page.context["proposed"]] == ["boa <script>"]
    assert "<script>" not in page.content.decode().split("<main", 1)[-1].replace("<script src", "")


@pytest.mark.parametrize(
    "failing",
    [
        lambda model: model.fails(500, times=9),
        lambda model: model.says("I cannot"),
        lambda model: model.calls(TOOL, {}),
    ],
)
def test_a_model_that_fails_is_told_and_nothing_breaks(acme, bills, model, failing) -> None:
    failing(model)
    page = login("editor", acme.tenant).post(page_of(bills), {"propose": "1"})
    assert page.status_code == 200
    assert page.context["refused"]


def test_the_chosen_ones_join_the_draft_with_who_added_them(acme, bills) -> None:
    editor = login("editor", acme.tenant)
    sent = {
        "add": "1",
        "example": ["pt:cadê minha conta?", "en:why so much", "pt:cadê minha conta?", "xx:no", "pt:"],
    }
    back = editor.post(page_of(bills), sent, follow=True)
    rows = {row.text: row for row in bills.examples.all()}
    assert rows["cadê minha conta?"].language == "pt" and rows["why so much"].language == "en"
    assert "no" not in rows
    assert rows["why so much"].history.first().history_user is not None
    assert "2 examples were added" in unescape(back.content.decode())


def test_without_a_model_the_page_says_so(acme, bills) -> None:
    page = login("editor", acme.tenant).get(page_of(bills))
    assert "No model is connected" in unescape(page.content.decode())


def test_the_intents_page_leads_there(acme, bills) -> None:
    page = login("editor", acme.tenant).get(reverse("admin:routing_intent_change", args=[bills.pk]))
    assert page_of(bills) in page.content.decode()
