"""The tests' own ground: a committing test leaves the world as it found it."""

import os

import pytest

from demo.servers.ports import SERVERS
from releases import freshness
from tenancy.models import Tenant
from tests.parts import world


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("round", [1, 2])
def test_a_committing_test_is_put_back(round: int) -> None:
    assert not Tenant.objects.filter(slug="made_here").exists()
    Tenant.objects.create(slug="made_here")
    Tenant.objects.exclude(slug="made_here").update(title="changed")


@pytest.mark.django_db
def test_the_next_test_finds_the_world_as_it_was() -> None:
    assert not Tenant.objects.filter(slug="made_here").exists()
    assert not Tenant.objects.filter(title="changed").exists()


@pytest.mark.django_db(transaction=True)
def test_servers_that_start_after_their_addresses_were_read_are_found(monkeypatch) -> None:
    for server in SERVERS:  # put back afterwards, as those of the other tests need them
        monkeypatch.setenv(server.variable, os.environ.get(server.variable, "http://127.0.0.1:9"))
    world.forget()
    tenant = Tenant.objects.get(pk="tenant_a")
    before = freshness.current(tenant).operational["planning"].domains["finance"].url
    with world.servers() as addresses:
        found = freshness.current(tenant).operational["planning"].domains["finance"].url
        assert found == addresses["DEMO_FINANCE_URL"] != before
    world.forget()
