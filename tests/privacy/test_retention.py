"""What is older than a company keeps it goes, in small batches; what counts stays."""

import asyncio
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from audit.append import record
from audit.chain import verify
from audit.models import AuditEntry
from conversations import memory
from conversations.models import Conversation, IdempotencyKey, Message, Step, Turn, UserFact
from conversations.turn_parts import Fact
from delivery.models import Delivery
from handoffs.models import AgentHandoff
from outbound import runtime
from privacy import retention
from privacy.errors import BadDays, UnknownRetention
from privacy.models import Retention
from routing.turns import sweep
from tests.studio.conftest import login, talk
from work.models import Job

pytestmark = pytest.mark.django_db


def aged(turn: Turn, days: float, resting: float | None = None) -> None:
    """Makes a turn as old as this, and its conversation rest as long."""
    at = timezone.now() - timedelta(days=days)
    Turn.unscoped.filter(pk=turn.pk).update(created_at=at, received="raw", request={"text": "raw"})
    rest = timezone.now() - timedelta(days=days if resting is None else resting)
    Conversation.unscoped.filter(pk=turn.conversation_id).update(last_activity=rest, seq=2)


def all_of_it() -> int:
    taken = 0
    while count := retention.tidy():
        taken += count
    return taken


def test_texts_go_and_counts_stay(acme, rival):
    old, young = acme.turn, talk(acme.tenant, "s-2")[1]
    aged(old, 91)
    aged(young, 89)
    aged(rival.turn, 91)
    retention.keep(acme.tenant, "texts", 90)
    assert all_of_it() == 2  # the turn and its conversation
    assert set(Message.unscoped.filter(turn=old).values_list("text", flat=True)) == {""}
    assert set(Step.unscoped.filter(turn=old).values_list("summary", flat=True)) == {""}
    assert AgentHandoff.unscoped.get(turn=old).reason == ""
    old.refresh_from_db()
    assert (old.answer, old.result, old.received, old.request) == ("", {}, "", {})
    assert (old.status, old.intent, old.method, old.agent) == ("answered", "bills", "keyword", "orders_agent")
    talk_of_old = Conversation.unscoped.get(pk=old.conversation_id)
    assert talk_of_old.title == "" and talk_of_old.turn_count == 1
    for kept in (young, rival.turn):
        assert Message.unscoped.filter(turn=kept).exclude(text="").count() == 2
    assert Retention.objects.of(acme.tenant).get().cleared == 2
    assert all_of_it() == 0


def test_of_a_conversation_that_goes_on_only_what_is_old_goes(acme):
    aged(acme.turn, 91, resting=0)
    about = {"credential": "key:k", "door": "chat", "digest": "d", "turn": acme.turn}
    IdempotencyKey.unscoped.create(tenant=acme.tenant, key="m-1", response={"text": "R$ 8"}, **about)
    newer = Turn.unscoped.create(
        tenant=acme.tenant, conversation=acme.conversation, number=2, status="answered", answer="R$ 9"
    )
    Message.unscoped.create(
        tenant=acme.tenant, conversation=acme.conversation, turn=newer, seq=2, role="agent", text="R$ 9"
    )
    retention.keep(acme.tenant, "texts", 90)
    assert all_of_it() == 1
    texts = Message.unscoped.filter(conversation=acme.conversation).order_by("seq")
    assert list(texts.values_list("text", flat=True)) == ["", "", "R$ 9"]
    assert not IdempotencyKey.unscoped.filter(turn=acme.turn).exists()
    talk_now = Conversation.unscoped.get(pk=acme.conversation.pk)
    assert talk_now.history_from == 1 and talk_now.title  # what is empty is no history


def test_a_turn_that_is_not_over_is_left(acme):
    aged(acme.turn, 91, resting=0)
    Turn.unscoped.filter(pk=acme.turn.pk).update(status="running")
    retention.keep(acme.tenant, "texts", 90)
    assert all_of_it() == 0 and Turn.unscoped.get(pk=acme.turn.pk).received == "raw"


def test_a_conversation_that_is_answered_now_waits(acme):
    aged(acme.turn, 91)
    Turn.unscoped.filter(pk=acme.turn.pk).update(status="running")
    retention.keep(acme.tenant, "texts", 90)
    assert all_of_it() == 0
    Turn.unscoped.filter(pk=acme.turn.pk).update(status="answered")
    assert all_of_it() == 2


def test_batches_are_small_and_lose_none_of_one_moment(acme, monkeypatch):
    monkeypatch.setattr(retention, "AT_ONCE", 3)
    at = timezone.now() - timedelta(days=10)
    for number in range(2, 10):
        Turn.unscoped.create(
            tenant=acme.tenant, conversation=acme.conversation, number=number, status="answered",
            received="raw",
            created_at=at,
        )  # fmt: skip
    retention.keep(acme.tenant, "received", 7)
    assert [retention.tidy() for _ in range(4)] == [3, 3, 2, 0]
    assert not Turn.unscoped.filter(created_at=at).exclude(received="").exists()


