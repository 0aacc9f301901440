import pytest
from django.core.exceptions import ValidationError

from tenancy.models import ApiKey, Tenant
from tenancy.operational import touch
from tenancy.tenant_rows import Unscoped
from tests.parts.phrases import try_each

pytestmark = pytest.mark.django_db


def test_rows_are_not_read_without_naming_their_company():
    for read in (ApiKey.objects.all, ApiKey.objects.count, lambda: ApiKey.objects.filter(name="x")):
        with pytest.raises(Unscoped, match=r"\.of\(tenant\)"):
            read()


def test_one_company_sees_only_its_own_rows(acme, other):
    ApiKey.make(acme, "ours", ["chat"])
    ApiKey.make(other, "theirs", ["chat"])
    assert [row.name for row in ApiKey.objects.of(acme)] == ["ours"]
    assert [row.name for row in ApiKey.objects.of("other_company")] == ["theirs"]


def test_every_operational_change_is_counted_for_its_company_alone(acme, other):
    touch(acme)
    touch("acme")
    assert Tenant.objects.get(pk="acme").operational_version == 2
    assert Tenant.objects.get(pk="other_company").operational_version == 0


@try_each("name", ["Acme", "a b", "a-b", "a/b", "acme\n", ""])
def test_a_companys_name_is_a_slug(name):
    with pytest.raises(ValidationError):
        Tenant(slug=name).full_clean()
