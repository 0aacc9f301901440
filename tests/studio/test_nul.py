"""The character NUL, which no column of PostgreSQL can hold: refused in words before a database is asked."""

import json
from types import SimpleNamespace
from typing import Any

from django.test import Client
from django.urls import reverse

from agents.models import PromptPolicy, ToolParameter
from rollout.models import Flag
from routing.models import Intent
from studio.base import RecordAdmin
from studio.site import site
from tests.parts.phrases import try_each
from tests.studio.conftest import ADD_INTENT, intent_form

EDITED = [(model, page) for model, page in site._registry.items() if not isinstance(page, RecordAdmin)]
NUL = "a\x00b"


def everything(form: Any) -> dict[str, str]:
    """NUL in each field, and in each part of those that have a box a language."""
    names = [form.add_prefix(name) for name in form.fields]
    return {
        name: NUL for each in names for name in (each, *(f"{each}_{part}" for part in ("pt", "es", "en")))
    }


def holds_nul(form: Any) -> list[str]:
    return [name for name, value in form.cleaned_data.items() if "\\u0000" in json.dumps(value, default=str)]


def test_no_field_of_any_form_lets_it_through(acme: SimpleNamespace, root: Client) -> None:
    request, let = root.get(reverse("admin:agents_slot_changelist")).wsgi_request, []
    for model, page in EDITED:
        row = page.get_queryset(request).first()
        if row is None and not page.has_add_permission(request):
            continue  # nobody adds one here
        view = page.change_view(request, str(row.pk)) if row else page.add_view(request)
        form = view.context_data["adminform"].form
        forms = [type(form)(data=everything(form), instance=form.instance)]
        for table in view.context_data["inline_admin_formsets"]:
            empty = table.formset.empty_form
            forms.append(type(empty)(data=everything(empty), prefix=empty.prefix))
        for sent in forms:
            if (sent.is_valid() and sent.fields) or holds_nul(sent):
                let.append(f"{model._meta.label}: {type(sent).__name__}")
    assert let == []


def test_a_list_says_so_at_its_field(acme: SimpleNamespace, root: Client) -> None:
    typed = {"keywords": f"segunda via\n{NUL}", "examples_pt": f"quero\n{NUL}"}
    errors = root.post(reverse(ADD_INTENT), intent_form(**typed)).context["adminform"].form.errors
    assert errors["keywords"] == errors["examples"] == ["Null characters are not allowed."]
    assert not Intent.objects.of(acme.tenant).filter(name="invoice_copy").exists()


def test_the_rollout_s_page_is_shown_again_with_what_was_refused(acme: SimpleNamespace, root: Client) -> None:
    """Its people are counted by the profiles in the form: PostgreSQL was asked for one with NUL in it."""
    address = reverse("admin:rollout_flag_change", args=[acme.flag.pk])
    page = root.post(address, {"percentage": "NaN", "agent_ids": NUL})
    assert page.status_code == 200
    assert page.context["adminform"].form.errors.keys() >= {"percentage", "agent_ids"}
    assert Flag.objects.of(acme.tenant).get().agent_ids == []


def test_a_number_that_json_cannot_hold_stays_a_text(acme: SimpleNamespace, root: Client) -> None:
    page = root.get(reverse("admin:agents_mcptool_change", args=[acme.tool.pk])).context
    table = next(each for each in page["inline_admin_formsets"] if each.formset.model is ToolParameter)
    field = table.formset.empty_form.fields["default"]
    for typed in ("NaN", "Infinity", "-Infinity", "1e400", "9" * 400, "-99999999999999999999"):
        assert field.clean(typed) == typed


@try_each(
    ("method", "address", "sent"),
    [
        ("get", "/admin/search/", {"s": NUL}),
        ("get", "/admin/test/", {"text": NUL}),
        ("get", "/admin/rollout/flag/{flag}/change/", {"subject": NUL}),
        ("get", "/admin/routing/intent/", {"q": NUL}),
        ("get", "/admin/routing/intent/", {NUL: "1"}),
        ("post", "/admin/adopt/", {"text": "segunda via", "intent": NUL}),
        ("post", "/admin/adopt/", {"text": NUL, "intent": "bills", "as": "keyword"}),
        ("post", "/admin/publish/", {"note": NUL}),
        ("post", "/admin/operations/", {"kind": "tool", "name": NUL, "off": "1"}),
        ("post", "/admin/operations/", {"kind": "tool", "name": "look_up", "off": "1", "reason": NUL}),
        ("post", "/admin/company/", {"company": NUL}),
    ],
)
def test_a_page_that_reads_the_request_itself_is_not_reached(
    acme: SimpleNamespace, root: Client, method: str, address: str, sent: dict[str, str]
) -> None:
    answer = getattr(root, method)(address.format(flag=acme.flag.pk), sent)
    assert answer.status_code == 400
    assert "Go back and try again" in answer.content.decode()


def test_what_is_typed_without_it_is_kept(acme: SimpleNamespace, root: Client) -> None:
    policy = PromptPolicy.objects.of(acme.tenant).get()
    address = reverse("admin:agents_promptpolicy_change", args=[policy.pk])
    form = root.get(address).context["adminform"].form
    sent = {each.html_name: each.value() or "" for each in form} | {
        "forbidden_phrases": "com certeza\ngarantido"
    }
    assert root.post(address, sent).status_code == 302
    policy.refresh_from_db()
    assert policy.forbidden_phrases == ["com certeza", "garantido"]
