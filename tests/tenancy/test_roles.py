import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.cache import SessionStore
from django.test import RequestFactory
from django.utils.functional import SimpleLazyObject

from tenancy.current import choose, tenant_of
from tenancy.errors import NoCompany, UnknownTenant
from tenancy.principal import SCOPES
from tenancy.roles import ROLES
from tenancy.standing import RoleBackend, bind_tenant
from tests.parts.phrases import try_each

pytestmark = pytest.mark.django_db

# permission -> the roles that have it; nobody else has
RULES = {
    "routing.view_intent": {"viewer", "editor", "publisher", "operator", "analyst", "admin"},
    "routing.add_intent": {"editor", "publisher", "admin"},
    "agents.delete_specialist": {"editor", "publisher", "admin"},
    "agents.change_mcpserver": {"editor", "publisher", "operator", "admin"},
    "releases.view_release": {"viewer", "editor", "publisher", "operator", "analyst", "admin"},
    "releases.publish_release": {"publisher", "admin"},
    "rollout.change_flag": {"operator", "admin"},
    "rollout.add_killswitch": {"operator", "admin"},
    "work.view_job": {"editor", "publisher", "operator", "admin"},
    "work.change_job": {"operator", "admin"},
    "tenancy.add_apikey": {"operator", "admin"},
    "tenancy.view_apikey": {"operator", "admin"},
    "conversations.view_conversation": {"analyst", "admin"},
    "conversations.view_transcript": {"analyst", "admin"},
    "handoffs.view_agenthandoff": {"analyst", "admin"},
    "tenancy.change_membership": {"admin"},
    "tenancy.change_tenant": {"admin"},
    "tenancy.add_tenant": set(),
    "tenancy.delete_tenant": set(),
    "auth.change_user": set(),
    "auth.change_permission": set(),
    "sessions.view_session": set(),
}


@try_each("role", ROLES)
def test_each_role_may_do_what_the_table_says(role, acme, person):
    user = person(role, acme)
    assert {name for name in RULES if user.has_perm(name)} == {
        name for name, roles in RULES.items() if role in roles
    }


def test_roles_use_scopes_that_exist():
    assert set().union(*(role.scopes for role in ROLES.values())) <= set(SCOPES)


def test_a_part_of_the_site_opens_to_who_has_something_there(acme, person):
    assert person("viewer", acme).has_module_perms("routing")
    assert not person("viewer", acme).has_module_perms("rollout")
    assert not person("admin", acme).has_module_perms("auth")


def test_nobody_without_a_membership_may_anything(acme, person):
    user = person()
    assert not any(user.has_perm(name) for name in RULES)
    assert not user.has_module_perms("routing")
    assert not AnonymousUser().has_perm("routing.view_intent")
    assert not person("admin", acme, is_active=False).has_perm("routing.view_intent")


def test_the_backend_logs_nobody_in(acme, person):
    user = person("admin", acme)
    assert RoleBackend().get_user(user.pk) is None
    assert RoleBackend().authenticate(None, username=user.username, password="") is None


def two_roles(person, acme, other):
    user = person("editor", acme)
    user.memberships.create(tenant=other, role="analyst")
    return user


def test_the_role_in_the_current_company_counts(acme, other, person):
    user = two_roles(person, acme, other)
    bind_tenant(user, "acme")
    assert user.has_perm("routing.add_intent")
    assert not user.has_perm("conversations.view_conversation")
    bind_tenant(user, "other_company")
    assert not user.has_perm("routing.add_intent")
    assert user.has_perm("conversations.view_conversation")


def test_before_the_company_is_known_only_what_all_roles_share_is_allowed(acme, other, person):
    user = two_roles(person, acme, other)
    assert user.has_perm("routing.view_intent")
    assert not user.has_perm("routing.add_intent")
    assert not user.has_perm("conversations.view_conversation")


def test_a_row_is_judged_by_its_own_company(acme, other, person):
    user = two_roles(person, acme, other)
    bind_tenant(user, "acme")

    class Row:
        tenant_id = "other_company"

    assert not user.has_perm("routing.add_intent", Row())
    Row.tenant_id = "nobody_s"
    assert not user.has_perm("routing.view_intent", Row())


def page(user, chosen=None):
    """A request as the site's middleware leaves it: the user is a lazy object."""
    request = RequestFactory().get("/")
    request.user = SimpleLazyObject(lambda: user)
    request.session = SessionStore()
    if chosen:
        request.session["tenant"] = chosen
    return request


def test_a_page_is_for_the_company_chosen_in_the_session(acme, other, person):
    user = two_roles(person, acme, other)
    request = page(user, "other_company")
    assert tenant_of(request) == other
    assert request.user.has_perm("conversations.view_conversation")
    assert not request.user.has_perm("routing.add_intent")


def test_without_a_choice_the_first_company_is_taken(acme, other, person):
    assert tenant_of(page(person("viewer", other, acme))) == acme


def test_a_company_that_is_not_ones_own_cannot_be_chosen(acme, other, person):
    user = person("viewer", acme)
    assert tenant_of(page(user, "other_company")) == acme
    with pytest.raises(UnknownTenant):
        choose(page(user), "other_company")


def test_choosing_changes_company_and_role_at_once(acme, other, person):
    request = page(two_roles(person, acme, other), "acme")
    assert tenant_of(request) == acme
    choose(request, "other_company")
    assert tenant_of(request) == other
    assert request.session["tenant"] == "other_company"
    assert not request.user.has_perm("routing.add_intent")


def test_a_superuser_may_choose_any_company(acme, other, person):
    assert tenant_of(page(person(is_superuser=True), "other_company")) == other


def test_who_works_for_nobody_has_no_page(person, db):
    with pytest.raises(NoCompany):
        tenant_of(page(person()))
    with pytest.raises(NoCompany):
        tenant_of(page(AnonymousUser()))
