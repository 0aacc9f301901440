import pytest

from studio.files import importing
from tenancy.models import Tenant
from tests.parts.copied import write_again
from tests.studio.files.seed import files


@pytest.fixture
def empty(db: None) -> Tenant:
    """A company that has nothing yet."""
    return Tenant.objects.create(slug="empty")


@pytest.fixture
def seeded(db: None) -> Tenant:
    """A company whose draft is what the seed's files say."""
    return write_again("seeded", _seed)


def _seed() -> Tenant:
    tenant = Tenant.objects.create(slug="seeded")
    plan = importing.look(tenant, files())
    assert [str(fault) for fault in plan.faults] == []
    importing.write(plan)
    tenant.refresh_from_db()
    return tenant
