"""What the page of a channel offers to do."""

import pytest
from django.urls import reverse

from delivery.models import Channel
from studio.links import page_of
from tests.parts.phrases import try_each
from tests.studio.conftest import login

pytestmark = pytest.mark.django_db
TEST, SECRET = "../ask/send_test/", "../ask/new_secret/"


@try_each(
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


@try_each(("about", "name"), [({"kind": "stream"}, "new_secret"), ({"kind": "telegram"}, "send_test")])
def test_what_means_nothing_for_its_kind_is_not_done_either(acme, about, name):
    row = Channel.unscoped.create(tenant=acme.tenant, name="line", **about)
    page = page_of(row).removesuffix("change/")
    assert login("operator", acme.tenant).post(f"{page}ask/{name}/").status_code == 404
    before = row.secret
    row.refresh_from_db()
    assert row.secret == before and not row.former


def test_a_channel_is_for_a_profile_that_somebody_is(acme):
    person = login("operator", acme.tenant)
    form = {"kind": "webhook", "name": "shop_line", "agent_id": "shpo", "enabled": "on"}
    address = reverse("admin:delivery_channel_add")
    assert "There is no profile &#x27;shpo&#x27;." in person.post(address, form).content.decode()
    made = person.post(address, {**form, "agent_id": acme.profile.agent_id})
    assert made.status_code == 302, made.context["adminform"].form.errors
    row = Channel.unscoped.get(tenant=acme.tenant, name="shop_line")
    Channel.unscoped.filter(pk=row.pk).update(agent_id="gone")
    switched = person.post(page_of(row), {**form, "agent_id": "gone", "enabled": ""})
    row.refresh_from_db()
    assert switched.status_code == 302 and not row.enabled
