import pytest

from tenancy.models import Tenant
from tests.releases import company


@pytest.fixture
def acme(db) -> Tenant:
    return company.author()
