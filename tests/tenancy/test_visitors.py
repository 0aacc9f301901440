import pytest
from django.test import RequestFactory

from tenancy.authenticate import FORWARDING, RawCredentials, authenticate
from tenancy.errors import Unauthenticated, UnknownTenant
from tenancy.models import Tenant
from tests.parts.phrases import try_each

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def demo(settings):
    settings.DEMO = True
    settings.DEMO_TENANTS = ("tenant_a",)
    Tenant.objects.get_or_create(slug="tenant_a")


def visit(peer="127.0.0.1", tenant=None, **headers):
    return authenticate(
        RawCredentials.of(RequestFactory().get("/", REMOTE_ADDR=peer, headers=headers), tenant)
    )


@try_each("peer", ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])
def test_somebody_at_this_machine_is_an_end_user_of_the_demo(peer):
    who = visit(peer)
    assert (who.tenant_id, who.kind, who.trusted) == ("tenant_a", "demo", True)
    assert who.may("debug")
    assert not who.may("rollout:write")
    assert not who.may("session:create")
    assert who.roles == {"operator", "analyst"}


@try_each("peer", ["192.168.0.7", "8.8.8.8", "", "unix:", "localhost"])
def test_nobody_else_is(peer):
    with pytest.raises(Unauthenticated):
        visit(peer)


@try_each("name", [*FORWARDING, "X-Forwarded-Port", "X-Client-IP"])
def test_a_forwarded_request_is_not_local(name):
    with pytest.raises(Unauthenticated):
        visit(**{name: "127.0.0.1"})


def test_outside_the_demo_nobody_is_anonymous(settings):
    settings.DEMO = False
    with pytest.raises(Unauthenticated):
        visit()


@try_each("text", ["Bearer nonsense", "Bearer ", "Basic dTpw", "", "sb_live_x"])
def test_a_wrong_credential_is_refused_even_in_the_demo(text):
    with pytest.raises(Unauthenticated):
        visit(authorization=text)


@try_each(
    ("text", "told"),
    [
        ("Bearer none", "neither an API key"),
        ("Bearer sk-proj-abc", "neither an API key"),
        ("Bearer sb_live_x", "API key is not known"),
        ("Bearer eyJ0:1abc:sig", "session token is not valid"),
    ],
)
def test_what_is_wrong_with_a_credential_is_said_by_its_shape(text, told):
    with pytest.raises(Unauthenticated, match=told):
        visit(authorization=text)


def test_the_demo_lets_nobody_into_another_company(other):
    assert visit(tenant="tenant_a").tenant_id == "tenant_a"
    for name in ("other_company", "no_such_company"):
        with pytest.raises(UnknownTenant):
            visit(tenant=name)
