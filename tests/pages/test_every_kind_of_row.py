"""Every kind of row is added, changed and deleted in a browser, by each role that may.

The kinds are the Studio's own list: a new one is walked by itself. Where its form wants more than a name, a
number or one of its choices, it gets a line in `WANTED`.
"""

from typing import Any

import pytest
from django import forms
from django.conf import settings as live
from django.db import models
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from agents.models import Judge, Plugin  # of which nothing is to be added where no package is installed
from delivery.models import Channel
from rollout.models import Flag
from studio.site import site
from tenancy.roles import ROLES
from tests.pages.watching import Watch
from tests.studio.conftest import company, login

pytestmark = [pytest.mark.slow, pytest.mark.timeout(420)]

# What a form wants that its own rules do not show.
WANTED: dict[str, dict[str, str]] = {
    "agents.Guardrail": {"phase": "output"},
    "agents.Judge": {"prompt": "Is it polite?"},
    "budgets.Limit": {"turns_a_day": "5000"},
    "budgets.Price": {"model": "walked"},
    "agents.Slot": {"pattern": r"W\d{3,}"},
    "agents.MCPServer": {"url": "http://127.0.0.1:9/walked"},
    "routing.Domain": {"url": "http://127.0.0.1:9/walked"},
    "routing.StatePolicy": {"state": "WALKED"},
    "routing.RoutingCase": {"text": "uma mensagem da caminhada"},
    "tenancy.Tenant": {"slug": "walked", "title": "Walked"},
}
# What rows are known by, and where a stored secret goes: changing that has rules and tests of its own.
NAMES = frozenset(
    {"name", "slug", "code", "state", "agent_id", "key", "username", "pattern", "url", "base_url", "provider"}
)
EDITS = (forms.BooleanField, forms.IntegerField, forms.DecimalField, forms.FloatField, forms.CharField)


class Walker:
    """One person in a browser, walking through the pages of one kind of row."""

    def __init__(self, page: Page, client: Client, model: type[models.Model]) -> None:
        self.page, self.client, self.model = page, client, model
        self.name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        self.listed = client.get(reverse(f"{self.name}_changelist"))
        self.may = site._registry[model]

    def asked(self, verb: str) -> bool:
        """Whether the page offers it to this person."""
        if self.listed.status_code != 200:
            return False
        return bool(getattr(self.may, f"has_{verb}_permission")(self.listed.wsgi_request))

    def rows(self) -> dict[Any, models.Model]:
        return {row.pk: row for row in self.may.get_queryset(self.listed.wsgi_request)}

    def form(self, address: str) -> forms.ModelForm:
        return self.client.get(address).context["adminform"].form

    def add(self) -> models.Model:
        before, address = set(self.rows()), reverse(f"{self.name}_add")
        form = self.form(address)
        self.page.goto(address)
        for name, field in form.fields.items():
            value = WANTED.get(self.model._meta.label, {}).get(name)
            if value is not None and self._box(name).count():
                box = self._box(name)
                box.select_option(value) if isinstance(field, forms.ChoiceField) else box.fill(value)
            elif field.required and not field.widget.is_hidden and form[name].value() in (None, "", []):
                self._fill(name, field)
        self._send()
        (row,) = [row for key, row in self.rows().items() if key not in before]
        return row

    def change(self, row: models.Model) -> bool:
        """Changes the first thing that this person may change; whether there is one."""
        address = reverse(f"{self.name}_change", args=[row.pk])
        self._open(address)
        for name, field in self.form(address).fields.items():
            box = self._box(name)
            if field.widget.is_hidden or not isinstance(field, EDITS) or not box.count():
                continue
            if name in NAMES or not box.is_visible() or not box.is_enabled():
                continue
            wanted = self._edit(field, box)
            self._send()
            self._open(address)
            if isinstance(field, forms.BooleanField):
                assert self._box(name).is_checked() is wanted, f"{self.model.__name__}.{name}"
            elif box.get_attribute("type") != "password":
                assert wanted in self._box(name).input_value(), f"{self.model.__name__}.{name}"
            return True
        return False

    def delete(self, row: models.Model) -> None:
        self._open(reverse(f"{self.name}_change", args=[row.pk]))
        self.page.locator("a[href$='/delete/']").first.click()
        self.page.locator("form:has([name=post]) [type=submit]").first.click()
        expect(self.page.locator(".errornote")).to_have_count(0)
        assert row.pk not in self.rows(), f"{self.model.__name__} is still there"

    def _open(self, address: str) -> None:
        if not self.page.url.endswith(address):  # saved and gone on editing, one is there already
            self.page.goto(address)

    def _box(self, name: str) -> Any:
        return self.page.locator(f"[name='{name}']:not([type=hidden])").first

    def _fill(self, name: str, field: forms.Field) -> None:
        box = self._box(name)
        if isinstance(field, forms.ModelChoiceField):
            first = str(field.queryset.values_list("pk", flat=True).first())
            # A list that is asked for as one types: what was chosen is an option of it.
            box.evaluate("(box, key) => box.add(new Option(key, key, true, true))", first)
        elif isinstance(field, forms.MultipleChoiceField):
            box.check()
        elif isinstance(field, forms.ChoiceField):
            taken = {getattr(row, name, None) for row in self.rows().values()}
            free = [key for key, _title in field.choices if key and key not in taken]
            box.select_option(str((free or [key for key, _title in field.choices if key])[0]))
        elif isinstance(field, forms.IntegerField | forms.FloatField | forms.DecimalField):
            box.fill("1")
        else:
            box.fill("walked")

    @staticmethod
    def _edit(field: forms.Field, box: Any) -> Any:
        if isinstance(field, forms.BooleanField):
            wanted = not box.is_checked()
            box.press("Space")  # the bar at the foot may lie over it
            return wanted
        broken = isinstance(field, forms.FloatField | forms.DecimalField)
        wanted = "0.5" if broken else "2" if isinstance(field, forms.IntegerField) else "changed"
        box.fill(wanted)
        return wanted

    def _send(self) -> None:
        self.page.locator("[name=_continue], [name=_save]").last.click()
        self.page.wait_for_load_state()
        if self.page.locator(".errornote").count():
            faults = self.page.locator(".errornote, .text-red-600").all_inner_texts()
            raise AssertionError(f"{self.model.__name__}: {faults}")


@pytest.mark.parametrize("role", sorted(ROLES))
def test_every_kind_of_row_is_added_changed_and_deleted(role: str, page: Page, address: str) -> None:
    acme = company("walks")
    for one_at_most in (Flag, Judge):
        one_at_most.objects.of(acme.tenant).delete()
    client, watch = login(role, acme.tenant), Watch(page, address)
    name = live.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": address}])
    done: dict[str, list[str]] = {}
    for model in sorted(site._registry.keys() - {Plugin}, key=lambda model: model._meta.label):
        walker = Walker(page, client, model)
        row = None
        if walker.asked("add"):
            row = walker.add()
            done.setdefault("added", []).append(model.__name__)
        elif walker.asked("change"):
            row = next(iter(walker.rows().values()), None)
        if row is not None and walker.asked("change") and walker.change(row):
            done.setdefault("changed", []).append(model.__name__)
        if row is not None and walker.asked("delete") and walker.asked("add"):
            walker.delete(row)
            done.setdefault("deleted", []).append(model.__name__)
    assert watch.complaints == []
    if any(pattern.startswith("rollout.") for pattern in ROLES[role].permissions):
        assert {Flag.__name__, Channel.__name__} <= {*done["added"]}
