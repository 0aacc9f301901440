import time

import pytest
from django.core import signing

from tenancy import ending, tokens
from tenancy.authenticate import RawCredentials, authenticate
from tenancy.errors import Unauthenticated, UnknownTenant
from tenancy.models import EndedUser, Membership

pytestmark = pytest.mark.django_db


def enter(token, tenant=None):
    return authenticate(RawCredentials(authorization=f"Bearer {token}", tenant=tenant))


def test_a_token_proves_its_user_and_context(acme):
    who = enter(tokens.issue("acme", "u1", {"msisdn": "5511999999999"}, ["chat"]))
    assert (who.tenant_id, who.kind, who.user_id) == ("acme", "token", "u1")
    assert who.context == {"msisdn": "5511999999999"}
    assert who.scopes == {"chat"}
    assert not who.trusted  # what the body adds is not believed


def test_two_tokens_of_one_user_are_one_owner(acme):
    first, second = (enter(tokens.issue("acme", "u1", {}, ["chat"])) for _ in range(2))
    assert first.credential == second.credential
    assert first.credential != enter(tokens.issue("acme", "u2", {}, ["chat"])).credential


def test_tokens_without_a_user_are_strangers_to_each_other(acme):
    first, second = (enter(tokens.issue("acme", None, {}, ["chat"])) for _ in range(2))
    assert first.credential != second.credential


def test_a_long_user_id_still_fits_the_owner_column(acme):
    long, longer = (enter(tokens.issue("acme", "u" * length, {}, ["chat"])) for length in (127, 128))
    assert len(long.credential) <= 80
    assert long.credential != longer.credential


def test_a_token_lapses(acme, monkeypatch):
    token = tokens.issue("acme", "u1", {}, ["chat"], seconds=60)
    enter(token)
    later = time.time() + 61
    monkeypatch.setattr(tokens.time, "time", lambda: later)
    with pytest.raises(Unauthenticated):
        enter(token)


def test_a_changed_token_is_refused(acme):
    token = tokens.issue("acme", "u1", {}, ["chat"])
    with pytest.raises(Unauthenticated):
        enter(token[:-1] + ("A" if token[-1] != "A" else "B"))
    with pytest.raises(Unauthenticated):
        enter(signing.dumps({"t": "acme", "u": "u1"}, salt="another.purpose"))


def test_a_company_ends_all_its_tokens_at_once(acme, other):
    ours, theirs = tokens.issue("acme", "u1", {}, ["chat"]), tokens.issue("other_company", "u1", {}, ["chat"])
    tokens.revoke_all(acme)
    with pytest.raises(Unauthenticated, match="revoked"):
        enter(ours)
    assert enter(theirs).tenant_id == "other_company"
    assert enter(tokens.issue("acme", "u1", {}, ["chat"])).user_id == "u1"


def test_a_token_of_one_company_does_not_name_another(acme, other):
    with pytest.raises(UnknownTenant):
        enter(tokens.issue("acme", "u1", {}, ["chat"]), "other_company")


def test_a_page_token_follows_the_persons_role(acme, person):
    user = person("operator", acme)
    token = tokens.issue(
        "acme", None, {}, ["rollout:write", "chat", "session:create"], ["operator"], staff=user.pk
    )
    who = enter(token)
    assert (who.kind, who.roles, who.scopes) == ("staff", {"operator"}, {"rollout:write", "chat"})
    Membership.objects.filter(user=user).update(role="viewer")
    assert enter(token).scopes == {"chat"}
    Membership.objects.filter(user=user).delete()
    with pytest.raises(Unauthenticated):
        enter(token)


def test_a_page_token_ends_with_the_persons_account(acme, person):
    user = person("admin", acme)
    token = tokens.issue("acme", None, {}, ["chat"], ["admin"], staff=user.pk)
    user.is_active = False
    user.save()
    with pytest.raises(Unauthenticated):
        enter(token)


def test_a_superusers_page_works_in_any_company(acme, person):
    user = person(is_superuser=True)
    assert enter(tokens.issue("acme", None, {}, ["debug"], staff=user.pk)).roles == {"admin"}


def test_a_token_holds_over_a_change_of_the_secret_key_as_long_as_the_old_one_is_named(acme, settings):
    token, old = tokens.issue("acme", "u1", {}, ["chat"]), settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "n" * 64, [old]
    assert enter(token).user_id == "u1"
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(Unauthenticated):
        enter(token)


def test_an_end_without_a_name_holds_over_a_change_of_the_secret_key(acme, settings):
    token, old = tokens.issue("acme", "u1", {}, ["chat"]), settings.SECRET_KEY
    time.sleep(0.01)
    ending.of_user("acme", "u1")
    ending.hide(EndedUser.objects.of("acme").get())
    assert "u1" not in EndedUser.objects.of("acme").get().user_id
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "n" * 64, [old]
    with pytest.raises(Unauthenticated):
        enter(token)
    assert enter(tokens.issue("acme", "u2", {}, ["chat"])).user_id == "u2"
