import pytest

from tenancy.models import Tenant


@pytest.fixture
def empty(db: None) -> Tenant:
    """A company that has nothing yet."""
    return Tenant.objects.create(slug="empty")
