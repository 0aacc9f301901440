"""Where data goes is the operators' to say, and a second person's where it never went before."""

import json
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth import SESSION_KEY, get_user_model
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from agents.llm.choose import online
from agents.llm.openai_compatible import OpenAICompatible
from agents.models import LLMProfile, MCPServer
from agents.operational import address_of, llm_address_of
from agents.resources import AgentsOperational
from agents.specs import AgentsSection, LLMSpec
from delivery.models import Channel
from egress import changing, places
from egress.models import AddressChange
from outbound.addresses import check
from releases import draft
from releases.publish import publish
from routing.models import Backend, Domain
from studio.files import importing
from studio.links import page_of
from tenancy.authenticate import RawCredentials, authenticate
from tenancy.keys import Program
from tenancy.models import ApiKey, Membership
from tests.parts.phrases import try_each
from tests.studio.conftest import login
from tests.studio.test_secrets import sent
from work.models import Job

pytestmark = pytest.mark.django_db

ELSEWHERE = "https://elsewhere.example.com/v1"
PLACES: list[tuple[Any, str]] = [
    (MCPServer, "url"), (LLMProfile, "base_url"), (Backend, "url"), (Domain, "url"), (Channel, "url"),
]  # fmt: skip
each_place = try_each(("model", "field"), PLACES)


def row_of(model: Any, acme: SimpleNamespace) -> Any:
    return model.objects.of(acme.tenant).get()


def values(row: Any) -> dict[str, Any]:
    place = places.of(type(row))
    assert place is not None
    return place.values(type(row)._base_manager.get(pk=row.pk))


def test_every_kind_of_row_with_an_address_is_known() -> None:
    assert {model for model, _field in PLACES} == set(places._places)


@pytest.mark.parametrize("role", ["editor", "publisher"])
@pytest.mark.parametrize(("model", "field"), PLACES[:4], ids=lambda each: getattr(each, "__name__", each))
def test_an_editor_says_what_it_is_for_and_not_where_it_is(
    model: Any, field: str, role: str, acme: SimpleNamespace
) -> None:
    row, editor = row_of(model, acme), login(role, acme.tenant)
    before, page = values(row), editor.get(page_of(row))
    form = page.context["adminform"].form
    assert not {*form.fields} & {*before} and "name" not in (
        form.fields if places.of(model).address(row) else ()
    )  # type: ignore[union-attr]
    given = {
        field: ELSEWHERE,
        "secret": "x",
        "api_key": "x",
        "transport": "http",
        "provider": "gemini",
        "name": "other",
    }
    assert sent(editor, row, **given).status_code == 302
    assert values(row) == before and model._base_manager.get(pk=row.pk).name == row.name


def test_what_waits_is_told_before_a_publish_and_names_the_key_that_entered_it(acme: SimpleNamespace) -> None:
    for name in ("olga", "omar"):
        person = get_user_model().objects.create_user(name, is_staff=True)
        Membership.objects.create(user=person, tenant=acme.tenant, role="operator")
    files = {
        "mcp_servers.yaml": b"servers:\n  bookings: {endpoint: 'https://new.example.com/mcp'}\n",
        "tools.yaml": b"tools:\n  cancel_booking: {mcp_server: bookings, description: Cancels a booking.}\n",
    }
    _row, plain = ApiKey.make(acme.tenant, "pipeline", ["config:write", "addresses:write"])
    program = Program.of(authenticate(RawCredentials(f"Bearer {plain}")))
    importing.write(importing.look(acme.tenant, files, author=program), author=program)
    assert not Job.objects.of(acme.tenant).filter(kind="ask_tools").exists()  # there is nobody to ask yet

    told = {problem.where: problem.sentence for problem in draft.of(acme.tenant, fresh=True).review.problems}
    assert "https://new.example.com/mcp waits" in told["MCP server 'bookings'"]
    assert "its tools cannot be called" in told["MCP server 'bookings'"]
    assert "needs your word" in told["Tool 'cancel_booking'"]
    change = AddressChange.objects.of(acme.tenant).get(name="bookings")
    page = login("operator", acme.tenant).get(page_of(change)).content.decode()
    assert "Entered by key pipeline" in page
    changing.agree(change, get_user_model().objects.get(username="omar"))
    assert Job.objects.of(acme.tenant).filter(kind="ask_tools").count() == 1


