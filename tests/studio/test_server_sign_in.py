"""A tool server that wants OAuth, from its page: signing in there and back, who may, and what is told."""

import io
from collections.abc import Iterator
from types import SimpleNamespace
from urllib.parse import urlsplit

import httpx2
import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from agents.mcp_server import MCPServer, ServerSignIn
from audit.models import AuditEntry
from audit.reading import as_json
from studio.files import exporting, importing
from studio.links import page_of
from tests.agents.tools.authorization import ROBOT, Guarded
from tests.parts.phrases import try_each
from tests.studio.conftest import login

pytestmark = pytest.mark.django_db
BACK = reverse("admin:server_sign_in")


@pytest.fixture(scope="module")
def _guarded() -> Iterator[Guarded]:
    with Guarded() as guarded:
        yield guarded


@pytest.fixture
def guarded(_guarded: Guarded) -> Guarded:
    _guarded.authorization.asked.clear()
    return _guarded


@pytest.fixture
def server(acme: SimpleNamespace, guarded: Guarded) -> MCPServer:
    about = {"url": guarded.url(), "oauth": "authorization_code"}
    MCPServer.objects.of(acme.tenant).filter(pk=acme.server.pk).update(**about)
    acme.server.refresh_from_db()
    return acme.server


@pytest.fixture
def operator(acme: SimpleNamespace) -> Client:
    return login("operator", acme.tenant)


def press(browser: Client, server: MCPServer, name: str):
    return browser.post(reverse(f"admin:agents_mcpserver_{name}", args=[server.pk]), follow=True)


def go(page) -> str:
    """Signs in there, as the browser that follows the page's link; the address that it comes back to."""
    answer = httpx2.get(page.context["attempt"].address, trust_env=False)
    back = urlsplit(answer.headers["location"])
    assert f"{back.scheme}://{back.netloc}{back.path}" == f"http://testserver{BACK}"
    return f"{back.path}?{back.query}"


def test_an_operator_signs_in_there_and_back_and_out(
    operator: Client, server: MCPServer, guarded, acme
) -> None:
    page = operator.get(page_of(server)).content.decode()
    assert "This server needs signing in" in page and "Sign in at the server" in page
    page = press(operator, server, "signin")
    assert guarded.authorization.issuer in page.content.decode()
    page = operator.get(go(page), follow=True)
    words = page.content.decode()
    assert page.request["PATH_INFO"] == page_of(server)
    for expected in (
        "Signed in",
        guarded.authorization.issuer,
        "operator-acme",
        "tools",
        "renewed by itself",
    ):
        assert expected in words
    row = ServerSignIn.objects.of(acme.tenant).get()
    secrets = (row.access_token, row.refresh_token, row.client_secret)
    test = operator.post(
        reverse("admin:agents_mcpserver_ask_test_connection", args=[server.pk]), follow=True
    ).content.decode()
    assert "Its tools: echo" in test
    out = press(operator, server, "signout").content.decode()
    assert "its tokens are revoked" in out and guarded.authorization.asked["revoke"] == 2
    assert not ServerSignIn.objects.of(acme.tenant).exists()
    log = as_json(acme.tenant.pk, AuditEntry.objects.of(acme.tenant).filter(kind="agents.ServerSignIn"))
    log = sorted(log, key=lambda each: each["number"])
    assert [(each["action"], each["who"]["name"]) for each in log] == [
        ("add", "operator-acme"),
        ("delete", "operator-acme"),
    ]
    assert log[0]["after"]["issuer"] == guarded.authorization.issuer
    for secret in secrets:
        assert secret and secret not in words + test + out + str(log)


def test_an_answer_is_taken_once_and_by_who_began_alone(operator: Client, server, acme) -> None:
    back = go(press(operator, server, "signin"))
    stranger = login("admin", acme.tenant)
    assert "No sign-in was under way" in stranger.get(back, follow=True).content.decode()
    assert operator.get(back, follow=True).request["PATH_INFO"] == page_of(server)
    first = ServerSignIn.objects.of(acme.tenant).get()
    assert "No sign-in was under way" in operator.get(back, follow=True).content.decode()
    assert ServerSignIn.objects.of(acme.tenant).get().pk == first.pk


def test_another_company_neither_begins_nor_ends_nor_uses_it(operator, root, server, rival) -> None:
    theirs = login("admin", rival.tenant)
    assert press(theirs, server, "signin").status_code == 404
    back = go(press(root, server, "signin"))
    root.post("/admin/company/", {"company": rival.tenant.pk})
    assert "another company" in root.get(back, follow=True).content.decode()
    assert not ServerSignIn.unscoped.exists()
    operator.get(go(press(operator, server, "signin")))
    assert press(theirs, server, "signout").status_code == 404
    assert ServerSignIn.objects.of(server.tenant_id).exists()
    assert not ServerSignIn.objects.of(rival.tenant).exists()


@try_each("role", ["editor", "publisher"])
def test_who_may_not_say_where_data_goes_signs_nobody_in(role: str, server: MCPServer, acme) -> None:
    browser = login(role, acme.tenant)
    page = browser.get(page_of(server)).content.decode()
    assert "needs signing in" in page and "Sign in at the server" not in page
    assert press(browser, server, "signin").status_code == 403
    assert browser.get(BACK).status_code == 403


def test_a_client_of_its_own_is_signed_in_at_once(operator, server, acme) -> None:
    about = {"oauth": "client_credentials", "oauth_client_id": ROBOT[0], "oauth_client_secret": ROBOT[1]}
    MCPServer.objects.of(acme.tenant).filter(pk=server.pk).update(**about)
    page = press(operator, server, "signin").content.decode()
    assert "Signed in at shop" in page and ROBOT[1] not in page
    MCPServer.objects.of(acme.tenant).filter(pk=server.pk).update(oauth_client_secret="wrong-0123456789")
    page = press(operator, server, "signin").content.decode()
    assert "was refused (invalid_client)" in page


def test_home_and_the_check_of_a_company_name_it(operator, server, acme) -> None:
    told = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("check_company", acme.tenant.pk, stdout=told)
    assert "shop needs signing in" in told.getvalue()
    home = reverse("admin:index")
    assert "shop needs signing in" in operator.get(home).content.decode()
    operator.get(go(press(operator, server, "signin")))
    assert "shop needs signing in" not in operator.get(home).content.decode()


def test_files_say_that_it_wants_oauth_and_never_a_secret(operator, server, acme) -> None:
    about = {"oauth_scopes": "tools", "oauth_client_id": ROBOT[0], "oauth_client_secret": ROBOT[1]}
    MCPServer.objects.of(acme.tenant).filter(pk=server.pk).update(**about)
    operator.get(go(press(operator, server, "signin")))
    row = ServerSignIn.objects.of(acme.tenant).get()
    files = exporting.collect_files(acme.tenant)
    text = files["mcp_servers.yaml"].decode()
    assert "grant: authorization_code" in text and f"client_id: {ROBOT[0]}" in text
    for secret in (ROBOT[1], row.access_token, row.refresh_token):
        assert secret and secret not in str(files)
    assert not any(
        "signing in" in each for each in importing.look(acme.tenant, files).outside.changes(acme.tenant)
    )
    other = {**files, "mcp_servers.yaml": text.replace("- tools", "- tools\n      - admin").encode()}
    plan = importing.look(acme.tenant, other)
    assert "Server 'shop' needs signing in" in "\n".join(plan.outside.changes(acme.tenant))
    importing.write(plan)
    server = MCPServer.objects.of(acme.tenant).select_related("sign_in").get(pk=server.pk)
    assert server.oauth_scopes == "tools admin" and server.needs_sign_in
