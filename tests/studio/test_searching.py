"""The search of every page finds pages and rows of the own company, for those who may open them."""

from types import SimpleNamespace

from django.test import Client
from django.urls import reverse

from tests.parts.phrases import try_each
from tests.studio.conftest import login

PAGE = reverse("admin:search")


def found(browser: Client, text: str) -> dict[str, str]:
    answer = browser.get(PAGE, {"s": text})
    assert answer.status_code == 200
    return {each.title: each.link for each in answer.context["results"]}


@try_each(
    ("text", "title", "row"),
    [
        ("BILL", "bills", "intent"),
        ("fatur", "fatura · bills", "intent"),
        ("desk", "Desk acme", "desk"),
        ("look", "look_up", "tool"),
        ("sho", "shop", "server"),
        ("s-1", "Fatura alta", "conversation"),
        ("u-1", "Fatura alta", "conversation"),
    ],
)
def test_a_row_is_found_by_what_people_call_it(
    text: str, title: str, row: str, acme: SimpleNamespace
) -> None:
    known = getattr(acme, row)
    address = reverse(f"admin:{known._meta.app_label}_{known._meta.model_name}_change", args=[known.pk])
    assert found(login("admin", acme.tenant), text)[title] == address


def test_a_conversation_and_a_turn_are_found_by_their_ids(acme: SimpleNamespace) -> None:
    admin = login("admin", acme.tenant)
    for row in (acme.conversation, acme.turn):
        (address,) = found(admin, row.pk).values()
        assert row.pk in address and admin.get(address, follow=True).status_code == 200


def test_nobody_finds_what_they_may_not_open_nor_what_is_anothers(
    acme: SimpleNamespace, rival: SimpleNamespace
) -> None:
    editor = login("editor", acme.tenant)
    assert found(editor, acme.conversation.pk) == {}
    admin = login("admin", acme.tenant)
    assert found(admin, rival.turn.pk) == {} and "Desk rival" not in found(admin, "desk")


def test_pages_are_found_in_the_readers_language(acme: SimpleNamespace) -> None:
    editor = login("editor", acme.tenant)
    assert found(editor, "publi") == {"Publish": reverse("admin:publish")}
    answer = editor.get(PAGE, {"s": "inten"}, headers={"Accept-Language": "pt-BR"})
    assert "Intenções" in answer.content.decode()
    assert "Operations" not in found(editor, "operat")


def test_what_was_edited_is_found_at_once(acme: SimpleNamespace) -> None:
    editor = login("editor", acme.tenant)
    assert found(editor, "invoices") == {}
    acme.intent.name = "invoices"
    acme.intent.save()
    assert list(found(editor, "invoices")) == ["invoices"]


@try_each("text", ["", " ", "%", "_", "\x01", "x" * 5000, "'\"<script>", "😀😀"])
def test_any_text_may_be_searched_for(text: str, acme: SimpleNamespace) -> None:
    answer = login("admin", acme.tenant).get(PAGE, {"s": text, "page": "x", "extended": "1"})
    assert answer.status_code == 200 and "<script>" not in answer.content.decode()
