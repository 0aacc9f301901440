from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from tenancy import key_text, keys
from tenancy.authenticate import RawCredentials, authenticate
from tenancy.errors import Unauthenticated, UnknownTenant
from tenancy.models import ApiKey
from tests.parts.phrases import try_each

pytestmark = pytest.mark.django_db


def bearer(text, tenant=None):
    return RawCredentials(authorization=f"Bearer {text}", tenant=tenant)


def test_a_key_opens_its_company_with_its_scopes(acme):
    _, plain = ApiKey.make(acme, "shop", ["chat", "debug"])
    who = authenticate(bearer(plain))
    assert (who.tenant_id, who.kind, who.user_id, who.trusted) == ("acme", "key", None, False)
    assert who.may("debug")
    assert not who.may("sessions")


def test_a_key_with_the_scope_is_believed_about_the_user(acme):
    assert authenticate(bearer(ApiKey.make(acme, "shop", ["chat", "context:trusted"])[1])).trusted


def test_the_key_itself_is_not_stored(acme):
    row, plain = ApiKey.make(acme, "shop", ["chat"])
    stored = ApiKey.unscoped.values().get(pk=row.pk)
    assert plain not in str(stored)
    assert plain[-32:] not in str(stored)


def test_an_unknown_scope_is_refused_with_the_known_ones(acme):
    with pytest.raises(ValidationError, match="analytics:read"):
        ApiKey.make(acme, "shop", ["chats"])


def wrong_end(plain):
    return plain[:-1] + ("a" if plain[-1] != "a" else "b")


def another_secret(plain):
    """The prefix of one key before the secret of a freshly made one, with a right checksum."""
    body = plain[:17] + key_text.generate()[17:43]
    return body + key_text._checksum(body)


@try_each(
    "change",
    [
        wrong_end,
        another_secret,
        lambda plain: plain[:-3],
        lambda plain: plain + "\n x",
        lambda plain: "sb_live_",
    ],
    ids=["checksum", "secret", "short", "trailing", "empty"],
)
def test_a_changed_key_opens_nothing(acme, change):
    _, plain = ApiKey.make(acme, "shop", ["chat"])
    with pytest.raises(Unauthenticated):
        authenticate(bearer(change(plain)))


def test_noise_is_refused_without_asking_the_database(acme, django_assert_num_queries):
    with django_assert_num_queries(0), pytest.raises(Unauthenticated):
        authenticate(bearer("sb_live_aaaaaaaa_" + "b" * 32))


def test_a_revoked_key_opens_nothing_and_moves_the_counter(acme):
    row, plain = ApiKey.make(acme, "shop", ["chat"])
    keys.revoke(row)
    with pytest.raises(Unauthenticated, match="revoked"):
        authenticate(bearer(plain))
    acme.refresh_from_db()
    assert acme.operational_version == 1
    first = row.revoked_at
    keys.revoke(row)
    assert row.revoked_at == first


def test_an_expired_key_opens_nothing(acme):
    _, plain = ApiKey.make(acme, "shop", ["chat"], timezone.now() - timedelta(seconds=1))
    with pytest.raises(Unauthenticated, match="expired"):
        authenticate(bearer(plain))


def test_the_last_use_is_written_at_most_once_a_minute(
    acme, django_assert_num_queries, django_capture_on_commit_callbacks
):
    row, plain = ApiKey.make(acme, "shop", ["chat"])
    with django_capture_on_commit_callbacks(execute=True):
        authenticate(bearer(plain))
    row.refresh_from_db()
    assert row.last_used is not None
    with django_assert_num_queries(1):
        authenticate(bearer(plain))
    past = timezone.now() - timedelta(seconds=61)
    ApiKey.unscoped.filter(pk=row.pk).update(last_used=past)
    with django_capture_on_commit_callbacks(execute=True):
        authenticate(bearer(plain))
    row.refresh_from_db()
    assert row.last_used > past


def test_two_keys_of_a_company_live_at_once(acme):
    plains = [ApiKey.make(acme, "shop", ["chat"])[1] for _ in range(2)]
    assert len({authenticate(bearer(plain)).credential for plain in plains}) == 2


@try_each("named", ["other_company", "no_such_company"])
def test_naming_a_company_not_ones_own_tells_nothing(acme, other, named):
    _, plain = ApiKey.make(acme, "shop", ["chat"])
    with pytest.raises(UnknownTenant) as refused:
        authenticate(bearer(plain, named))
    assert refused.value.status == 404
    assert refused.value.detail.replace(named, "X") == UnknownTenant("X").detail


def test_naming_ones_own_company_is_fine(acme):
    assert authenticate(bearer(ApiKey.make(acme, "shop", ["chat"])[1], "acme")).tenant_id == "acme"
