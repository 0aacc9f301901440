"""Every route of the URL resolver, asked by everybody, against the tables of `rules`."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.contrib.admin import ModelAdmin
from django.contrib.auth.models import User
from django.template.backends.django import Template
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from agents.models import Collection, LLMProfile
from conversations.models import Conversation
from conversations.visits import visit
from delivery.models import Channel
from privacy.models import Erasure
from routing.api import schema
from routing.api.door import Door
from tenancy import tokens
from tenancy.models import ApiKey, Membership, Tenant
from tenancy.principal import SCOPES
from tests.api.conftest import reach
from tests.studio.conftest import company
from tests.tenancy.account_rules import ACCOUNT
from tests.tenancy.door_rules import DOORS as DOORS_OF_ALL
from tests.tenancy.door_rules import OPEN, SIGNED
from tests.tenancy.own_rules import OWN
from tests.tenancy.rules import PAGES as OTHERS
from tests.tenancy.rules import ROLES
from work.models import Job

pytestmark = pytest.mark.usefixtures("no_demo")
PAGES = OTHERS | ACCOUNT
DOORS = OWN | DOORS_OF_ALL
CALLERS = ("anonymous", "foreign_key", "other_user", *ROLES, "rival")


def routes(resolver: Any = None, space: str = "", path: str = "") -> Iterator[tuple[str, URLPattern]]:
    """(name, or the pattern where there is none; route)."""
    for entry in (resolver or get_resolver()).url_patterns:
        here = path + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from routes(entry, f"{space}{entry.namespace}:" if entry.namespace else space, here)
        else:
            yield (f"{space}{entry.name}" if entry.name else here), entry


def test_every_route_has_a_rule_and_every_rule_a_route():
    names = [name for name, _route in routes()]
    assert set(names) == PAGES.keys() | DOORS.keys() | set(OPEN) | set(SIGNED)
    assert len(names) == len(set(names))


def test_every_method_of_a_door_has_a_rule():
    for name, route in routes():
        view = getattr(route.callback, "view_class", None) or getattr(route.callback, "cls", None)
        if view is not None and issubclass(view, Door):
            taken = {
                method.upper()
                for method in ("get", "post", "put", "patch", "delete")
                if hasattr(view, method)
            }
            asked = (
                {knock.method for knock in DOORS[name]}
                if name in DOORS
                else {"POST" if name in SIGNED else "GET"}
            )
            assert asked == taken, name


def outcome(status: int, location: str = "") -> str:
    """What an answer means, in the words of `rules`."""
    if 300 <= status < 400:
        where = location.split("?")[0]
        return {reverse("admin:login"): "login", reverse("admin:index"): "index"}.get(where, "in")
    return "in" if status < 300 else str(status)


# --- pages -----------------------------------------------------------------------------------------
@pytest.fixture
def acme_rows(db):
    """One row of each model of the Studio that belongs to acme, by `app_model`, and the companies."""
    from django.apps import apps

    acme, rival = company("acme"), company("rival")
    Membership.objects.create(
        tenant=acme.tenant, user=User.objects.create(username="colleague"), role="viewer"
    )
    # The page's button asks the model whether it answers; nobody listens there, and no name is looked up.
    LLMProfile.unscoped.update(base_url="http://127.0.0.1:9/v1")
    found = {}
    for name in PAGES:
        if name.endswith("_changelist"):
            label = name.removeprefix("admin:").removesuffix("_changelist")
            model = apps.get_model(*label.split("_", 1))
            found[label] = acme.tenant if label == "tenancy_tenant" else first(model)
    return acme.tenant, rival.tenant, found


def first(model):
    row = model._base_manager.filter(tenant_id="acme").first()
    if row is None:
        facts = {
            name: fact() if callable(fact) else fact for name, fact in LATER[model._meta.label_lower].items()
        }
        row = model._base_manager.create(tenant_id="acme", **facts)
    return row


# What `company` does not make.
LATER = {
    "releases.release": {"number": 1, "digest": "d", "content": {}},
    "agents.collection": {"name": "prices"},
    "agents.plugin": {"name": "tiers:gone", "enabled": False},
    "conversations.userfact": {"user_id": "u-1", "key": "name", "value": "Ana"},
    "agents.document": {"collection": lambda: first(Collection), "title": "Prices"},
    "routing.cachedanswer": {
        "release": 1,
        "conversation": lambda: first(Conversation),
        "expires_at": timezone.now,
    },
}


def staff(caller, acme, rival):
    user = User.objects.create(username=f"matrix-{caller}", is_staff=True)
    role, tenant = ("admin", rival) if caller == "rival" else (caller, acme)
    Membership.objects.create(user=user, tenant=tenant, role=role)
    return user


def address(name, args, found):
    """The path of a page about acme's row; `args` name the row by its model."""
    row = found.get(args.get("object_id"))
    if "version" in args:
        row = found[args["row"]]
        return reverse(name, args=[row.pk, row.history.first().pk])
    if row is not None:
        args = {**args, "object_id": row.pk}
    if "/" in name:  # a route without a name
        path = name.replace("<path:object_id>", "%(object_id)s").replace("(?P<url>.*)$", "%(url)s")
        return "/" + path % args
    rows = {name: found[row].pk for name, row in args.items() if row in found}  # named by its model
    return reverse(name, kwargs={**args, **rows})


@pytest.fixture
def no_demo(settings):
    settings.DEMO = False


class Reached(Exception):
    """The page began to build what it shows: whoever asks has been let in."""


def reached(*_args, **_options):
    raise Reached


