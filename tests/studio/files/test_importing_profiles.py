"""`agents.yaml` read into a draft: the profiles and the company's language."""

import pytest

from releases import draft
from routing.models import AgentProfile
from studio.files import importing
from tenancy.models import Tenant

pytestmark = pytest.mark.django_db


def test_a_language_with_a_country_is_the_language(empty: Tenant) -> None:
    profile = (
        b"default_language: pt-PT\ntime_zone: Europe/Lisbon\n"
        b"agents: [{agent_id: desk, fallback_agent: a, languages: [pt-PT, en-GB]}]"
    )
    files = {"agents.yaml": profile, "specialists.yaml": b"specialists: {a: {role: You are Cards.}}"}
    importing.write(importing.look(empty, files))
    company = Tenant.objects.get(pk=empty.pk)
    assert (company.default_language, company.time_zone) == ("pt", "Europe/Lisbon")
    assert AgentProfile.objects.of(empty).get().languages == ["pt", "en"]
    assert not importing.look(company, files).changes
    profiles = draft.of(company).loaded["routing"].profiles
    assert profiles["desk"].zone.key == "Europe/Lisbon"  # of a profile that names none
    nowhere = {**files, "agents.yaml": profile.replace(b"Lisbon", b"Atlantis")}
    assert "There is no time zone" in str(importing.look(company, nowhere).faults)
