"""Whoever publishes is told the same on the page, by the command and by the API (see test_programs.py)."""

from types import SimpleNamespace

from django.urls import reverse

from agents.models import LLMProfile, MCPTool
from releases import draft
from studio.publish_checks import list_problems
from tests.studio.conftest import login
from work.models import Job


def test_the_page_tells_of_a_tool_that_its_server_has_no_more(acme: SimpleNamespace, settings) -> None:
    tool = MCPTool.objects.of(acme.tenant).get()
    asked = {"payload": {"server": tool.server.name}, "result": {"gone": [tool.name]}}
    Job.unscoped.create(tenant=acme.tenant, kind="ask_tools", status="done", **asked)
    settings.SITE_URL = ""
    found = {each.sentence for each in list_problems(acme.tenant, draft.of(acme.tenant))}
    assert any("has no tool of this name" in each for each in found)
    assert any("SITE_URL is not set" in each for each in found)
    page = login("publisher", acme.tenant).get(reverse("admin:publish"))
    assert {each.sentence for each in page.context["problems"]} == found


def test_an_intent_offers_a_models_examples_only_where_a_model_is(acme: SimpleNamespace, settings) -> None:
    editor = login("editor", acme.tenant)
    address = reverse("admin:routing_intent_change", args=[acme.intent.pk])
    assert "Let the model propose examples" in editor.get(address).content.decode()
    settings.MODEL = ""
    for row in LLMProfile.objects.of(acme.tenant):
        row.delete()
    page = editor.get(address).content.decode()
    assert "Let the model propose examples" not in page and "Connect one under Models" in page
