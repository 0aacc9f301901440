"""The page of a tool server: an address, or the name of a command that settings know."""

import json
import re
from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import reverse

from agents.models import MCPServer, MCPTool
from studio.links import page_of
from tests.parts.phrases import try_each
from tests.studio.test_secrets import sent

COMMANDS = {"clock": {"command": "uvx", "args": ["mcp-clock", "--zone"], "env": {"CLOCK_KEY": "s3cret"}}}


@pytest.fixture(autouse=True)
def _named(settings) -> None:
    settings.MCP_STDIO_SERVERS = json.dumps(COMMANDS)


def form(**given: str) -> dict[str, str]:
    return {"name": "clock", "description": "", "url": "", "secret": "", "enabled": "on", **given}


def add(browser: Client, **given: str):
    return browser.post(reverse("admin:agents_mcpserver_add"), form(**given))


def test_a_command_is_chosen_by_its_name_and_shown_without_what_it_starts(
    root: Client, acme: SimpleNamespace
) -> None:
    page = root.get(reverse("admin:agents_mcpserver_add")).content.decode()
    assert '<option value="clock">clock</option>' in page
    assert "uvx" not in page
    assert "s3cret" not in page
    assert add(root, transport="stdio", command="clock").status_code == 302
    row = MCPServer.objects.of(acme.tenant).get(name="clock")
    assert (row.transport, row.command) == ("stdio", "clock")


@try_each(
    ("given", "words"),
    [
        ({"transport": "stdio", "command": ""}, "Choose the command"),
        ({"transport": "stdio", "command": "rm -rf /"}, "rm -rf /"),
        ({"transport": "streamable_http"}, "Say where it is"),
    ],
    ids=["none", "no such name", "no address"],
)
def test_what_cannot_be_reached_is_refused(root: Client, acme: SimpleNamespace, given, words) -> None:
    answer = add(root, **given)
    assert answer.status_code == 200
    assert words in answer.content.decode().replace("&#x27;", "'")
    assert not MCPServer.objects.of(acme.tenant).filter(name="clock").exists()


def test_a_command_that_settings_lost_stays_chosen_and_is_called_gone(
    root: Client, acme: SimpleNamespace, settings
) -> None:
    add(root, transport="stdio", command="clock")
    settings.MCP_STDIO_SERVERS = ""
    row = MCPServer.objects.of(acme.tenant).get(name="clock")
    page = root.get(reverse("admin:agents_mcpserver_change", args=[row.pk])).content.decode()
    assert "clock (not in this installation)" in page


def test_a_tool_that_needs_a_word_has_it_once_its_page_is_saved(root: Client, acme: SimpleNamespace) -> None:
    MCPTool.objects.of(acme.tenant).filter(pk=acme.tool.pk).update(read_only=False, undeclared=True)
    assert "needs your word" in root.get(reverse("admin:agents_mcptool_changelist")).content.decode()
    page = root.get(page_of(acme.tool))
    assert "Needs your word" in page.content.decode()
    assert page.context["adminform"].form["confirm"].value() is True, "what holds until it is saved"
    none = {
        "parameters-TOTAL_FORMS": "0",
        "parameters-INITIAL_FORMS": "0",
        "title_pt": "buscando",
        "cache_seconds": "0",
    }
    assert sent(root, acme.tool, **none).status_code == 302
    acme.tool.refresh_from_db()
    assert (acme.tool.read_only, acme.tool.undeclared) == (False, False)
    assert "Needs your word" not in root.get(page_of(acme.tool)).content.decode()


def test_what_an_argument_is_called_is_written_language_by_language(
    root: Client, acme: SimpleNamespace
) -> None:
    tool = MCPTool.objects.of(acme.tenant).get()
    tool.parameters.update(label={"es": "el pedido"})
    page = root.get(reverse("admin:agents_mcptool_change", args=[tool.pk])).content.decode()
    assert re.search(r'name="parameters-\d-label_es" value="el pedido"', page)
