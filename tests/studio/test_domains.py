"""Domains in the Studio: fetched, looked at, approved, tuned; a manifest is checked line by line."""

import json
import re
from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import reverse

from routing.models import Capability, Domain, Goal
from routing.planning.manifests.manifest import find_problem, lines_of
from routing.planning.manifests.sync import sync
from studio.links import page_of
from tests.planning.domain_server import serving
from tests.planning.manifests import LIBRARY, library
from tests.studio.conftest import login

pytestmark = pytest.mark.django_db(transaction=True)


def ask(browser: Client, row: Domain) -> str:
    page = reverse("admin:routing_domain_ask_fetch_manifest", args=[row.pk])
    return browser.post(page, follow=True).content.decode()


def agree(browser: Client, row: Domain, digest: str) -> str:
    page = reverse("admin:routing_domain_approve", args=[row.pk])
    return browser.post(page, {"digest": digest}, follow=True).content.decode()


def check(browser: Client, **given: str) -> str:
    return browser.post(reverse("admin:manifest"), given).content.decode()


def test_a_domain_is_fetched_looked_at_and_approved(acme: SimpleNamespace) -> None:
    editor = login("editor", acme.tenant)
    with serving(library()) as served:
        row = Domain.unscoped.create(tenant=acme.tenant, name="library", url=served.url)
        page = ask(editor, row)
        assert "says something new" in page and "Goal &#x27;FIND_BOOK · library&#x27; added" in page
        assert "which of them" not in page
        assert "It acts with the next release" in agree(editor, row, sync(row).digest)
        assert "says what is approved already" in ask(editor, row)
        served.manifest["goals"][0]["capabilities"] = ["gone"]
        page = ask(editor, row)
    assert "/goals/0/capabilities/0" in page and "cannot be used" in page
    assert Goal.objects.of(acme.tenant).filter(domain=row).count() == 2
    version = Goal.history.model.objects.filter(name="FIND_BOOK").latest()
    assert version.history_user is not None and version.history_user.username.startswith("editor")
    publish = editor.get(reverse("admin:publish")).content.decode()
    assert (
        "FIND_BOOK · library" in publish
        and page_of(Goal.objects.of(acme.tenant).get(name="LOANS")) in publish
    )


@pytest.mark.parametrize(
    "text", ['{"a": ' + "1" * 5000 + "}", '{"domain": "\\ud800"}'], ids=["digits", "half a letter"]
)
def test_a_hostile_text_is_checked_like_any_other(text: str, acme: SimpleNamespace) -> None:
    assert ">1</td>" in check(login("viewer", acme.tenant), text=text)


def test_what_was_not_looked_at_is_not_approved(acme: SimpleNamespace) -> None:
    with serving(library()) as served:
        row = Domain.unscoped.create(tenant=acme.tenant, name="library", url=served.url)
        sync(row)
        page = agree(login("editor", acme.tenant), row, "0" * 64)
    assert "has changed since you looked at it" in page
    assert not Goal.objects.of(acme.tenant).filter(domain=row).exists()


def test_who_may_only_look_sees_no_button(acme: SimpleNamespace) -> None:
    with serving(library()) as served:
        row = Domain.unscoped.create(tenant=acme.tenant, name="library", url=served.url, secret="t0ken-9999")
        sync(row)
        viewer = login("viewer", acme.tenant)
        page = viewer.get(page_of(row)).content.decode()
        assert "../approve/" not in page and "Fetch manifest" not in page and "t0ken" not in page
        assert viewer.post(reverse("admin:routing_domain_approve", args=[row.pk])).status_code == 403


def test_a_goal_shows_in_words_what_it_reads_and_keeps_the_words_people_give_it(
    acme: SimpleNamespace,
) -> None:
    editor = login("editor", acme.tenant)
    goal = Goal.objects.of(acme.tenant).get(name="COUNT")
    page = re.sub(r'<input type="hidden"[^>]*>', "", editor.get(page_of(goal)).content.decode())
    assert "item_text (string; required)" in page and "count_stock" in page and "{&quot;" not in page
    given = {"description": "Counts", "enabled": "on", "keywords": "stock\nhow many", "examples": ""}
    assert editor.post(page_of(goal), given).status_code == 302
    goal.refresh_from_db()
    assert goal.keywords == ["stock", "how many"] and goal.entities["item_text"]["required"]
    assert editor.get(reverse("admin:routing_goal_add")).status_code == 403


