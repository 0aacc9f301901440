import pytest
from cryptography.fernet import Fernet
from django.core import serializers
from django.core.management import CommandError, call_command
from django.db import connection
from django.forms import Textarea, modelform_factory

from agents.models import MCPServer
from outbound.secrets import decrypt, last_four
from tenancy.models import Tenant

pytestmark = pytest.mark.django_db
SECRET = "tok-0123456789-abcd"


@pytest.fixture
def server():
    tenant = Tenant.objects.create(slug="secret_keeper")
    return MCPServer.unscoped.create(tenant=tenant, name="telecom", url="https://x.example", secret=SECRET)


def stored(row):
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT secret FROM {row._meta.db_table} WHERE id = %s", [row.pk])
        return cursor.fetchone()[0]


def fresh(row):
    return MCPServer.unscoped.get(pk=row.pk)


def test_the_database_never_sees_the_plain_text(server):
    assert SECRET not in stored(server)
    assert decrypt(stored(server)) == SECRET
    assert fresh(server).secret == SECRET


def test_empty_stays_empty(server):
    server.secret = ""
    server.save()
    assert stored(server) == ""
    assert MCPServer.objects.of("secret_keeper").filter(secret="").count() == 1


def test_a_form_shows_the_last_four_only_and_keeps_what_is_not_typed(server):
    form_class = modelform_factory(MCPServer, fields=["secret"])
    page = str(form_class(instance=server))
    assert SECRET not in page
    assert "…abcd" in page
    form = form_class({"secret": ""}, instance=fresh(server))
    assert not form.has_changed()
    form.save()
    assert fresh(server).secret == SECRET
    form_class({"secret": "another-secret"}, instance=fresh(server)).save()
    assert fresh(server).secret == "another-secret"
    form_class({"secret": "-"}, instance=fresh(server)).save()
    assert fresh(server).secret == ""


def test_short_secrets_show_nothing():
    assert last_four("hunter2") == "…"


def test_an_export_contains_no_secret(server):
    text = serializers.serialize("json", [server])
    assert SECRET not in text
    assert stored(server) not in text


def test_keys_are_rotated(server, settings, capsys):
    old, new = settings.FIELD_KEYS[0], Fernet.generate_key().decode()
    settings.FIELD_KEYS = [new, old]
    before = stored(server)
    call_command("rotate_field_keys", "--dry-run")
    assert stored(server) == before
    call_command("rotate_field_keys")
    assert "agents.MCPServer.secret: 1" in capsys.readouterr().out
    settings.FIELD_KEYS = [new]
    assert fresh(server).secret == SECRET


def test_a_lost_key_leaves_the_row_readable_and_the_secret_untouched(server, settings, caplog):
    before = stored(server)
    settings.FIELD_KEYS = [Fernet.generate_key().decode()]
    row = fresh(server)
    assert row.secret == ""
    assert "SWITCHBOARD_FIELD_KEYS" in caplog.text
    row.description = "edited meanwhile"
    row.save()
    assert stored(row) == before
    with pytest.raises(CommandError, match="left as they are"):
        call_command("rotate_field_keys")


def test_a_secret_cannot_be_searched(server):
    with pytest.raises(TypeError):
        list(MCPServer.unscoped.filter(secret__contains="tok"))


def test_a_secret_takes_the_looks_of_the_page_but_not_its_widget():
    looks = Textarea({"class": "rounded"})
    field = MCPServer._meta.get_field("secret").formfield(widget=looks)
    page = field.widget.render("secret", SECRET)
    assert 'type="password"' in page
    assert 'class="rounded"' in page
    assert SECRET not in page