def test_an_old_version_brings_no_old_address_back(acme: SimpleNamespace) -> None:
    row = row_of(MCPServer, acme)
    row.url, row.description = "http://127.0.0.1:10/mcp", "new"
    row.save()
    row.url, row.description = "http://127.0.0.1:9/mcp", "newer"
    row.save()
    old = row.history.get(description="new")
    address = reverse("admin:agents_mcpserver_simple_history", args=[row.pk, old.pk])
    assert sent(login("editor", acme.tenant), row, address).status_code == 302
    row.refresh_from_db()
    assert (row.description, row.url) == ("new", "http://127.0.0.1:9/mcp")


@try_each(
    ("model", "given"),
    [
        (MCPServer, {"name": "added"}),
        (LLMProfile, {"name": "added", "model": "m-2", "timeout_seconds": "30"}),
        (Backend, {"name": "added", "priority": "1"}),
        (Domain, {"name": "added", "timeout": "3"}),
    ],
)
def test_what_an_editor_adds_sends_nothing_until_an_operator_says_where(
    model: Any, given: dict[str, str], acme: SimpleNamespace
) -> None:
    meta = model._meta
    address = reverse(f"admin:{meta.app_label}_{meta.model_name}_add")
    answer = login("editor", acme.tenant).post(
        address, {**given, "url": ELSEWHERE, "base_url": ELSEWHERE, "provider": "openai"}
    )
    assert answer.status_code == 302, answer.context["adminform"].form.errors
    row = model.objects.of(acme.tenant).get(name="added")
    assert places.of(model).address(row) == ""  # type: ignore[union-attr]
    if model is MCPServer:
        assert address_of(row).problem


def second(acme: SimpleNamespace) -> tuple[Client, Client]:
    """Two people who may say where data goes."""
    return login("operator", acme.tenant), login("admin", acme.tenant)


@each_place
def test_a_new_host_waits_for_a_second_person_and_the_old_one_serves(
    model: Any, field: str, acme: SimpleNamespace
) -> None:
    ana, rui = second(acme)
    row = row_of(model, acme)
    acme.tenant.refresh_from_db()
    before, counted = values(row), acme.tenant.operational_version
    secret = "api_key" if model is LLMProfile else "token" if model is Channel else "secret"
    assert sent(rui, row, **{field: ELSEWHERE, secret: "sk-new-one"}).status_code == 302
    assert values(row) == before
    waits = AddressChange.objects.of(acme.tenant).get(state="waiting")
    assert waits.after == ELSEWHERE
    for place in (reverse("admin:index"), reverse("admin:operations"), page_of(row)):
        page = ana.get(place).content.decode()
        assert "waits for a second person" in page or "wait for a second" in page
    agree = reverse("admin:egress_addresschange_agree", args=[waits.pk])
    rui.post(agree)
    login("editor", acme.tenant).post(agree)
    assert values(row) == before, "neither who entered it nor an editor"
    ana.post(agree)
    after = values(row)
    assert (after[field], after[secret]) == (ELSEWHERE, "sk-new-one")
    waits.refresh_from_db()
    assert (waits.state, waits.secret, waits.values) == ("taken", "", {})
    acme.tenant.refresh_from_db()
    assert acme.tenant.operational_version > counted


def test_whoever_agrees_is_told_whether_the_row_is_used_yet(acme: SimpleNamespace) -> None:
    ana, rui = second(acme)
    publish(acme.tenant, "ana")
    told = []
    for name in ("fast", "second"):
        row, _made = LLMProfile.objects.of(acme.tenant).get_or_create(
            name=name, defaults={"tenant_id": acme.tenant.pk, "provider": "openai", "model": "m"}
        )
        assert sent(rui, row, base_url=f"https://{name}.example.com/v1", api_key="sk-1").status_code == 302
        waits = AddressChange.objects.of(acme.tenant).get(state="waiting")
        page = ana.post(reverse("admin:egress_addresschange_agree", args=[waits.pk]), follow=True)
        told += [str(each) for each in page.context["messages"]]
    assert told == [
        "Agreed. It is used from now on.",
        "Agreed. It is not used yet: publish the draft that has it, or switch it on.",
    ]


ASLEEP = [
    (LLMProfile, {"provider": "offline", "base_url": ELSEWHERE}),
    (MCPServer, {"transport": "stdio", "url": ELSEWHERE}),
    (Domain, {"kind": "mcp", "url": ELSEWHERE}),
]


