"""Domains and their manifests as files."""

import json

import pytest

from agents.models import MCPServer
from releases import snapshot
from routing.planning.models import Domain, Goal
from studio.files import exporting, importing
from studio.files.errors import BadFiles
from tenancy.models import Tenant
from tests.parts.phrases import try_each

pytestmark = pytest.mark.django_db
HERE = [
    {"name": "finance", "type": "remote_http", "config": {"url": "https://finance.example.com", "timeout": 4}}
]


def manifest(**changed: object) -> bytes:
    demo = Domain.objects.of("tenant_a").get(name="finance")
    return json.dumps({**demo.manifest, **changed}).encode()


def files(*entries: dict[str, object], **more: bytes) -> dict[str, bytes]:
    return {"domains.bootstrap.json": json.dumps([*HERE, *entries]).encode(), **more}


def test_a_domain_comes_with_its_goals_and_capabilities(empty: Tenant) -> None:
    plan = importing.look(empty, files(**{"manifests/finance.json": manifest()}))
    assert plan.faults == []
    importing.write(plan)
    row = Domain.objects.of(empty).get(name="finance")
    assert (row.url, row.timeout) == ("https://finance.example.com", 4)
    assert row.digest == Domain.objects.of("tenant_a").get(name="finance").digest
    assert row.goals.filter(name="GET_QUOTE").exists()
    assert row.capabilities.filter(name="get_stock_price").exists()


def test_words_that_people_changed_stay_with_a_new_manifest(empty: Tenant) -> None:
    importing.write(importing.look(empty, files(**{"manifests/finance.json": manifest()})))
    Goal.objects.of(empty).filter(name="GET_QUOTE").update(keywords=["mine"], enabled=False)
    plan = importing.look(empty, {"manifests/finance.json": manifest(domain_description="Other words.")})
    importing.write(plan)
    goal = Goal.objects.of(empty).get(name="GET_QUOTE")
    assert (goal.keywords, goal.enabled) == (["mine"], False)
    assert Domain.objects.of(empty).get(name="finance").description == "Other words."


def test_a_new_manifest_brings_its_words_beside_those_of_people(empty: Tenant) -> None:
    of_file = manifest(domain_intent_hints={"keywords": ["price"], "examples": []})
    importing.write(importing.look(empty, files(**{"manifests/finance.json": of_file})))
    Domain.objects.of(empty).update(keywords=["price", "cost"])
    newer = manifest(domain_intent_hints={"keywords": ["price", "quote"], "examples": []})
    importing.write(importing.look(empty, {"manifests/finance.json": newer}))
    assert Domain.objects.of(empty).get(name="finance").keywords == ["price", "quote", "cost"]


def test_words_of_the_list_of_domains_stand_over_those_of_a_manifest(empty: Tenant) -> None:
    of_file = manifest(domain_intent_hints={"keywords": ["price", "quote"], "examples": []})
    mine = [{**HERE[0], "keywords": ["price", "cost"]}]
    listed = {"domains.bootstrap.json": json.dumps(mine).encode(), "manifests/finance.json": of_file}
    importing.write(importing.look(empty, listed))
    assert Domain.objects.of(empty).get(name="finance").keywords == ["price", "cost"]


def test_a_domain_that_is_switched_off_settles_nothing_for_another(empty: Tenant) -> None:
    notifier = Domain.objects.of("tenant_a").get(name="notifier").manifest
    away = {"name": "notifier", "config": {"url": "https://n.example.com"}, "enabled": False}
    both = {"manifests/finance.json": manifest(), "manifests/notifier.json": json.dumps(notifier).encode()}
    told = importing.look(empty, files(away, **both)).notes
    told_on = importing.look(empty, files({**away, "enabled": True}, **both)).notes
    assert [note for note in told if "notifier" in note.words] and not told_on