@pytest.fixture
def quickly(monkeypatch, caplog):
    """Building forms, lists and pages is nine tenths of the time and comes after the decision."""
    caplog.set_level("CRITICAL", "django.request")  # hundreds of refusals are what is asked for here
    monkeypatch.setattr(Template, "render", lambda *_args, **_context: "")
    for name in ("get_form", "get_changelist_instance", "get_deleted_objects"):
        monkeypatch.setattr(ModelAdmin, name, reached)
    monkeypatch.setattr(schema, "document", reached)


@pytest.mark.parametrize("caller", CALLERS)
def test_pages(caller, acme_rows, quickly):
    acme, rival, found = acme_rows
    browser = Client(headers=headers(caller, acme.pk, rival.pk))
    user = staff(caller, acme, rival) if caller in (*ROLES, "rival") else None
    if user:
        browser.force_login(user, settings.AUTHENTICATION_BACKENDS[0])
    wrong = []
    for name, _route in routes():
        for ask in PAGES.get(name, ()):
            path = address(name, ask.args, found)
            got = opened(browser, ask, path)
            if got != ask.expected(caller):
                wrong.append(f"{ask.method} {path} [{name}]: {got}, should be {ask.expected(caller)}")
            if name == "admin:logout" and user:
                browser.force_login(user, settings.AUTHENTICATION_BACKENDS[0])
    assert not wrong, "\n".join(wrong)


def opened(browser, ask, path):
    send = browser.post if ask.method == "POST" else browser.get
    try:
        response = send(path, ask.data)
    except Reached:
        return "in"
    return outcome(response.status_code, response.headers.get("Location", ""))


def headers(caller, ours, theirs):
    """Credentials for doors, for the callers that are programs or end users."""
    if caller == "foreign_key":
        return bearer(ApiKey.make(theirs, "theirs", SCOPES)[1])
    if caller == "other_user":
        return bearer(tokens.issue(ours, "u2", {}, ("chat", "sessions")))
    if caller == "owner":
        return bearer(ApiKey.make(ours, "ours", SCOPES)[1])
    return {}


def bearer(text):
    return {"Authorization": f"Bearer {text}"}


# --- doors -----------------------------------------------------------------------------------------
@pytest.fixture
def visitors(transactional_db):
    """Headers by caller: credentials for programs and end users, a logged-in browser's cookie for staff."""
    ours, theirs = Tenant.objects.get(pk="tenant_a"), Tenant.objects.get(pk="tenant_clinic")
    made = {caller: headers(caller, ours.pk, theirs.pk) for caller in (*CALLERS, "owner")}
    for caller in (*ROLES, "rival"):
        browser = Client()
        browser.force_login(staff(caller, ours, theirs), settings.AUTHENTICATION_BACKENDS[0])
        made[caller] = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={browser.session.session_key}"}
    return made


async def test_doors(visitors, caplog):
    caplog.set_level("CRITICAL", "django.request")
    wrong = []
    async with reach("203.0.113.9") as web:
        known = await talked(web, visitors["owner"])
        for name, knocks in DOORS.items():
            for knock in knocks:
                for caller in (*CALLERS, "owner"):
                    got = await knocked(web, name, knock, known, visitors[caller])
                    if got != knock.expected(caller):
                        wrong.append(
                            f"{caller}: {knock.method} [{name}]: {got}, should be {knock.expected(caller)}"
                        )
    assert not wrong, "\n".join(wrong)


async def talked(web, credentials):
    """Two conversations of user u1 and a job, as the words that stand for them in the table."""
    job = await visit(lambda: Job.unscoped.create(tenant_id="tenant_a", kind="publish", status="done"))
    receipt = await visit(
        lambda: Erasure.unscoped.create(tenant_id="tenant_a", subject="0" * 64, alias="forgotten-0")
    )
    known = {"JOB": job.pk, "RECEIPT": receipt.pk}
    for word in ("KEY", "SECOND"):
        said = {"message": "oi", "user_id": "u1", "tenant_id": "tenant_a", "agent_id": "telecom_contas"}
        answer = (await web.post("/api/chat/message", json=said, headers=credentials)).json()
        known[word] = answer["conversation_key"]
        known["CONVERSATION" if word == "KEY" else ""] = answer["conversation_id"]
        known["TURN" if word == "KEY" else ""] = answer["metadata"]["turn_id"]
    known["RESPONSE"] = f"resp_{known['TURN']}"
    return known


async def knocked(web, name, knock, known, credentials):
    path = reverse(name, kwargs={key: known.get(value, value) for key, value in knock.args.items()})
    company_named = {"tenant_id": "tenant_a"} if knock.names else {}
    if knock.method in ("POST", "PUT"):
        body = {
            key: known.get(value, value) if isinstance(value, str) else value
            for key, value in knock.body.items()
        }
        response = await web.request(knock.method, path, json=body | company_named, headers=credentials)
    else:
        response = await web.request(knock.method, path, params=company_named, headers=credentials)
    return outcome(response.status_code, response.headers.get("Location", ""))


async def test_what_is_open_to_everybody_asks_for_nothing(transactional_db):
    async with reach("203.0.113.9") as web:
        for name in OPEN:
            assert (await web.get(reverse(name))).status_code in (200, 503), name  # 503: not ready yet


async def test_a_channels_door_opens_to_no_key_and_no_cookie(visitors, caplog):
    caplog.set_level("CRITICAL", "django.request")
    made = await visit(
        lambda: [
            Channel.unscoped.create(tenant_id="tenant_a", kind=name.split("-")[1], name=name.split("-")[1])
            for name in SIGNED
        ]
    )
    async with reach("203.0.113.9") as web:
        for name, channel in zip(SIGNED, made, strict=True):
            for caller in (*CALLERS, "owner"):
                path = reverse(name, args=[channel.pk])
                assert (
                    await web.post(path, json={"text": "oi"}, headers=visitors[caller])
                ).status_code == 401, name
