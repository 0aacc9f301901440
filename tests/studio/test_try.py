"""The test box decides as a door would: profile, mode, language."""

from types import SimpleNamespace

import pytest
from django.urls import reverse

from studio import preview
from tests.studio.conftest import login

PAGE = reverse("admin:test")


def test_a_mode_can_be_chosen(acme: SimpleNamespace) -> None:
    editor = login("editor", acme.tenant)
    asked = {"text": "minha fatura veio alta", "profile": "desk"}
    routed = editor.get(PAGE, asked).context["draft"]
    assert (routed.mode, routed.decision.intent, routed.decision.method) == ("router", "bills", "keyword")
    alone = editor.get(PAGE, {**asked, "mode": "single"}).context["draft"]
    assert (alone.mode, alone.decision.agent, alone.decision.method) == ("single", "desk_agent", "single")
    assert editor.get(PAGE, {**asked, "mode": "by magic"}).context["draft"].mode == "router"


def test_a_plan_shows_the_words_that_named_its_specialists(acme: SimpleNamespace) -> None:
    asked = {"text": "minha fatura veio alta", "profile": "desk", "mode": "supervisor"}
    page = login("editor", acme.tenant).get(PAGE, asked)
    draft = page.context["draft"]
    assert (draft.decision.method, draft.words) == ("supervisor", ["fatura"])
    assert '<mark class="studio-chip">fatura</mark>' in page.content.decode()


def test_a_profile_without_a_single_agent_keeps_its_team(acme: SimpleNamespace) -> None:
    acme.profile.single = None
    acme.profile.save()
    shown = login("editor", acme.tenant).get(PAGE, {"text": "fatura", "mode": "single"})
    assert shown.context["draft"].mode == "router"


@pytest.mark.parametrize(
    ("text", "language"), [("where is my order?", "en"), ("P100", "es"), ("onde está?", "pt")]
)
def test_the_language_is_found_as_the_doors_find_it(text: str, language: str, acme: SimpleNamespace) -> None:
    acme.tenant.default_language = "es"
    acme.tenant.save()
    draft = preview.load(acme.tenant, "draft")
    assert preview.preview(draft, acme.tenant, "desk", text).language == language