def test_a_token_is_kept_encrypted_and_leaves_with_its_address(empty: Tenant) -> None:
    with_token = {"name": "finance", "config": {"auth_token": "t0ken-of-the-file"}}
    plan = importing.look(empty, files(with_token))
    importing.write(plan)
    row = Domain.objects.of(empty).get(name="finance")
    assert row.secret == "t0ken-of-the-file"
    assert "t0ken" not in snapshot.canonical(snapshot.take(empty))
    assert b"t0ken" not in b"".join(exporting.collect_files(empty).values())
    moved = [{"name": "finance", "config": {"url": "https://other.example.com"}}]
    importing.write(importing.look(empty, {"domains.bootstrap.json": json.dumps(moved).encode()}))
    row.refresh_from_db()
    assert row.secret == ""


def test_a_domain_of_the_seeds_own_program_is_told(empty: Tenant) -> None:
    plan = importing.look(
        empty, files({"name": "chatty", "type": "local", "config": {}, "sync_capabilities": True})
    )
    assert "Domain 'chatty' runs inside another program" in " ".join(map(str, plan.notes))
    assert plan.faults == []


def test_a_local_domain_with_an_address_is_asked_there(empty: Tenant) -> None:
    near = {
        "name": "near",
        "type": "local",
        "config": {"url": "http://127.0.0.1:9"},
        "sync_capabilities": True,
    }
    plan = importing.look(empty, files(near))
    assert (plan.faults, plan.notes) == ([], [])
    importing.write(plan)
    row = Domain.objects.of(empty).get(name="near")
    assert (row.kind, row.url) == ("remote_http", "http://127.0.0.1:9")


def test_a_server_is_named_within_config_or_beside_it(empty: Tenant) -> None:
    MCPServer.unscoped.create(tenant=empty, name="shop", url="http://127.0.0.1:9")
    inside = {"name": "a", "type": "mcp", "config": {"server": "shop"}}
    importing.write(importing.look(empty, files(inside, {"name": "b", "type": "mcp", "server": "shop"})))
    served = Domain.objects.of(empty).filter(server__name="shop", kind="mcp")
    assert [row.name for row in served] == ["a", "b"]


def test_no_file_reads_the_environment_of_the_installation(empty: Tenant, monkeypatch) -> None:
    monkeypatch.setenv("LIBRARY_TOKEN", "fr0m-env")
    wants = {
        "name": "finance",
        "config": {"auth_token": "Key ${ENV:LIBRARY_TOKEN}"},
        "sync_capabilities": False,
    }
    plan = importing.look(empty, files(wants))
    told = " ".join(map(str, plan.notes))
    assert "is a variable here" in told and "'domains[1].sync_capabilities' has no place" in told
    importing.write(plan)
    assert Domain.objects.of(empty).get(name="finance").secret == ""


@try_each(
    ("content", "words"),
    [
        ({"manifests/finance.json": b'{"domain": "finance", "goals": "many"}'}, "manifests/finance.json: /"),
        ({"manifests/finance.json": b'{"domain": "finance", "capabilities": [5], "goals": [7]}'}, "/"),
        ({"manifests/finance.json": b"{"}, "manifests/finance.json, line 1: This is not JSON"),
        ({"manifests/finance.json": b'{"a": 1, "a": 2}'}, "stands in one object twice"),
        ({"manifests/finance.json": b"[" * 100_000}, "manifests/finance.json"),
        ({"manifests/nowhere.json": b'{"domain": "nowhere"}'}, "Say where it is"),
        ({"domains.bootstrap.json": b'[{"name": "x", "server": "gone"}]'}, "There is no server 'gone'"),
        ({"domains.bootstrap.json": b'[{"name": "x"}]'}, "Say where it is"),
        ({"domains.bootstrap.json": b'{"name": "x", "domains": 5}'}, "is a list"),
        ({"domains.bootstrap.json": b'[{"name": "x", "type": "grpc"}]'}, "There is no type 'grpc'"),
        (
            {"domains.bootstrap.json": b'[{"name": "x", "config": {"timeout": "soon"}}]'},
            "A number is expected",
        ),
    ],
)
def test_what_is_wrong_is_told_and_changes_nothing(
    empty: Tenant, content: dict[str, bytes], words: str
) -> None:
    before = snapshot.take(empty)
    plan = importing.look(empty, files(**content))
    with pytest.raises(BadFiles, match=words):
        importing.write(plan)
    assert snapshot.take(empty) == before