def test_a_row_that_is_found_is_named_with_its_domain(acme: SimpleNamespace) -> None:
    page = login("editor", acme.tenant).get(reverse("admin:search"), {"s": "count"}).content.decode()
    assert "COUNT · shop_desk" in page and "count_stock · shop_desk" in page


@pytest.mark.parametrize("wrong", [{"name": "general"}, {"url": ""}, {"kind": "mcp", "server": ""}])
def test_a_row_that_could_not_work_is_refused(wrong: dict[str, str], acme: SimpleNamespace) -> None:
    given = {
        "name": "cinema", "kind": "remote_http", "url": "https://x.example", "timeout": "10", "enabled": "on",
    }  # fmt: skip
    browser = login("admin", acme.tenant)
    assert browser.post(reverse("admin:routing_domain_add"), given | wrong).status_code == 200
    assert not Domain.objects.of(acme.tenant).filter(name="cinema").exists()
    assert browser.post(reverse("admin:routing_domain_add"), given).status_code == 302


def test_deleting_a_domain_takes_its_goals(acme: SimpleNamespace) -> None:
    row = Domain.objects.of(acme.tenant).get(name="shop_desk")
    page = reverse("admin:routing_domain_delete", args=[row.pk])
    assert login("editor", acme.tenant).post(page, {"post": "yes"}).status_code == 302
    assert not Capability.objects.of(acme.tenant).filter(domain_id=row.pk).exists()


def test_restoring_says_which_addresses_go(acme: SimpleNamespace, root: Client) -> None:
    from releases.publish import publish

    publish(acme.tenant, "setup")
    Domain.unscoped.create(tenant=acme.tenant, name="cinema", url="https://x.example")
    page = root.get(reverse("admin:restore", args=[1])).content.decode()
    assert "cinema" in page and "its address and token with it" in page


def test_a_pasted_manifest_is_checked_line_by_line(acme: SimpleNamespace) -> None:
    browser = login("editor", acme.tenant)
    text = json.dumps(library(), indent=2)
    assert "All is well" in check(browser, text=text)
    page = check(browser, text=text.replace('"most_lent",\n', '"mostly_lent",\n', 1))
    line = text[: text.index('"most_lent",\n')].count("\n") + 1
    assert f">{line}</td>" in page and "/goals/1/capabilities/0" in page and "mostly_lent" in page
    assert ">2</td>" in check(browser, text='{\n"a" 1}')
    assert "Paste a manifest" in check(browser, text=" ")
    assert "<script>alert" not in check(browser, text='{"<script>alert(1)</script>": 1}')


def test_a_fetched_manifest_is_checked_and_shown(acme: SimpleNamespace) -> None:
    operator = login("operator", acme.tenant)  # who may say where data goes
    with serving(LIBRARY) as served:
        page = check(operator, url=f"{served.url}/manifest")
        assert "All is well" in page and "find_book" in page
        served.status = 500
        assert "status 500" in check(operator, url=served.url)
        for role in ("viewer", "editor", "publisher"):
            assert "find_book" not in check(login(role, acme.tenant), url=f"{served.url}/manifest")
    assert "no type &#x27;" not in page
    assert "file" in check(operator, url="file:///etc/passwd")


def test_every_value_has_its_line() -> None:
    text = '{\n "a/b": [1,\n  {"c": "}]"},\n "x"],\n "d":\n {}}'
    assert lines_of(text) == {
        "": 1,
        "/a~1b": 2,
        "/a~1b/0": 2,
        "/a~1b/1": 3,
        "/a~1b/1/c": 3,
        "/a~1b/2": 4,
        "/d": 6,
    }
    assert find_problem("[" * 100_000).why == "too deeply nested"  # type: ignore[union-attr]
    assert find_problem("{}") is None
