"""Parts that come late: publishing does not wait for them, a job makes them, files have them next time."""

from dataclasses import replace

import pytest

from releases import freshness, parts, sections
from releases.models import Release, ReleasePart
from releases.publish import publish, repair
from releases.rollback import roll_back
from tenancy.models import Tenant
from tests.releases import counting
from tests.releases.counting import add, anew, letters, live

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("late")]


@pytest.fixture
def late(counts, monkeypatch) -> None:
    """The section whose part comes late."""

    def late_parts(release):
        return [replace(part, late=True) for part in counting.parts(release)]

    section = replace(counting.SECTION, parts=late_parts)
    monkeypatch.setattr(sections, "_sections", sections._sections | {"counting": section})


def test_publishing_does_not_wait_and_the_release_lacks_it_until_it_is_made(acme) -> None:
    assert parts.to_make(acme.pk, freshness.build(0, "", {"counting": ["a"]}).wanted.values()) == []
    publish(acme, "ana")
    assert counting.made == [] and letters(live(acme)) == []
    lacking = [each for each in freshness.lacking() if each.tenant == acme.pk]
    assert [len(each.keys) for each in lacking] == [1]
    repair(acme, live(acme))
    assert counting.made == []
    repair(acme, live(acme), late=True)
    assert len(counting.made) == 1 and letters(anew(acme)) == [8]
    assert not [each for each in freshness.lacking() if each.tenant == acme.pk]


def test_what_lies_in_a_file_is_there_at_once(acme) -> None:
    publish(acme, "ana")
    repair(acme, live(acme), late=True)
    ReleasePart.objects.of(acme).delete()
    Release.objects.of(acme).delete()
    publish(Tenant.objects.get(pk=acme.pk), "ana")
    assert len(counting.made) == 1 and letters(anew(acme)) == [8]


def test_going_back_does_not_wait_either(acme) -> None:
    first = publish(acme, "ana")
    add(acme, "invoice")
    publish(acme, "ana")
    roll_back(Tenant.objects.get(pk=acme.pk), first.number, "ana")
    assert counting.made == []
