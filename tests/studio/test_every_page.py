"""Every page of the Studio opens, explains its fields, and shows nothing of another company."""

import re
from types import SimpleNamespace

from django.test import Client
from django.urls import reverse

from agents.models import Slot
from rollout.models import Flag
from routing.models import RoutingCase
from studio.base import AuthoredAdmin, RecordAdmin, TenantAdmin
from studio.site import site
from tenancy.models import Tenant
from tests.parts.taken_back import taken_back
from tests.studio.conftest import login

PAGES = sorted(site._registry.items(), key=lambda pair: pair[0]._meta.label)
TENANT_PAGES = [(model, page) for model, page in PAGES if isinstance(page, TenantAdmin)]
EDITED = [(model, page) for model, page in PAGES if not isinstance(page, RecordAdmin)]


def name(model: type) -> str:
    return f"admin:{model._meta.app_label}_{model._meta.model_name}"


def test_list_add_change_and_history_open(root: Client, acme: SimpleNamespace) -> None:
    """What `test_constant_queries` opens of a company's own rows is not opened again."""
    request, closed = root.get(reverse("admin:agents_slot_changelist")).wsgi_request, []

    def look(model: type, page: str, *given: object) -> None:
        if root.get(reverse(f"{name(model)}_{page}", args=given), follow=True).status_code != 200:
            closed.append(f"{model.__name__}: {page}")

    for model, page in PAGES:
        own = isinstance(page, TenantAdmin) and page.model._base_manager.filter(tenant=acme.tenant).exists()
        if not own:
            look(model, "changelist")
        if page.has_add_permission(request):
            look(model, "add")
        row = page.get_queryset(request).first()
        if row is None:
            continue
        if not own or model is Flag:
            look(model, "change", row.pk)
        if isinstance(page, AuthoredAdmin):
            row.save()
            look(model, "history", row.pk)
            look(model, "simple_history", row.pk, model.history.filter(id=row.pk).first().pk)
    assert closed == []


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
    """Nor for who may see both and works for one; `tests/tenancy` asks all of their addresses."""
    request = root.get(reverse("admin:agents_slot_changelist")).wsgi_request
    theirs = [
        page for model, page in TENANT_PAGES if model._base_manager.filter(tenant=rival.tenant).exists()
    ]
    seen = [page for page in theirs if page.get_queryset(request).filter(tenant=rival.tenant).exists()]
    assert theirs and seen == []
    slot = Slot.objects.of(rival.tenant).get()
    for address in ("change", "delete"):
        answer = root.get(reverse(f"admin:agents_slot_{address}", args=[slot.pk]))
        assert answer.status_code == 302 and answer.url == reverse("admin:index")


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


def test_a_superuser_without_a_company_is_told_what_to_do(db: None, django_user_model) -> None:
    browser = Client()
    browser.force_login(
        django_user_model.objects.create_superuser("first", password="x"),
        backend="django.contrib.auth.backends.ModelBackend",
    )
    with taken_back():  # what belonged to them stays until then, and is nobody's
        Tenant.objects.all()._raw_delete("default")
        answer = browser.get("/admin/")
        assert answer.status_code == 403 and reverse("admin:tenancy_tenant_add") in answer.content.decode()
        assert browser.get(reverse("admin:tenancy_tenant_add")).status_code == 200


def test_a_secret_never_comes_back_to_the_page(root: Client, acme: SimpleNamespace) -> None:
    page = root.get(reverse("admin:agents_llmprofile_change", args=[acme.model.pk])).content.decode()
    assert "sk-secret" not in page
    assert not re.search(r'value="[^"]*9999', page)


def test_who_may_only_read_reads_words_and_no_data(acme: SimpleNamespace) -> None:
    viewer, wrong = login("viewer", acme.tenant), []
    for model, _page in TENANT_PAGES:
        row = model._base_manager.filter(tenant=acme.tenant).first()
        if row is None:
            continue
        answer = viewer.get(reverse(f"{name(model)}_change", args=[row.pk]))
        if answer.status_code not in (200, 403):
            wrong.append(f"{model.__name__}: {answer.status_code}")
        if re.search(r"\{(&quot;|&#x27;)(pt|es|en)", answer.content.decode()):
            wrong.append(f"{model.__name__}: data")
    assert wrong == []


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
