"""Every page of the Studio opens, explains its fields, and shows nothing of another company."""

import re
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from routing.models import AgentProfile, Intent, RoutingCase, StatePolicy
from studio.base import AuthoredAdmin, RecordAdmin, TenantAdmin
from studio.site import site
from tenancy.models import Tenant
from tests.parts.rows import allow_audit_drop
from tests.studio.conftest import login, talk

PAGES = sorted(site._registry.items(), key=lambda pair: pair[0]._meta.label)
TENANT_PAGES = [(model, page) for model, page in PAGES if isinstance(page, TenantAdmin)]
EDITED = [(model, page) for model, page in PAGES if not isinstance(page, RecordAdmin)]


def name(model: type) -> str:
    return f"admin:{model._meta.app_label}_{model._meta.model_name}"


@pytest.mark.parametrize(("model", "page"), PAGES, ids=lambda value: getattr(value, "__name__", ""))
def test_list_add_change_and_history_open(model, page, root: Client, acme: SimpleNamespace) -> None:
    listed = root.get(reverse(f"{name(model)}_changelist"))
    assert listed.status_code == 200
    request = listed.wsgi_request
    if page.has_add_permission(request):
        assert root.get(reverse(f"{name(model)}_add")).status_code == 200
    row = page.get_queryset(request).first()
    if row is None:
        return
    # A conversation and a turn are read on the pages of analytics.
    assert root.get(reverse(f"{name(model)}_change", args=[row.pk]), follow=True).status_code == 200
    if isinstance(page, AuthoredAdmin):
        row.save()
        assert root.get(reverse(f"{name(model)}_history", args=[row.pk])).status_code == 200
        version = model.history.filter(id=row.pk).first()
        shown = root.get(reverse(f"{name(model)}_simple_history", args=[row.pk, version.pk]))
        assert shown.status_code == 200


def test_who_may_only_read_can_look_at_an_older_version(acme: SimpleNamespace) -> None:
    viewer, refused = login("viewer", acme.tenant), []
    for model, page in PAGES:
        # Whoever may read what people wrote may also edit where it belongs.
        if not isinstance(page, AuthoredAdmin) or model is RoutingCase:
            continue
        row = model._base_manager.filter(tenant=acme.tenant).first()
        if row is None:
            continue
        row.save()
        version = model.history.filter(id=row.pk).first()
        address = reverse(f"{name(model)}_simple_history", args=[row.pk, version.pk])
        if viewer.get(address).status_code != 200:
            refused.append(model.__name__)
    assert refused == []


@pytest.mark.parametrize("page", ["index", "publish", "operations", "test"])
def test_own_pages_open(page: str, root: Client) -> None:
    answer = root.get(reverse(f"admin:{page}"))
    assert answer.status_code == 200
    assert "<script>" not in answer.content.decode()


def test_pages_have_the_policy_the_theme_needs_and_no_more(root: Client) -> None:
    policy = root.get("/admin/").headers["Content-Security-Policy"]
    scripts = next(part for part in policy.split(";") if "script-src" in part)
    assert "'unsafe-eval'" in scripts and "'unsafe-inline'" not in scripts
    login_page = Client().get(reverse("admin:login"))
    assert "'unsafe-eval'" in login_page.headers["Content-Security-Policy"]


def test_after_login_one_is_at_home(acme: SimpleNamespace, django_user_model) -> None:
    django_user_model.objects.create_superuser("boss", password="a-long-word-1")
    browser = Client()
    given = {"username": "boss", "password": "a-long-word-1"}
    answer = browser.post(reverse("admin:login"), given)
    assert answer.url == reverse("admin:index")


def test_rows_of_another_company_are_not_there(root: Client, rival: SimpleNamespace) -> None:
    request, seen = root.get(reverse("admin:agents_slot_changelist")).wsgi_request, []
    for model, page in TENANT_PAGES:
        theirs = model._base_manager.filter(tenant=rival.tenant).first()
        if theirs is None:
            continue
        if page.get_queryset(request).filter(tenant=rival.tenant).exists():
            seen.append(f"{model.__name__}: listed")
        for address in ("change", "delete", "history"):
            answer = root.get(reverse(f"{name(model)}_{address}", args=[theirs.pk]))
            sent_home = answer.status_code == 302 and answer.url == reverse("admin:index")
            if not sent_home and answer.status_code not in (403, 404):
                seen.append(f"{model.__name__}: {address}")
        if isinstance(page, AuthoredAdmin):
            theirs.save()
            version = model.history.filter(id=theirs.pk).first()
            answer = root.get(reverse(f"{name(model)}_simple_history", args=[theirs.pk, version.pk]))
            if answer.status_code not in (403, 404):
                seen.append(f"{model.__name__}: an older version")
    assert seen == []


def test_no_row_of_a_page_holds_more_fields_than_fit() -> None:
    """Three beside each other break words into letters."""
    for model, page in TENANT_PAGES:
        sections = (facts["fields"] for _title, facts in page.fieldsets or ())
        given = [*(page.fields or ()), *(each for section in sections for each in section)]
        assert not [each for each in given if not isinstance(each, str) and len(each) > 2], model


def fields_of(request):
    """Every field that somebody can fill in, on pages and in their inlines."""
    for model, page in EDITED:
        forms = [page.get_form(request)]
        forms += [inline.get_formset(request).form for inline in page.get_inline_instances(request)]
        for form in forms:
            for field_name, field in form.base_fields.items():
                if field_name not in ("id", "DELETE") and not field.widget.is_hidden:
                    yield f"{model.__name__}: {form._meta.model.__name__}.{field_name}", field


