import pytest

from releases import freshness, sections
from tenancy.models import Tenant
from tests.releases import company, counting


@pytest.fixture
def acme(db) -> Tenant:
    return company.author()


@pytest.fixture
def counts(monkeypatch, settings, tmp_path):
    """With a section that has parts (`counting`), and an empty folder of files."""
    monkeypatch.setattr(sections, "_sections", sections._sections | {"counting": counting.SECTION})
    settings.PARTS_DIR = tmp_path / "parts"
    counting.made.clear()
    freshness.forget()
    yield
    freshness.forget()