@try_each(("model", "given"), ASLEEP)
def test_an_address_that_does_not_count_yet_waits_too(
    model: Any, given: dict[str, str], acme: SimpleNamespace
) -> None:
    """A release that is live, or brought back, may say the provider, the transport or the kind that makes it
    count.
    """
    _ana, rui = second(acme)
    row = row_of(model, acme)
    before = values(row)
    for name, value in given.items():
        setattr(row, name, value)
    assert changing.hold(row, get_user_model().objects.get(pk=rui.session[SESSION_KEY])) is not None
    assert places.of(model).values(row) == before  # type: ignore[union-attr]


def test_a_key_goes_to_nobody_but_the_provider_that_it_was_given_for(acme: SimpleNamespace) -> None:
    row = row_of(LLMProfile, acme)
    row.provider, row.base_url, row.api_key = "gemini", "", "sk-of-gemini"
    live = LLMSpec(row.name, provider="openai", model="m-1")
    resources: Any = SimpleNamespace(
        section=AgentsSection(),
        operational=AgentsOperational(llms={row.name: llm_address_of(row)}),
        switches=SimpleNamespace(off=lambda *_about: False),
        saves=False,
        budgets=None,
    )
    model: Any = online(resources, live)
    assert model._api_key == "" and "another provider" in str(model._problem)


def test_a_refused_address_is_dropped_and_a_newer_one_takes_its_place(acme: SimpleNamespace) -> None:
    ana, rui = second(acme)
    row = row_of(MCPServer, acme)
    sent(rui, row, url=ELSEWHERE)
    sent(rui, row, url="https://third.example.com")
    first, newer = AddressChange.objects.of(acme.tenant).filter(model="agents.mcpserver").order_by("id")
    assert (first.state, newer.state) == ("withdrawn", "waiting")
    ana.post(reverse("admin:egress_addresschange_refuse", args=[newer.pk]))
    ana.post(reverse("admin:egress_addresschange_agree", args=[newer.pk]))
    newer.refresh_from_db()
    assert newer.state == "refused" and row_of(MCPServer, acme).url == "http://127.0.0.1:9/mcp"


def test_a_rows_page_says_that_an_address_was_dropped_for_a_newer_one(acme: SimpleNamespace) -> None:
    _ana, rui = second(acme)
    row = row_of(MCPServer, acme)
    dropped = "A new address was dropped"
    for address in (ELSEWHERE, "https://newer.example.com/mcp"):
        assert dropped not in rui.get(page_of(row)).content.decode()
        assert sent(rui, row, url=address, secret="sk-1").status_code == 302
    page = rui.get(page_of(row)).content.decode()
    assert dropped in page and ELSEWHERE in page
    change = AddressChange.objects.of(acme.tenant).get(state="waiting")
    rui.post(reverse("admin:egress_addresschange_refuse", args=[change.pk]))
    assert dropped not in rui.get(page_of(row)).content.decode(), "somebody decided since"


def test_a_host_in_use_needs_nobody_and_nor_does_who_is_alone(acme: SimpleNamespace) -> None:
    alone = login("operator", acme.tenant)
    row = row_of(MCPServer, acme)
    sent(alone, row, transport="http", url=ELSEWHERE)
    assert row_of(MCPServer, acme).url == ELSEWHERE
    rui = login("admin", acme.tenant)
    sent(rui, row_of(Backend, acme), url="https://elsewhere.example.com/gateway")
    assert row_of(Backend, acme).url == "https://elsewhere.example.com/gateway"
    sent(rui, row_of(Backend, acme), url="https://elsewhere.example.com:444")
    assert row_of(Backend, acme).url == "https://elsewhere.example.com/gateway", (
        "another port is another party"
    )


FILES = {
    "mcp_servers.yaml": (
        b"servers:\n  shop: {transport: http, endpoint: 'https://elsewhere.example.com', description: new}\n"
        b"  fresh: {transport: http, endpoint: 'https://elsewhere.example.com'}\n"
    ),
    "llm_profiles.yaml": (
        b"profiles:\n  fast: {provider: gemini, model: m-2, api_key: sk-of-the-file, base_url: "
        b"'https://elsewhere.example.com'}\n"
    ),
    "backends.yaml": b"backends:\n  bills_desk: {url: 'https://elsewhere.example.com', description: new}\n",
    "domains.bootstrap.json": (
        b'[{"name": "shop_desk", "type": "remote_http", "config": {"url": "https://elsewhere.example.com", '
        b'"auth_token": "t"}}]'
    ),
}


