"""Forgets an end user of a company.

Erases what they wrote and what was kept of them, and takes their name off the rest.

    receipt = forgetting.start("tenant_a", "u-1001", author="ana")  # a job does the work
    Erasure.objects.of("tenant_a").get(pk=receipt.pk).counts  # {"conversations.Conversation": 3, ...}

Asked again while it runs, or after it broke off, it goes on with the same receipt. What counts of a
conversation stays: its times, routes and numbers, under an alias that is nobody's.
"""

import time
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from audit.append import record
from conversations.errors import TurnRunning
from privacy import names, rules
from privacy.errors import NoUserId, StillAnswering, UnknownReceipt
from privacy.models import Erasure
from privacy.rules import OwnRule, Person
from privacy.wiping import wipe_log
from tenancy import ending
from tenancy.company_lock import hold
from tenancy.models import Tenant
from tenancy.tenant_rows import slug_of
from work import jobs
from work.context import JobContext
from work.models import Job

LONGEST = 128  # characters of a user id
AT_ONCE = 100
AGAIN_SECONDS = 1.0


def start(tenant: Tenant | str, user_id: str, author: object = "") -> Erasure:
    """Begins to forget somebody; their sessions end at once. Raises NoUserId."""
    check_user_id(user_id)
    slug = slug_of(tenant)
    with transaction.atomic():
        hold(slug)  # of two who ask at once the second finds the first
        receipt = find_open(slug, user_id)
        if receipt is None:
            receipt = Erasure(
                tenant_id=slug,
                subject=names.fingerprints(slug, user_id)[0],
                alias=names.new_alias(),
                asked_by=str(author)[:150],
            )
            receipt.save()
        elif Job.objects.of(slug).filter(pk=receipt.job, status__in=Job.OPEN).exists():
            return receipt
        ending.of_user(slug, user_id)
        job = jobs.start(slug, "forget_person", {"receipt": receipt.pk, "user_id": user_id}, author)
        receipt.job = job.pk
        receipt.save(update_fields=["job"])
    return receipt


def find_open(tenant: str, user_id: str) -> Erasure | None:
    """The erasure of this person that is not finished."""
    rows = Erasure.objects.of(tenant).filter(finished_at=None)
    return rows.filter(subject__in=names.fingerprints(tenant, user_id)).first()


def receipts(tenant: Tenant | str, user_id: str) -> list[Erasure]:
    """The receipts of somebody whose user id is known, the newest first."""
    slug = slug_of(tenant)
    return list(Erasure.objects.of(slug).filter(subject__in=names.fingerprints(slug, user_id)))


def receipt(tenant: Tenant | str, name: str) -> Erasure:
    """One receipt of the company. Raises UnknownReceipt."""
    found = Erasure.objects.of(tenant).filter(pk=name[:36]).first()
    if found is None:
        raise UnknownReceipt(name)
    return found


def check_user_id(user_id: str) -> str:
    """The user id, if it can be one. Raises NoUserId."""
    if not 0 < len(user_id) <= LONGEST or "\0" in user_id:
        raise NoUserId
    return user_id


def count(tenant: Tenant | str, user_id: str) -> dict[str, int]:
    """What is kept of somebody, as rows by model; nothing is changed."""
    person = Person(slug_of(tenant), check_user_id(user_id))
    found = {name: rule.rows(person).count() for name, rule in rules.list_own().items()}
    found |= {name: rules.rows_of(rule, person).count() for name, rule in rules.parts().items()}
    return {name: number for name, number in found.items() if number}


def run(context: JobContext) -> dict[str, Any]:
    """The job: rule by rule, row by row, each in a transaction of its own with its line of the receipt."""
    found = receipt(context.tenant_id, context.payload["receipt"])
    person = Person(context.tenant_id, context.payload["user_id"], found.alias)
    for name, clear in rules.stores().items():
        found.add({name: clear(person)})
    owned = list(rules.list_own().values())[::-1]
    for number, rule in enumerate(owned):
        context.progress(
            100 * number // len(owned), str(apps.get_model(rule.model)._meta.verbose_name_plural)
        )
        _forget_rows(context, person, rule, found)
    found.finished_at = timezone.now()
    with transaction.atomic():
        hold(context.tenant_id)
        found.save(update_fields=["finished_at"])
        summary = {"alias": found.alias, "rows": dict(sorted(found.counts.items()))}
        record(context.tenant_id, "erase", Erasure._meta.label, found.pk, after=summary)
    if not connection.in_atomic_block:
        wipe_log()
    return {"receipt": found.pk, **found.counts}


def _forget_rows(context: JobContext, person: Person, rule: OwnRule, found: Erasure) -> None:
    done: set[Any] = set()
    while rows := list(rule.rows(person)[:AT_ONCE]):
        for row in rows:
            context.check()
            if row.pk in done:
                raise AssertionError(f"{rule.model} {row.pk} was forgotten and is still found")
            done.add(row.pk)
            _forget_patiently(context, person, rule, row, found)


def _forget_patiently(context: JobContext, person: Person, rule: OwnRule, row: Any, found: Erasure) -> None:
    """One row; a conversation that is being answered is waited for."""
    until = time.monotonic() + 2 * settings.TURN_DEADLINE
    while True:
        try:
            with transaction.atomic():
                touched = {rule.model: 1, **rules.count_parts(row)}
                rule.forget(person, row)
                found.add(touched)
            return
        except TurnRunning:
            found.refresh_from_db(fields=["counts"])
            if time.monotonic() > until:
                raise StillAnswering from None
        context.check()
        time.sleep(AGAIN_SECONDS)
