"""A company from the command line: made, given a key, told what it lacks."""

import io
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from agents.models import MCPServer, MCPTool
from egress.models import AddressChange
from studio.files import importing
from tenancy.authenticate import RawCredentials, authenticate
from tenancy.keys import Program
from tenancy.models import ApiKey, Membership, Tenant
from tests.parts.phrases import try_each

ROOT = Path(__file__).resolve().parents[2]
WITHOUT_DEMO = """
import sys
sys.modules["demo"] = None  # as if its folder were not there
from django.core.management import execute_from_command_line
execute_from_command_line(["manage.py", "check"])
"""


def run(*arguments: str, **options: object) -> str:
    told = io.StringIO()
    call_command(*arguments, stdout=told, **options)
    return told.getvalue()


@pytest.mark.django_db
def test_a_company_speaks_a_language_that_is_named_with_its_country():
    own = ("--language", "pt-PT", "--time-zone", "Europe/Lisbon")
    assert "It speaks pt." in run("create_company", "pensao_lisboa", *own)
    assert Tenant.objects.get(pk="pensao_lisboa").time_zone == "Europe/Lisbon"


@pytest.mark.django_db
def test_a_company_and_its_administrator_who_must_choose_another_password():
    told = run("create_company", "grand_hotel", "--name", "Grand Hotel", "--admin", "ana@example.com")
    assert f"It speaks {Tenant.objects.get(pk='grand_hotel').default_language} (--language says" in told
    with pytest.raises(CommandError, match="'grand_hotel' already exists: choose another slug"):
        run("create_company", "grand_hotel")
    company = Tenant.objects.get(pk="grand_hotel")
    ana = get_user_model().objects.get(username="ana@example.com")
    assert company.title == "Grand Hotel"
    assert Membership.objects.get(user=ana, tenant=company).role == "admin"
    assert ana.account.first_password
    password = told.split("ana@example.com: ")[1].split("\n")[0]
    assert ana.check_password(password)


@pytest.mark.django_db
@try_each(
    ("arguments", "sentence"),
    [
        (("tenant_a",), "already exists"),
        (("Grand Hotel",), "small letters"),
        (("grand_hotel", "--admin", "ana"), "valid email"),
        (("grand_hotel", "--language", "xx"), "not a valid choice"),
        (("grand_hotel", "--admin", "Taken@example.com"), "only when their owner accepts"),
    ],
    ids=["taken", "spelling", "address", "language", "account"],
)
def test_what_is_wrong_is_said_and_nothing_is_made(arguments, sentence):
    get_user_model().objects.create_user("taken@example.com", "taken@example.com", "x")
    before = Tenant.objects.count()
    with pytest.raises(CommandError, match=sentence):
        run("create_company", *arguments)
    assert Tenant.objects.count() == before


@pytest.mark.django_db
def test_a_key_is_shown_once_and_opens_what_it_may():
    plain = run("create_key", "tenant_a", "--scopes", "chat", "sessions").split("\n")[0]
    row = ApiKey.unscoped.get(name="command line")
    assert row.scopes == ["chat", "sessions"]
    assert plain not in row.digest
    assert authenticate(RawCredentials(authorization=f"Bearer {plain}")).may("sessions")
    with pytest.raises(CommandError, match="No scope chatt"):
        run("create_key", "tenant_a", "--scopes", "chatt")
    with pytest.raises(CommandError, match="create_company"):
        run("create_key", "nobody")


@pytest.mark.django_db
def test_a_new_company_is_told_what_it_lacks_and_a_whole_one_nothing(capsys):
    run("create_company", "grand_hotel")
    told = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("check_company", "grand_hotel", stdout=told)
    assert "Write an intent" in told.getvalue()
    assert told.getvalue().count("pecialist") == 1 and "There is none in use" not in told.getvalue()
    MCPServer.unscoped.create(tenant_id="grand_hotel", name="desk", url="https://tools.example.com/mcp")
    with pytest.raises(SystemExit):
        call_command("check_company", "grand_hotel", stdout=told)
    assert "Connect tools: A server is there" in told.getvalue()
    assert "create_key grand_hotel" in told.getvalue()
    assert "people can be answered" in run("check_company", "tenant_a")


def test_an_installation_without_the_demo_is_sound():
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_DEMO],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", "SWITCHBOARD_DEMO": "0"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.django_db(transaction=True)
def test_an_import_by_command_is_done_when_its_servers_have_said_what_its_tools_are(
    demo_servers, settings, tmp_path
):
    """The command ended first, and with it the job that asks: every tool went on needing a word."""
    settings.OUTBOUND_ALLOW_LOOPBACK = True
    run("create_company", "grand_hotel")
    server = f"servers: {{desk: {{endpoint: '{demo_servers['DEMO_CLINIC_URL']}'}}}}"
    (tmp_path / "mcp_servers.yaml").write_text(
        server.replace("endpoint", "transport: streamable_http, endpoint")
    )
    (tmp_path / "tools.yaml").write_text("tools: {buscar_cita: {mcp_server: desk}}")
    run("import_config", str(tmp_path), "--tenant", "grand_hotel")
    tool = MCPTool.objects.of("grand_hotel").get()
    assert (tool.read_only, tool.undeclared) == (True, False)
    assert tool.parameters.exists()


@pytest.mark.django_db
def test_the_installations_shell_agrees_to_what_a_key_that_nobody_made_has_named(
    acme: SimpleNamespace,
) -> None:
    """A company that is set up by programs alone had nobody who could."""
    person = get_user_model().objects.create_user("olga", is_staff=True)
    Membership.objects.create(user=person, tenant=acme.tenant, role="operator")
    names = ("bookings", "desk", "shop")
    files = {
        "mcp_servers.yaml": "\n".join(
            ["servers:", *(f"  {name}: {{endpoint: 'https://{name}.example.com/mcp'}}" for name in names)]
        ).encode()
    }
    program = Program(acme.tenant, "pipeline", frozenset({"config:write", "addresses:write"}))
    importing.write(importing.look(acme.tenant, files, author=program), author=program)
    assert run("agree_addresses", "acme").count("waits: agents.mcpserver") == 3
    assert "in use: agents.mcpserver desk" in run("agree_addresses", "acme", "desk")
    rows = MCPServer.objects.of(acme.tenant)
    assert rows.get(name="desk").url and rows.get(name="shop").url == "http://127.0.0.1:9/mcp"
    moved = {"mcp_servers.yaml": files["mcp_servers.yaml"].replace(b"shop.example", b"store.example")}
    importing.write(importing.look(acme.tenant, moved))
    entered = AddressChange.objects.of(acme.tenant).filter(name__in=names)
    left = dict(entered.values_list("name", "state"))
    assert left == {"bookings": "taken", "desk": "taken", "shop": "withdrawn"}
    assert "Nothing waits" in run("agree_addresses", "acme")
    with pytest.raises(CommandError, match="nowhere"):
        run("agree_addresses", "acme", "nowhere")