def test_every_field_is_explained_with_an_example(root: Client, acme: SimpleNamespace) -> None:
    request = root.get("/admin/").wsgi_request
    explained = re.compile(r"example|: |“", re.IGNORECASE)
    bare = [label for label, field in fields_of(request) if not explained.search(str(field.help_text))]
    assert not bare, ", ".join(bare)


def test_a_fields_sentence_stands_once() -> None:
    """On its model: a page says it only where the model has none."""
    fields = [(model, name) for model, page in TENANT_PAGES for name in page.helps]
    known = [
        (model, each) for model, name in fields for each in model._meta.get_fields() if each.name == name
    ]
    assert [f"{model.__name__}.{each.name}" for model, each in known if getattr(each, "help_text", "")] == []


def test_choices_are_of_the_own_company(root: Client, rival: SimpleNamespace) -> None:
    request = root.get("/admin/").wsgi_request
    foreign = []
    for label, field in fields_of(request):
        choices = getattr(field, "queryset", None)
        if choices is not None and hasattr(choices.model, "tenant_id"):
            assert choices.exists(), label  # an empty list would prove nothing
            if choices.filter(tenant=rival.tenant).exists():
                foreign.append(label)
    assert foreign == []


LISTS = {
    "routing.Intent": 89,  # the draft is compiled twice: inside a transaction it is not remembered
    "agents.Specialist": 48,
    "agents.MCPTool": 48,
    "conversations.Conversation": 55,  # seven of them write into the audit log who read
    "conversations.Turn": 56,
}


@pytest.mark.parametrize(("label", "most"), LISTS.items())
def test_a_list_costs_the_same_however_long(
    label: str, most: int, root: Client, acme: SimpleNamespace
) -> None:
    model = next(model for model, _page in PAGES if model._meta.label == label)
    address = reverse(f"{name(model)}_changelist")

    def cost() -> int:
        with CaptureQueriesContext(
            connection,
        ) as seen:
            assert root.get(address).status_code == 200
        return len(seen)

    few = cost()
    for n in range(12):
        if model._meta.app_label == "conversations":
            talk(acme.tenant, f"more-{n}")
        else:
            row = model._base_manager.filter(tenant=acme.tenant).first()
            row.pk, row.name = None, f"more_{n}"
            row._state.adding = True
            row.save()
    assert cost() <= few + 1
    assert few <= most


def test_nobody_else_is_let_in(acme: SimpleNamespace) -> None:
    stranger = Client()
    for address in ("/admin/", "/admin/publish/", "/admin/operations/", "/admin/test/", "/admin/evaluate/"):
        answer = stranger.get(address)
        assert answer.status_code == 302 and "/login/" in answer.url
    assert AnonymousUser().is_staff is False


def test_a_superuser_without_a_company_is_told_what_to_do(db: None, django_user_model) -> None:
    for model in (AgentProfile, StatePolicy, Intent):
        model.unscoped.all().delete()
    with transaction.atomic():
        allow_audit_drop()
        Tenant.objects.all().delete()
    browser = Client()
    browser.force_login(
        django_user_model.objects.create_superuser("first", password="x"),
        backend="django.contrib.auth.backends.ModelBackend",
    )
    answer = browser.get("/admin/")
    assert answer.status_code == 403 and reverse("admin:tenancy_tenant_add") in answer.content.decode()
    assert browser.get(reverse("admin:tenancy_tenant_add")).status_code == 200


def test_a_secret_never_comes_back_to_the_page(root: Client, acme: SimpleNamespace) -> None:
    page = root.get(reverse("admin:agents_llmprofile_change", args=[acme.model.pk])).content.decode()
    assert "sk-secret" not in page
    assert not re.search(r'value="[^"]*9999', page)


@pytest.mark.parametrize(("model", "page"), TENANT_PAGES, ids=lambda value: getattr(value, "__name__", ""))
def test_who_may_only_read_reads_words_and_no_data(model, page, acme: SimpleNamespace) -> None:
    viewer = login("viewer", acme.tenant)
    row = model._base_manager.filter(tenant=acme.tenant).first()
    if row is None:
        pytest.skip("nothing of this kind")
    answer = viewer.get(reverse(f"{name(model)}_change", args=[row.pk]))
    assert answer.status_code in (200, 403)
    html = answer.content.decode()
    assert not re.search(r"\{(&quot;|&#x27;)(pt|es|en)", html)


def test_who_adds_a_company_is_told_for_which_they_work_now_and_goes_back(root: Client, acme) -> None:
    before = root.get(reverse("admin:index")).wsgi_request._tenant  # type: ignore[attr-defined]
    sent = {"slug": "zz_new", "title": "Zed", "default_agent_id": "a", "default_language": "en"}
    shown = root.post(reverse("admin:tenancy_tenant_add"), sent, follow=True)
    assert shown.wsgi_request._tenant.pk == "zz_new"  # type: ignore[attr-defined]
    page = shown.content.decode()
    assert "You now work for" in page and f'name="company" value="{before.pk}"' in page
    root.post(reverse("admin:company"), {"company": before.pk})
    again = root.get(reverse("admin:index")).wsgi_request
    assert again._tenant.pk == before.pk  # type: ignore[attr-defined]
