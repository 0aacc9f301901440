"""Two companies that know nothing of each other, beside whatever world the database holds."""

import pytest
from django.contrib.auth.models import User

from tenancy.models import Membership, Tenant


@pytest.fixture
def acme(db):
    return Tenant.objects.create(slug="acme")


@pytest.fixture
def other(db):
    return Tenant.objects.create(slug="other_company")


@pytest.fixture
def person(db):
    """`person("editor", acme)` works for acme as an editor; without a company for none."""

    def make(role=None, *tenants, **fields):
        name = f"{role or 'nobody'}_{User.objects.count()}"
        user = User.objects.create(username=name, is_staff=True, **fields)
        for tenant in tenants:
            Membership.objects.create(user=user, tenant=tenant, role=role)
        return User.objects.get(pk=user.pk)

    return make