def test_each_kind_takes_its_own(acme):
    aged(acme.turn, 50, resting=0)
    long_ago = timezone.now() - timedelta(days=20)
    Delivery.unscoped.filter(tenant=acme.tenant).update(created_at=long_ago)
    job = Job(
        tenant=acme.tenant,
        kind="evaluate_routing",
        status="done",
        payload={"lines": ["oi"]},
        finished_at=long_ago,
    )
    job.save()
    for name, days in (("steps", 30), ("deliveries", 10), ("jobs", 10)):
        retention.keep(acme.tenant, name, days)
    all_of_it()
    assert set(Step.unscoped.filter(turn=acme.turn).values_list("summary", flat=True)) == {""}
    assert Message.unscoped.filter(turn=acme.turn).exclude(text="").count() == 2
    assert not Delivery.objects.of(acme.tenant).exists()
    assert Job.unscoped.get(pk=job.pk).payload == {}


def test_only_what_there_is_may_be_said(acme, settings):
    with pytest.raises(UnknownRetention):
        retention.keep(acme.tenant, "dreams", 3)
    for name, days in (("texts", 0), ("texts", retention.MOST + 1), ("jobs", settings.JOB_RESULT_DAYS + 1)):
        with pytest.raises(BadDays):
            retention.keep(acme.tenant, name, days)


def test_the_log_of_who_did_what_is_not_shortened_by_one_person_at_once(acme, settings, monkeypatch):
    with pytest.raises(BadDays):
        retention.keep(acme.tenant, "audit", settings.AUDIT_LEAST_DAYS - 1)
    settings.AUDIT_LEAST_DAYS = 3
    record(acme.tenant, "read", "conversations.Conversation", "x")
    retention.keep(acme.tenant, "audit", 3)
    entries, now = AuditEntry.objects.of(acme.tenant), timezone.now()
    count = entries.count()
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(days=6))
    assert all_of_it() == 0 and entries.count() == count  # a week for others to see it
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(days=8))
    assert all_of_it() == count and not entries.exists()
    assert verify(acme.tenant).broken_at is None


@pytest.mark.django_db(transaction=True)
def test_the_first_look_is_at_once_though_the_machine_has_just_started(
    acme, settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    aged(acme.turn, 91)
    retention.keep(acme.tenant, "texts", 90)
    settings.SWEEP_SECONDS = 0.01
    monkeypatch.setattr(sweep, "time", SimpleNamespace(monotonic=lambda: 60.0))  # it runs for a minute
    runtime.run(_sweep_until_empty(acme.turn), 30)


async def _sweep_until_empty(turn: Turn, word: str = "", *files: Path) -> None:
    """Until the texts of a turn are empty, and no file holds the word."""
    looking = asyncio.create_task(sweep.for_ever())
    try:
        for _ in range(500):
            texts = Message.unscoped.filter(turn=turn).exclude(text="")
            if not await texts.aexists() and not (word and _holds(word, *files)):
                return
            await asyncio.sleep(0.05)
        raise AssertionError("the sweeper looked after nothing")
    finally:
        looking.cancel()


def test_the_page_keeps_what_was_typed_and_says_what_is_wrong(acme):
    page, browser = reverse("admin:retention"), login("admin", acme.tenant)
    assert browser.post(page, {"texts": "90", "steps": ""}).status_code == 302
    assert Retention.objects.of(acme.tenant).get().days == 90
    wrong = browser.post(page, {"texts": "90", "steps": "often"}).content.decode()
    assert 'value="often"' in wrong and "A whole number of days" in wrong
    assert browser.post(page, {"texts": ""}).status_code == 302
    assert Retention.objects.of(acme.tenant).get(kind="texts").days is None
    assert login("operator", acme.tenant).get(page).status_code == 403


def test_what_is_remembered_of_users_goes_unless_it_was_said_again(acme, rival) -> None:
    for slug in (acme.tenant.pk, rival.tenant.pk):
        memory.keep(slug, "ana", [Fact("name", "Ana", 1.0, "stated"), Fact("market", "BR", 1.0, "stated")])
    UserFact.unscoped.update(learned_at=timezone.now() - timedelta(days=91))
    assert all_of_it() == 0, "for ever, where a company says nothing"
    memory.keep(acme.tenant.pk, "ana", [Fact("market", "PT", 1.0, "stated")])
    retention.keep(acme.tenant, "memory", 90)
    assert all_of_it() == 1
    assert [each.value for each in memory.read(acme.tenant.pk, "ana")] == ["PT"]
    assert len(memory.read(rival.tenant.pk, "ana")) == 2


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL's files are its own matter")
@pytest.mark.django_db(transaction=True)
def test_what_the_sweeper_empties_is_gone_from_the_files_of_the_database(acme, settings):
    word = "quarantined-marmalade"
    Message.unscoped.filter(turn=acme.turn).update(text=word * 50)
    aged(acme.turn, 91)
    retention.keep(acme.tenant, "texts", 90)
    file = Path(connection.settings_dict["NAME"])
    files = (file, file.with_name(f"{file.name}-wal"))

    assert _holds(word, *files)
    settings.SWEEP_SECONDS = 0.05
    runtime.run(_sweep_until_empty(acme.turn, word, *files), 30)


def _holds(word: str, *files: Path) -> bool:
    return any(word.encode() in each.read_bytes() for each in files if each.exists())
