"""`agents.yaml` read into a draft: the profiles and the company's language."""

import pytest

from routing.models import AgentProfile
from studio.files import importing
from tenancy.models import Tenant

pytestmark = pytest.mark.django_db


def test_a_language_with_a_country_is_the_language(empty: Tenant) -> None:
    profile = (
        b"default_language: pt-PT\nagents: [{agent_id: desk, fallback_agent: a, languages: [pt-PT, en-GB]}]"
    )
    files = {"agents.yaml": profile, "specialists.yaml": b"specialists: {a: {role: You are Cards.}}"}
    importing.write(importing.look(empty, files))
    assert Tenant.objects.get(pk=empty.pk).default_language == "pt"
    assert AgentProfile.objects.of(empty).get().languages == ["pt", "en"]
    assert not importing.look(Tenant.objects.get(pk=empty.pk), files).changes