def test_an_import_takes_no_address_from_who_may_not_say_one(acme: SimpleNamespace) -> None:
    before = [values(row_of(model, acme)) for model, _field in PLACES]
    plan = importing.look(acme.tenant, FILES, addresses=False)
    assert not plan.faults and not list(plan.outside.changes(acme.tenant))
    told = " ".join(note.words for note in plan.notes if note.sort == "left")
    assert all(f"'{name}'" in told for name in ("shop", "fresh", "fast", "bills_desk", "shop_desk"))
    importing.write(plan)
    fresh = MCPServer.objects.of(acme.tenant).get(name="fresh")
    assert fresh.url == ""
    fresh.delete()
    assert [values(row_of(model, acme)) for model, _field in PLACES] == before
    assert row_of(MCPServer, acme).description == "new" and row_of(LLMProfile, acme).model == "m-2"


def test_a_new_host_in_a_file_waits_too(acme: SimpleNamespace, django_user_model: Any) -> None:
    second(acme)
    before = [values(row_of(model, acme)) for model, _field in PLACES]
    plan = importing.look(acme.tenant, FILES)
    importing.write(plan, author=django_user_model.objects.get(username="admin-acme"))
    assert [
        values(each)
        for each in (
            MCPServer.objects.of(acme.tenant).get(name="shop"),
            row_of(LLMProfile, acme),
            row_of(Backend, acme),
            row_of(Domain, acme),
            row_of(Channel, acme),
        )
    ] == before
    waits = AddressChange.objects.of(acme.tenant).filter(state="waiting")
    assert sorted(waits.values_list("name", flat=True)) == [
        "bills_desk",
        "fast",
        "fresh",
        "shop",
        "shop_desk",
    ]
    assert {"api_key": "sk-of-the-file", "extra_headers": ""} in [
        json.loads(each.secret or "{}") for each in waits
    ]


REFUSED = [
    "https://ana:1234@tools.example.com/mcp", "https://token@tools.example.com", "javascript:alert(1)",
    "file:///etc/passwd", "ftp://tools.example.com", "tools.example.com", "//tools.example.com", "https://",
    "https://tools.example.com/?api_key=abc", "https://tools.example.com/?access_token=abc",
    "https://${ENV:SECRET_KEY}.example.com", "${ENV:DATABASE_URL}", "https://tools.example.com/${SECRET_KEY}",
    "https://tools.example.com\\@evil.example.com", "https://tools.exa mple.com",
    "https://tools.example.com:port",
]  # fmt: skip


@try_each("address", REFUSED)
def test_no_row_may_have_such_an_address(address: str) -> None:
    with pytest.raises(ValidationError):
        check(address)


def test_ordinary_addresses_may_be_entered(settings: Any) -> None:
    settings.ROW_ENVIRONMENT = ["SHOP_URL"]
    for address in (
        "https://tools.example.com/mcp?api-version=1",
        "http://[::1]:80/",
        "${ENV:SHOP_URL}/mcp",
        "https://${ENV:SHOP_URL}/",
    ):
        check(address)


@each_place
def test_it_is_refused_at_its_own_field(model: Any, field: str, acme: SimpleNamespace) -> None:
    page = sent(
        login("admin", acme.tenant), row_of(model, acme), **{field: "https://ana:1234@tools.example.com"}
    )
    assert field in page.context["adminform"].form.errors


def test_a_file_is_refused_too(acme: SimpleNamespace) -> None:
    files = {
        "mcp_servers.yaml": b"servers:\n  shop: {transport: streamable_http, endpoint: '${ENV:SECRET_KEY}'}\n"
    }
    assert [fault.line for fault in importing.look(acme.tenant, files).faults] == [2]


def test_a_path_cannot_name_another_machine(acme: SimpleNamespace) -> None:
    row = row_of(Backend, acme)
    page = sent(login("admin", acme.tenant), row, events_path_template=".evil.example.com/{session_id}")
    assert list(page.context["adminform"].form.errors) == ["events_path_template"]


def test_a_model_whose_row_is_gone_is_not_asked_at_its_providers_own_address() -> None:
    resources = SimpleNamespace(
        section=AgentsSection(),
        operational=AgentsOperational(),
        switches=SimpleNamespace(off=lambda *_names: False),
        saves=False,
        budgets=None,
    )
    model = online(resources, LLMSpec("gone", provider="openai"))
    assert isinstance(model, OpenAICompatible) and model._problem
