"""The chain shows what was changed, taken out of the middle, and taken off the end."""

import logging
import threading
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from audit import parties, trimming
from audit.actors import Actor, acting
from audit.append import record
from audit.chain import digest_of, verify
from audit.errors import AppendOnly
from audit.models import AuditChain, AuditEntry, AuditParty
from privacy.names import new_alias
from tenancy.models import Tenant
from tests.parts.phrases import try_each


@pytest.fixture
def log(db: None) -> str:
    """A company with six entries."""
    Tenant.objects.create(slug="hotel")
    for number in range(5):
        record(
            "hotel", "change", "routing.Intent", number, f"intent {number}", {"title": "a"}, {"title": "b"}
        )
    return "hotel"


def entry(number: int) -> "QuerySet[AuditEntry]":
    """As somebody reaches it who has the database and not the log's own way."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL switchboard.audit_drop = 'on'")
    return QuerySet(AuditEntry).filter(tenant_id="hotel", number=number)


@pytest.mark.parametrize(("kind", "level"), [("command", logging.DEBUG), ("person", logging.INFO)])
def test_a_commands_terminal_shows_no_digests(
    kind, level, log, caplog, django_capture_on_commit_callbacks
) -> None:
    with (
        caplog.at_level(logging.DEBUG, "audit"),
        acting(Actor(kind, "create_key")),
        django_capture_on_commit_callbacks(execute=True),
    ):
        record("hotel", "change", "routing.Intent", 9, "intent 9", {"title": "a"}, {"title": "b"})
    assert [line.levelno for line in caplog.records if line.name == "audit"] == [level]


def test_a_log_that_nobody_touched_is_whole(log: str) -> None:
    found = verify(log)
    assert (found.broken_at, found.entries, found.number) == (None, 6, 6)
    assert verify("hotel", expected=(4, AuditEntry.objects.of(log).get(number=4).digest)).broken_at is None


def test_a_long_log_is_read_a_batch_at_a_time_with_whom_each_names(log, monkeypatch) -> None:
    monkeypatch.setattr("audit.chain.AT_ONCE", 2)
    with acting(Actor("person", "rita")):
        record(log, "change", "routing.Intent", 9, "intent 9", {"title": "a"}, {"title": "b"})
    assert (verify(log).broken_at, verify(log).entries) == (None, 7)
    AuditParty.objects.of(log).filter(name="rita").update(name="bia")
    assert verify(log).broken_at == 7


@try_each("column", ["name", "who", "after", "at", "row", "action"])
def test_a_changed_entry_is_named(log: str, column: str) -> None:
    other = {"after": {"title": "c"}, "at": timezone.now()}.get(column, "other")
    entry(3).update(**{column: other})
    assert verify(log).broken_at == 3


def test_a_changed_entry_with_a_new_digest_breaks_at_the_next(log: str) -> None:
    row = AuditEntry.objects.of(log).get(number=3)
    row.name = "other"
    entry(3).update(name="other", digest=digest_of(row))
    assert verify(log).broken_at == 4


def party(**changes: Any) -> AuditParty:
    """Changed as somebody does who has the database."""
    row = AuditParty.objects.of("hotel").get(kind="person")
    AuditParty.unscoped.filter(pk=row.pk).update(**changes)
    row.refresh_from_db()
    return row


@pytest.fixture
def signed(log: str) -> str:
    """The company with an entry by Ana."""
    with acting(Actor("person", "ana", "10.0.0.1")):
        record(log, "read", "conversations.Conversation", "c1")
    assert verify(log).broken_at is None
    return log


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "bia"},
        {"address": "10.0.0.2"},
        {"name": "bia", "salt": "", "seal": ""},
        {"name": "forgotten-1234", "salt": "", "address": ""},
        {"name": "forgotten-1234", "salt": "", "address": "", "kind": "user"},
    ],
    ids=["name", "address", "as from before", "as cut", "as a user who was cut"],
)
def test_an_exchanged_name_shows(signed: str, changes: dict[str, str]) -> None:
    party(**changes)
    assert verify(signed).broken_at == 7


def test_a_name_that_was_sealed_anew_shows(signed: str) -> None:
    row = party(name="bia")
    parties._put_seal(row).save()
    assert verify(signed).broken_at == 7


def test_a_user_whose_reference_was_cut_leaves_the_chain_whole(log: str) -> None:
    with acting(Actor("user", "u-1", "10.0.0.1")):
        record(log, "erase", "conversations.Conversation", "c1")
    row = AuditParty.objects.of(log).get(kind="user")
    parties.cut(row, new_alias())
    assert (row.salt, row.address) == ("", "") and "u-1" not in row.seal
    assert verify(log).broken_at is None


def test_entries_from_before_there_were_seals_hold_and_new_ones_are_put_seal(log: str) -> None:
    AuditParty.unscoped.update(salt="", seal="")
    previous = ""
    for row in AuditEntry.objects.of(log).order_by("number"):
        row.previous, row.digest = previous, ""
        previous = digest_of(row)
        entry(row.number).update(previous=row.previous, digest=previous)
    AuditChain.objects.of(log).update(digest=previous)
    assert verify(log).broken_at is None
    record(log, "read", "conversations.Conversation", "c1")
    assert verify(log).broken_at is None
    AuditParty.unscoped.filter(tenant_id=log).update(name="somebody")
    assert verify(log).broken_at is not None


def test_an_entry_taken_out_of_the_middle_shows(log: str) -> None:
    entry(2).delete()
    assert verify(log).broken_at == 2


def test_entries_taken_off_the_end_show_by_the_head(log: str) -> None:
    entry(6).delete()
    assert verify(log).broken_at == 6


def test_entries_taken_off_with_the_head_show_by_a_head_kept_elsewhere(log: str) -> None:
    kept = verify(log)
    entry(6).delete()
    AuditChain.objects.of(log).update(number=5, digest=AuditEntry.objects.of(log).get(number=5).digest)
    assert verify(log).broken_at is None
    assert verify(log, expected=(kept.number, kept.digest)).broken_at == 6


def test_a_log_that_was_written_anew_shows_by_a_head_kept_elsewhere(log: str) -> None:
    assert verify(log, expected=(4, "0" * 64)).broken_at == 4


def test_the_model_refuses_changes_and_deletions(log: str) -> None:
    row = AuditEntry.objects.of(log).get(number=2)
    row.name = "other"
    for forbidden in (
        row.save,
        row.delete,
        AuditEntry.objects.of(log).delete,
        lambda: AuditEntry.unscoped.filter(number=2).update(name="other"),
        lambda: AuditEntry.unscoped.bulk_update([row], ["name"]),
    ):
        with pytest.raises(AppendOnly):
            forbidden()
    assert verify(log).broken_at is None


@pytest.mark.stores
def test_postgresql_refuses_them_whoever_asks(log: str) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no such guard")
    for statement in ("UPDATE audit_auditentry SET name = 'x'", "DELETE FROM audit_auditentry"):
        with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
            connection.cursor().execute(statement)


def test_the_logs_own_retention_leaves_a_chain_that_holds(log: str) -> None:
    kept = AuditEntry.objects.of(log).get(number=5)
    assert trimming.trim(log, timezone.now() - timedelta(days=1), 100) == 0
    assert trimming.trim(log, timezone.now(), 4) == 4
    assert verify(log).entries == 2 and verify(log).broken_at is None
    assert verify(log, expected=(2, "0" * 64)).broken_at is None  # gone by rule: nothing can be said of it
    assert verify(log, expected=(5, kept.digest)).broken_at is None
    entry(5).delete()
    assert verify(log).broken_at == 5


def test_the_command_names_company_and_entry(log: str, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("verify_audit", log)
    head = capsys.readouterr().out.strip().split("Head ")[1]
    call_command("verify_audit", log, head=head)
    entry(4).update(name="other")
    with pytest.raises(CommandError):
        call_command("verify_audit")
    assert "hotel: breaks at entry 4" in capsys.readouterr().err


@pytest.mark.stores
@pytest.mark.django_db(transaction=True)
def test_writers_at_once_make_one_chain() -> None:
    Tenant.objects.create(slug="hotel")
    failed: list[Exception] = []

    def write() -> None:
        try:
            for number in range(10):
                record("hotel", "change", "routing.Intent", number)
        except Exception as error:
            failed.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=write) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert not failed
    found = verify("hotel")
    assert (found.entries, found.broken_at) == (41, None)
