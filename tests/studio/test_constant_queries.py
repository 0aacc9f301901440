"""A page opens, and asks the database as often for many rows as for two: every list and every form."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.db import connection, models
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from releases import draft
from releases.publish import publish
from studio.base import TenantAdmin
from studio.site import site
from tenancy.models import ApiKey, Membership
from tests.parts.taken_back import taken_back
from tests.studio.conftest import talk

PAGES = sorted(
    (
        (model, page)
        for model, page in site._registry.items()
        if isinstance(page, TenantAdmin) and model._meta.label != "rollout.Flag"  # one a company
    ),
    key=lambda pair: pair[0]._meta.label,
)
RECORD = {"conversations", "handoffs"}
MORE = 5  # more than the count of a list or a form may grow by
MOST = 104  # of which a draft that is read anew has some thirty
MOST_OF_A_LIST = 60  # with few rows


def name(model: type[models.Model]) -> str:
    return f"admin:{model._meta.app_label}_{model._meta.model_name}"


def cost(browser: Client, address: str) -> int:
    """Queries of a page whose draft nobody has read yet."""
    draft.forget()
    with CaptureQueriesContext(connection) as seen:
        assert browser.get(address, follow=True).status_code == 200
    return len(seen)


def more_rows(model: Any, company: SimpleNamespace, count: int = MORE) -> None:
    """As many again, each with its own parts and links."""
    if model._meta.app_label in RECORD:
        for n in range(count):
            talk(company.tenant, f"more-{n}")
        return
    if model._meta.label == "releases.Release":
        for n in range(count):
            company.intent.description = f"version {n}"
            company.intent.save()
            publish(company.tenant, "ana")
        return
    if model._meta.label == "tenancy.ApiKey":
        for n in range(count):
            ApiKey.make(company.tenant, f"more_{n}", ["chat"])
        return
    if model._meta.label == "budgets.Limit":
        for n in range(count):
            key, _secret = ApiKey.make(company.tenant, f"limited_{n}", ["chat"])
            model.unscoped.create(tenant=company.tenant, kind="key", key=key, turns_a_day=n)
        return
    known = model._base_manager.filter(tenant=company.tenant).first()
    for n in range(count):
        row = model._base_manager.get(pk=known.pk)
        links = {field.name: list(getattr(row, field.name).all()) for field in model._meta.many_to_many}
        row.pk = row._meta.pk.get_default() if row._meta.pk.has_default() else None
        row._state.adding = True
        for field in model._meta.concrete_fields:
            _distinct(row, field, n)
        row.save()
        for field, others in links.items():
            getattr(row, field).set(others)


def _distinct(row: Any, field: Any, n: int) -> None:
    """Another value where two rows may not share one."""
    if field.name in ("name", "agent_id", "state", "session_id", "group") and not field.is_relation:
        setattr(row, field.attname, f"{getattr(row, field.attname)}_{n}"[: field.max_length])
    elif field.name == "key" and not field.is_relation and field.max_length == 12:
        setattr(row, field.attname, field.get_default())
    elif field.name == "point":
        setattr(row, field.attname, "")
    elif field.name == "is_default":
        setattr(row, field.attname, False)
    elif field.name == "since":
        row.since += timedelta(days=n + 1)
    elif field.name == "seq":
        setattr(row, field.attname, n + 2)


def members(company: SimpleNamespace, user_model: Any) -> None:
    for n in range(MORE):
        person = user_model.objects.create_user(f"person-{n}", is_staff=True)
        Membership.objects.create(user=person, tenant=company.tenant, role="viewer")


def test_lists_and_forms_cost_the_same_however_many_rows(
    root: Client, acme: SimpleNamespace, django_user_model: Any
) -> None:
    publish(acme.tenant, "ana")
    acme.intent.description = "another"  # an unchanged draft is not compared
    acme.intent.save()
    # What is read once a process is no part of it.
    ContentType.objects.get_for_models(*(model for model, _page in PAGES))
    for page in ("agents_slot_changelist", "agents_slot_add"):
        root.get(reverse(f"admin:{page}"))
    dear = []
    for model, _page in PAGES:
        row = model._base_manager.filter(tenant=acme.tenant).first()
        if row is None:
            continue
        listed = reverse(f"{name(model)}_changelist")
        form = reverse(f"{name(model)}_change", args=[row.pk])
        few = cost(root, listed), cost(root, form)
        if few[0] > MOST_OF_A_LIST:
            dear.append(f"{model.__name__}: {few} queries")
        if model._meta.label in ("agents.Guardrail", "agents.Judge"):
            continue  # one row for each check there is
        with taken_back():
            if model._meta.label == "tenancy.Membership":
                members(acme, django_user_model)
            else:
                more_rows(model, acme)
            many = cost(root, listed), cost(root, form)
        # A reading of several is noted within a savepoint.
        if many[0] > few[0] + 2 or many[1] > few[1] + 1 or max(many) > MOST:
            dear.append(f"{model.__name__}: {few} queries of few rows, {many} of many")
    assert dear == []


def test_own_pages_cost_the_same_however_much_there_is(root: Client, acme: SimpleNamespace) -> None:
    publish(acme.tenant, "ana")
    acme.intent.description = "another"
    acme.intent.save()
    pages = [reverse(f"admin:{page}") for page in ("index", "publish", "operations", "test")]
    for page in pages:
        assert "<script>" not in root.get(page).content.decode(), page
    few = {page: cost(root, page) for page in pages}
    for model in (type(acme.intent), type(acme.tool), type(acme.desk), type(acme.conversation)):
        more_rows(model, acme, 15)  # more than the count may grow by
    more = {page: cost(root, page) - few[page] for page in pages}
    assert {page: count for page, count in more.items() if count > 12} == {}  # a kind more is a few queries
