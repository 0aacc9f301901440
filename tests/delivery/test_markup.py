"""A channel's row says whether its answers are written in plain text or in Markdown."""

import pytest

from agents.specialists.prompt import MARKDOWN, PLAIN, form_of
from conversations.models import Turn
from conversations.stored_request import StoredRequest
from conversations.visits import visit
from delivery.models import Channel
from releases.publish import publish
from routing.api.adapters import telegram
from routing.models import AgentProfile, Intent
from studio.files import exporting, importing
from tenancy.models import Tenant
from tests.delivery.conftest import send_all
from tests.delivery.test_webhooks import send
from tests.parts.visiting import visit_now
from tests.studio.test_company_commands import run as run_command

WRITTEN, WITHOUT = "**Anotado** é o `A1`", "Anotado é o A1"


@pytest.fixture
def answering(demo_servers, transactional_db):
    """The demo answers about invoices with Markdown that somebody wrote."""

    def write():
        tenant = Tenant.objects.get(pk="tenant_a")
        for intent in Intent.objects.of(tenant).filter(specialist__isnull=False):
            intent.reply = {"pt": WRITTEN}
            intent.save()
        publish(tenant, "ana")

    visit_now(write)


@pytest.mark.parametrize("markup", ["", "plain", "markdown"])
async def test_an_answer_leaves_as_its_channel_says(answering, stranger, channel, receiver, markup):
    asked, secret = channel(agent_id="telecom_contas", markup=markup)
    wanted = WITHOUT if markup == "plain" else WRITTEN
    assert (await send(stranger, asked, secret)).json()["text"] == wanted
    waits, secret = channel(agent_id="telecom_contas", name="erp", url=receiver.url, markup=markup)
    await send(stranger, waits, secret, message_id="msg_2")
    await send_all()
    assert receiver.bodies()[0]["data"]["text"] == wanted
    turn = await visit(lambda: Turn.unscoped.order_by("created_at").first())
    assert StoredRequest.from_json(turn.request).markup == markup
    assert turn.answer == wanted, "also where it is read later"
    told, secret = channel(
        agent_id="telecom_contas", name="log", url=receiver.url, markup=markup, events=["turn.answered"]
    )
    await send(stranger, told, secret, message_id="msg_3")
    await send_all()
    assert {each["data"]["text"] for each in receiver.bodies()} == {wanted}


def test_a_model_is_told_what_the_channel_says():
    assert form_of("web") == form_of("telegram", "markdown") == MARKDOWN
    assert form_of("telegram") == form_of("web", "plain") == PLAIN


def test_a_bot_that_draws_nothing_sends_the_words_alone():
    (drawn,), (bare,) = (telegram.messages({"text": WRITTEN}, draws) for draws in (True, False))
    assert drawn["parse_mode"] == "HTML" and drawn["text"].startswith("<b>Anotado</b>")
    assert bare == {"text": WITHOUT, "plain": WITHOUT}


@pytest.mark.django_db
def test_a_file_says_how_a_channel_writes():
    hotel = Tenant.objects.create(slug="harbor_hotel")
    Channel(tenant=hotel, name="crm", events=["turn.answered"], url="https://crm.example.com").save()
    plan = importing.look(hotel, {"channels.yaml": b"channels: {crm: {answers: plain}, erp: {kind: email}}"})
    assert [str(each) for each in plan.faults] == [] and "erp" in str(plan.notes[0])
    assert list(plan.outside.changes(hotel)) == ["Channel 'crm', answers are written: plain."]
    importing.write(plan)
    row = Channel.objects.of(hotel).get()
    assert (row.markup, row.events, row.url) == ("plain", ["turn.answered"], "https://crm.example.com")
    written = exporting.collect_files(hotel, lambda permission: True)["channels.yaml"]
    again = importing.look(hotel, {"channels.yaml": written})
    assert list(again.outside.changes(hotel)) == [] and not again.notes
    moved = importing.look(hotel, {"channels.yaml": b"channels: {crm: {kind: stream}}"})
    assert "webhook" in str(moved.faults[0])
    wrong = importing.look(hotel, {"channels.yaml": b"channels: {crm: {answers: loud}}"})
    assert "channels.yaml" in str(wrong.faults[0]) and "loud" in str(wrong.faults[0])
    refused = importing.look(
        hotel, {"channels.yaml": b"channels: {crm: {answers: markdown}}"}, channels=False
    )
    assert not list(refused.outside.changes(hotel)) and refused.notes


@pytest.mark.django_db
def test_a_file_names_a_profile_that_somebody_is():
    """Of the draft, of the files beside it or of what is live: messages to any other are refused."""
    shop = Tenant.objects.get(pk="tenant_a")
    Channel(tenant=shop, name="crm", agent_id="gone").save()
    wish = b"channels: {crm: {profile: %s}}"
    (fault,) = importing.look(shop, {"channels.yaml": wish % b"shpo"}).faults
    assert "channels.yaml" in str(fault) and "shpo" in str(fault)
    for known in (b"retail_orders", b"''", b"gone"):  # the last is no change
        assert not importing.look(shop, {"channels.yaml": wish % known}).faults
    AgentProfile.objects.of(shop).filter(agent_id="retail_orders").update(agent_id="renamed")
    assert shop.live_release and not importing.look(shop, {"channels.yaml": wish % b"retail_orders"}).faults


async def test_channels_are_for_who_writes_the_configuration(stranger, channel, key):
    """Over HTTP a key for files needs none of the rollout, and one for percentages opens no file."""
    row, _secret = channel()
    may = key("config:write")
    shown = (await stranger.get("/api/config/files", headers=may)).json()["files"]
    assert "channels.yaml" in shown and "rollout.yaml" not in shown
    body = {"files": {"channels.yaml": "channels: {crm: {enabled: no}}"}}
    told = (await stranger.post("/api/config/import", json=body, headers=may)).json()
    assert told["notes"] == [] and len(told["at_once"]) == 1
    assert not await visit(lambda: Channel.unscoped.get(pk=row.pk).enabled)
    refused = await stranger.post("/api/config/import", json=body, headers=key("rollout:write"))
    assert refused.status_code == 403


async def test_a_program_makes_a_channel_and_gets_its_secret(stranger, key, receiver):
    """Its address is an operator's to say; the secret is shown when it is made, and then never."""
    files = {"channels.yaml": f"channels: {{crm: {{url: '{receiver.url}', events: [turn.answered]}}}}"}
    may, says = key("config:write"), key("config:write", "addresses:write")
    told = (await stranger.post("/api/config/plan", json={"files": files}, headers=may)).json()
    assert [each["sort"] for each in told["notes"]] == ["left"] and len(told["at_once"]) == 2
    await stranger.post("/api/config/import", json={"files": files}, headers=says)
    (shown,) = (await stranger.get("/api/channels", headers=may)).json()["channels"]
    assert (shown["url"], shown["has_secret"]) == (receiver.url, False)
    assert (await stranger.post("/api/channels/crm/secret", headers=may)).status_code == 403
    assert (await stranger.post("/api/channels/erp/secret", headers=says)).json()["code"] == "unknown_channel"
    given = (await stranger.post("/api/channels/crm/secret", headers=says)).json()
    row = await visit(Channel.unscoped.get)
    assert row.secret == given["secret"] and given["former_until"] is None
    assert given["messages_at"] == f"/channels/webhook/{row.pk}"
    assert (await send(stranger, row, given["secret"])).status_code == 202
    out = await visit(lambda: run_command("channel_secret", "tenant_a", "crm"))
    assert await visit(lambda: Channel.unscoped.get().secret) in out
