"""Publishes of one company at the same time: one number each, and no older draft over a newer one."""

import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import orjson
import pytest
from django.db import connection

from agents.models import Slot
from releases import draft
from releases.errors import NothingToPublish
from releases.models import Release
from releases.publish import publish
from studio.api.releases import _make
from tenancy.keys import Program
from tenancy.models import Tenant
from tests.releases import company

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_two_who_publish_the_same_draft_one_does():
    company.author()
    numbers = company.published_at_once("ana", "bia")
    assert sorted(numbers, key=str) == [1, None]
    assert Release.objects.of("acme").count() == 1


def test_a_program_that_publishes_behind_somebody_else_is_told_what_is_live():
    """Of several at once each has looked at what was live before."""
    company.author()
    late = Program(Tenant.objects.get(pk="acme"), "late", frozenset())
    publish(Tenant.objects.get(pk="acme"), "ana")
    told = orjson.loads(_make(late, partial(publish, late.tenant, "late")).content)
    assert (told["release"], told["published"], told["meanwhile"]) == (1, False, True)


def test_everybodys_last_edit_is_live_in_the_end():
    company.author()
    ready = threading.Barrier(2)

    def go(name: str) -> None:
        try:
            ready.wait(5)
            for number in range(4):
                Slot(tenant_id="acme", name=f"{name}_{number}", pattern=r"\d\d").save()
                try:
                    publish(Tenant.objects.get(pk="acme"), name)
                except NothingToPublish:  # the other one's publish had this edit in it
                    continue
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(go, ["ana", "bia"]))
    numbers = list(Release.objects.of("acme").order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert draft.of(Tenant.objects.get(pk="acme")).changes == ()
