"""What somebody is told about backends before they are published."""

import pytest
from django.utils.translation import override

from agents.models import LLMProfile
from releases import snapshot
from routing.gateway import sections
from routing.gateway.models import Backend
from tenancy.models import Tenant

pytestmark = pytest.mark.django_db


@pytest.fixture
def acme(settings):
    """A company with two backends at an installation where a model is to choose, and where none is set up."""
    settings.GLOBAL_ROUTING_MODE, settings.MODEL = "supervisor", ""
    tenant = Tenant.objects.create(slug="gateway_acme")
    Backend(tenant=tenant, name="shop", keywords=["order"], is_default=True).save()
    Backend(tenant=tenant, name="bank", keywords=["account"]).save()
    return tenant


def warnings(tenant):
    return [
        each.sentence
        for each in sections.check_installation(snapshot.take(tenant))
        if each.severity == "warning"
    ]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("pt-br", "Um modelo deve escolher entre eles"),
        ("es", "Un modelo debe elegir entre ellos"),
        ("en", "A model is to choose among them"),
    ],
)
def test_mode_supervisor_without_a_model_is_told_before_publishing(acme, language, said):
    with override(language):
        (sentence,) = warnings(acme)
    assert sentence.startswith(said) and "GLOBAL_ROUTING_MODE=supervisor" in sentence


def test_an_offline_model_is_none(acme):
    LLMProfile(tenant=acme, name="rules", point="default", provider="offline").save()
    assert len(warnings(acme)) == 1


@pytest.mark.parametrize("point", ["supervisor", "default"])
def test_a_model_of_the_company_is_one(acme, point):
    LLMProfile(tenant=acme, name="fast", point=point, model="gpt-5-mini").save()
    assert warnings(acme) == []


def test_a_model_of_the_environment_is_one(acme, settings):
    settings.MODEL, settings.OPENAI_API_KEY = "fake", "key"
    assert warnings(acme) == []


@pytest.mark.parametrize("mode", ["hybrid", "router"])
def test_other_modes_need_none(acme, settings, mode):
    settings.GLOBAL_ROUTING_MODE = mode
    assert warnings(acme) == []


def test_where_there_is_nothing_to_choose_none_is_needed(acme):
    Backend.objects.of(acme).filter(name="bank").update(enabled=False)
    assert warnings(acme) == []
