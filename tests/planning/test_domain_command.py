"""`manage.py domain`: registers, shows, asks, approves; a file of domains that a company begins with."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from releases import operational
from routing.planning.manifests import bootstrap
from routing.planning.models import Domain, Goal
from tenancy.models import Tenant
from tests.parts.rows import allow_audit_drop
from tests.planning.domain_server import serving
from tests.planning.manifests import library
from tests.releases.company import author

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def acme() -> Tenant:
    return author("acme")


def domain(*arguments: str, wrong: bool = False) -> str:
    out, err = StringIO(), StringIO()
    call_command("domain", "--tenant", "acme", *arguments, stdout=out, stderr=err)
    return err.getvalue() if wrong else out.getvalue()


def write(folder: Path, entries: Any) -> str:
    path = folder / "domains.bootstrap.json"
    path.write_text(entries if isinstance(entries, str) else json.dumps(entries))
    return str(path)


def test_a_domain_is_added_looked_at_and_approved(acme: Tenant) -> None:
    assert "No domains yet" in domain("list")
    with serving(library()) as served:
        said = domain("add", "library", "--url", served.url)
        assert "Registered library." in said and "Goal 'FIND_BOOK · library' added" in said
        assert "0 goals  proposed" in domain("list")
        assert "it acts with the next release" in domain("approve", "library")
        assert "2 goals  approved" in domain("list")
        assert "nothing new" in domain("sync")
        served.manifest["goals"][0]["hints"]["keywords"].append("shelf")
        assert "keywords: + shelf" in domain("sync", "library", "--approve")
    assert "shelf" in Goal.objects.of(acme).get(name="FIND_BOOK").keywords


def test_a_new_domain_is_known_to_running_processes_at_once(acme: Tenant) -> None:
    before = Tenant.objects.get(pk="acme").operational_version
    with serving(library()) as served:
        domain("add", "library", "--url", served.url)
    assert Tenant.objects.get(pk="acme").operational_version > before
    assert operational.load("acme")["planning"].domains["library"].url == served.url


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["add", "No Name", "--url", "http://x.example"], "small letters"),
        (["add", "general", "--url", "http://x.example"], "already"),
        (["add", "shop", "--server", "nowhere"], "no MCP server 'nowhere'"),
        (["sync", "nothing"], "No such domain: nothing"),
        (["approve", "nothing"], "proposes nothing"),
        (["bootstrap"], "Name a file"),
    ],
)
def test_what_it_cannot_do_is_said(arguments: list[str], word: str, acme: Tenant) -> None:
    with pytest.raises(CommandError, match=word):
        domain(*arguments)


def test_a_domain_that_is_not_there_is_registered_and_said_to_be_silent(acme: Tenant) -> None:
    said = domain("add", "library", "--url", "http://127.0.0.1:9", wrong=True)
    assert "was not fetched" in said and Domain.objects.of(acme).get().last_error
    with pytest.raises(CommandError, match="Not looked at: library"):
        domain("sync")


def test_a_manifest_that_cannot_be_used_is_told_line_by_line(acme: Tenant) -> None:
    with serving(library(capabilities=[])) as served:
        said = domain("add", "library", "--url", served.url, wrong=True)
    assert "cannot be used" in said and "/capabilities: " in said


def test_a_file_registers_what_is_absent_and_leaves_the_rest(
    acme: Tenant, tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.setenv("LIBRARY_TOKEN", "fr0m-env")
    with serving(library()) as served:
        entries = [
            {"name": "library", "type": "remote_http", "sync_capabilities": True,
             "config": {"url": served.url, "timeout": 4, "auth_token": "${ENV:LIBRARY_TOKEN}"}},
            {"name": "tools", "type": "mcp", "config": {"server": "shop"}, "sync_capabilities": False},
            {"name": "near", "type": "local", "config": {"url": served.url}, "sync_capabilities": False},
            {"name": "beside", "type": "mcp", "server": "shop", "sync_capabilities": False},
            {"name": "chatty", "type": "local", "config": {}},
        ]  # fmt: skip
        said = domain("bootstrap", write(tmp_path, entries))
        assert "Registered: library, tools, near, beside" in said and "library proposes" in said
        assert "run inside another program: chatty." in said
        assert ("/manifest", "Bearer fr0m-env") in served.asked
    row = Domain.objects.of(acme).get(name="library")
    assert (row.timeout, row.secret, row.kind) == (4, "fr0m-env", "remote_http")
    served_by = Domain.objects.of(acme).filter(server__name="shop").order_by("name")
    assert [row.name for row in served_by] == ["beside", "tools"]
    entries[0]["config"]["url"] = "http://other.example"  # type: ignore[index]
    assert "there already: 4" in domain("bootstrap", write(tmp_path, entries))
    assert Domain.objects.of(acme).get(name="library").url == served.url


@pytest.mark.parametrize(
    ("entries", "word"),
    [
        ("{", "no JSON"),
        ({}, "list of domains"),
        ([3], "Entry 1: This is no domain"),
        (
            [{"name": "ok", "config": {"url": "http://x.example"}}, {"name": "b", "type": "grpc"}],
            "Entry 2: .*grpc",
        ),
        ([{"name": "A b", "config": {"url": "http://x.example"}}], "Entry 1: name"),
        ([{"name": "a", "config": {}}], "Entry 1: url"),
        ([{"name": "a", "config": {"url": "http://x.example", "timeout": "soon"}}], "Entry 1: timeout"),
        (
            [{"name": "a", "config": {"url": "http://x.example", "auth_token": "${ENV:NOT_SET_HERE}"}}],
            "NOT_SET_HERE",
        ),
    ],
)
def test_a_file_that_cannot_be_read_registers_nothing(
    entries: Any, word: str, acme: Tenant, tmp_path: Path
) -> None:
    with pytest.raises(CommandError, match=word):
        domain("bootstrap", write(tmp_path, entries))
    assert not Domain.objects.of(acme).exists()


def test_a_start_registers_for_the_one_company_there_is(tmp_path: Path, settings, caplog) -> None:
    settings.DOMAINS_BOOTSTRAP = write(tmp_path, [{"name": "library", "config": {"url": "http://x.example"}}])
    bootstrap.at_start()  # several companies: which of them is meant, nobody said
    assert "not exactly one company" in caplog.text
    assert not Domain.unscoped.filter(name="library").exists()
    with transaction.atomic():
        allow_audit_drop()
        Tenant.objects.exclude(pk=author("acme").pk).delete()
    bootstrap.at_start()
    assert Domain.objects.of("acme").get().name == "library"
