"""The tests' own ground: a committing test leaves the world as it found it."""

import pytest

from tenancy.models import Tenant


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
