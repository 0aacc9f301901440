"""What the page of a channel offers to do."""

import pytest

from delivery.models import Channel
from studio.links import page_of
from tests.studio.conftest import login

pytestmark = pytest.mark.django_db
TEST, SECRET = "../ask/send_test/", "../ask/new_secret/"


@pytest.mark.parametrize(
    ("about", "offered"),
    [
        ({"kind": "webhook", "url": "https://crm.example.com/hooks"}, {TEST, SECRET}),
        ({"kind": "webhook"}, {SECRET}),
        ({"kind": "telegram"}, {SECRET}),
        ({"kind": "email", "email": "help@example.com"}, {TEST}),
        ({"kind": "stream"}, {TEST}),
    ],
    ids=["webhook", "without-an-address", "telegram", "e-mail", "stream"],
)
def test_only_what_means_something_for_its_kind_is_offered(acme, about, offered):
    row = Channel.unscoped.create(tenant=acme.tenant, name="line", **about)
    page = login("operator", acme.tenant).get(page_of(row)).content.decode()
    assert {each for each in (TEST, SECRET) if each in page} == offered


@pytest.mark.parametrize(
    ("about", "name"), [({"kind": "stream"}, "new_secret"), ({"kind": "telegram"}, "send_test")]
)
def test_what_means_nothing_for_its_kind_is_not_done_either(acme, about, name):
    row = Channel.unscoped.create(tenant=acme.tenant, name="line", **about)
    page = page_of(row).removesuffix("change/")
    assert login("operator", acme.tenant).post(f"{page}ask/{name}/").status_code == 404
    before = row.secret
    row.refresh_from_db()
    assert row.secret == before and not row.former
