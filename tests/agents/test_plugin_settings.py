"""Secrets in the settings of packages: wherever they stand, and also while the package is away."""

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from pydantic import BaseModel, SecretStr

from agents import plugin_row, plugin_settings, plugins
from agents.models import Plugin
from agents.operational import load
from audit.models import AuditEntry
from outbound.fields import SecretFormField
from studio.rows.plugins import PREFIX, make_settings_fields
from tenancy.models import Tenant

KEY, OTHER = "nb-key-1234567890", "nb-key-0987654321"


class Account(BaseModel):
    name: str = ""
    key: SecretStr = SecretStr("")


class Settings(BaseModel):
    most: int = 20
    main: Account = Account()
    accounts: list[Account] = []
    backup: Account | None = None


class Notebook:
    name = "notebook"
    title = "Notebook"
    settings = Settings


GIVEN = {
    "most": 7,
    "main": {"name": "desk", "key": KEY},
    "accounts": [{"name": "a", "key": KEY}, {"name": "b", "key": OTHER}],
}


def test_a_field_that_holds_a_secret_anywhere_is_one() -> None:
    assert plugin_settings.secret_names(Notebook()) == {"main", "accounts", "backup"}
    plain, secrets = plugin_settings.seal(Notebook(), plugin_settings.check(Notebook(), GIVEN), {})
    assert plain == {"most": 7}
    assert secrets == {name: GIVEN[name] for name in ("main", "accounts")}
    filled = plugin_settings.fill_settings(Notebook(), {**plain, **secrets})
    assert filled.accounts[1].key.get_secret_value() == OTHER


def test_its_page_shows_stars_and_keeps_what_they_stand_for() -> None:
    stored = GIVEN["accounts"]
    shown = make_settings_fields(Notebook(), GIVEN)[f"{PREFIX}accounts"].initial
    assert shown == [{"name": "a", "key": "*" * 10}, {"name": "b", "key": "*" * 10}]
    renamed = [{"name": "c", "key": "*" * 10}, {"name": "b", "key": "new"}]
    assert plugin_settings.restore(shown, stored, renamed) == [
        {"name": "c", "key": KEY},
        {"name": "b", "key": "new"},
    ]
    assert plugin_settings.restore(shown, stored, shown[::-1]) == stored[::-1]
    assert plugin_settings.restore(shown, stored, shown[1:]) == stored[1:]
    with pytest.raises(ValidationError, match="Enter this secret anew"):
        plugin_settings.restore(shown, stored, [*shown, {"name": "d", "key": "*" * 10}])


def test_secrets_of_a_list_that_look_alike_are_never_exchanged() -> None:
    stored = [{"name": "", "key": KEY}, {"name": "", "key": OTHER}]
    shown = plugin_settings.hide(Notebook(), "accounts", stored)
    assert plugin_settings.restore(shown, stored, [*shown[:1], {"name": "", "key": "new"}]) == [
        stored[0],
        {"name": "", "key": "new"},
    ]
    with pytest.raises(ValidationError, match="Enter this secret anew"):
        plugin_settings.restore(shown, stored, shown[:1])


def test_a_list_of_secrets_is_no_single_one() -> None:
    class Several(BaseModel):
        keys: list[SecretStr] = []
        one: SecretStr | None = None

    class Package(Notebook):
        settings = Several

    fields = make_settings_fields(Package(), {"keys": [KEY]})
    assert fields[f"{PREFIX}keys"].initial == ["*" * 10]
    assert isinstance(fields[f"{PREFIX}one"], SecretFormField)


def test_while_the_package_is_away_all_is_kept_encrypted(db, monkeypatch) -> None:
    Tenant.objects.create(slug="acme")
    there: dict[str, Notebook] = {}
    monkeypatch.setattr(plugins, "list_added", lambda group: there if group == "tools" else {})
    monkeypatch.setattr(plugins, "find", lambda group, name: there.get(name))
    row = Plugin.unscoped.create(tenant_id="acme", name="tools:notebook", settings=GIVEN, enabled=False)
    with connection.cursor() as cursor:
        cursor.execute("SELECT settings, secret FROM agents_plugin")
        assert KEY not in str(cursor.fetchall()) and row.settings == {}
    assert KEY not in str(list(AuditEntry.objects.of("acme").values_list("before", "after")))
    there["notebook"] = Notebook()
    assert plugin_row.entry_of("tools:notebook") is not None
    assert plugin_settings.fill_settings(Notebook(), load("acme").plugins["tools:notebook"]).most == 7
    row = Plugin.unscoped.get()
    row.full_clean()
    row.save()
    assert row.settings == {"most": 7} and set(row.secrets) == {"main", "accounts"}
