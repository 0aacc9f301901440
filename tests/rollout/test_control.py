"""Changing the rollout: at once, with a line of history, refused when it makes no sense."""

from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, override

from rollout import control, snapshot
from rollout.errors import BadPercentage, BadSubject, UnknownSwitchKind
from rollout.models import Flag, FlagChange, KillSwitch
from tenancy.models import Tenant
from tests.parts.phrases import try_each

pytestmark = pytest.mark.django_db


@pytest.fixture
def acme():
    return Tenant.objects.create(slug="acme")


def counter(tenant):
    return Tenant.objects.values_list("operational_version", flat=True).get(pk=tenant.pk)


def history(tenant):
    lines = FlagChange.objects.of(tenant).order_by("id")
    return [(line.subject, line.old, line.new, line.who) for line in lines]


def test_the_percentage_goes_up_in_hundredths(acme):
    control.set_multi_agent_rollout_percentage(12.34, tenant=acme, author="ana")
    assert snapshot.load("acme").flags["multi_agent"].share == 1234
    control.set_multi_agent_rollout_percentage(0, tenant="acme", author="bia")
    assert not control.is_multi_agent_enabled("u1", tenant="acme")
    assert history(acme) == [
        ("multi_agent percentage", "100.00 %", "12.34 %", "ana"),
        ("multi_agent percentage", "12.34 %", "0.00 %", "bia"),
    ]


@try_each("given", [-1, 100.01, "x", "NaN", 1.005, "Infinity"])
def test_a_percentage_that_makes_no_sense_is_refused(acme, given):
    with pytest.raises(BadPercentage):
        control.set_multi_agent_rollout_percentage(given, tenant=acme)
    assert history(acme) == []


def test_an_override_is_set_turned_and_taken_back(acme):
    control.set_multi_agent_rollout_percentage(0, tenant=acme)
    control.set_multi_agent_override("u1", True, tenant=acme, author="ana")
    assert control.is_multi_agent_enabled("u1", tenant=acme)
    assert control.evaluation("u1", tenant=acme).source == "override"
    control.set_multi_agent_override("u1", False, tenant=acme, author="ana")
    control.set_multi_agent_override("u1", None, tenant=acme, author="ana")
    assert not control.is_multi_agent_enabled("u1", tenant=acme)
    assert [line[1:3] for line in history(acme)[1:]] == [
        ("as everybody", "inside"),
        ("inside", "outside"),
        ("outside", "as everybody"),
    ]
    with pytest.raises(BadSubject):
        control.set_multi_agent_override("", True, tenant=acme)


def test_every_change_is_counted_so_that_processes_see_it_and_repeating_is_none(acme):
    seen = [counter(acme)]
    for change in (
        lambda: control.set_multi_agent_rollout_percentage(10, tenant=acme),
        lambda: control.set_multi_agent_override("u1", True, tenant=acme),
        lambda: control.set_switch(acme, "tool", "find_order"),
        lambda: control.set_switch(acme, "tool", "find_order", off=False),
    ):
        change()
        seen.append(counter(acme))
    assert seen == sorted(set(seen))
    lines = len(history(acme))
    control.set_multi_agent_rollout_percentage(10, tenant=acme)
    control.set_multi_agent_override("u1", True, tenant=acme)
    control.set_switch(acme, "tool", "find_order", off=False)
    assert (counter(acme), len(history(acme))) == (seen[-1], lines)


def test_a_page_that_edits_the_flag_leaves_the_same_history(acme):
    control.set_multi_agent_rollout_percentage(50, tenant=acme)
    flag = Flag.objects.of(acme).get()
    flag.killed, flag.agent_ids = True, ["shop"]
    control.save_flag(flag, "ana")
    assert history(acme)[1:] == [
        ("multi_agent killed", "False", "True", "ana"),
        ("multi_agent agent_ids", "", "shop", "ana"),
    ]
    with pytest.raises(ValidationError):
        Flag(tenant=acme, key="other", agent_ids="shop").full_clean()


def test_a_switch_tells_why_and_the_flags_own_switch_closes_it(acme):
    control.set_multi_agent_rollout_percentage(100, tenant=acme)
    control.set_switch(acme, "flag", "multi_agent", reason="bad answers", author="ana")
    assert KillSwitch.objects.of(acme).get().reason == "bad answers"
    said = control.evaluation("u1", tenant=acme)
    assert (said.reason, said.value) == ("DISABLED", "single")
    assert history(acme)[-1] == ("flag multi_agent", "on", "off bad answers", "ana")
    with pytest.raises(UnknownSwitchKind):
        control.set_switch(acme, "weather")


def test_one_company_does_not_see_anothers_rollout(acme):
    other = Tenant.objects.create(slug="other")
    control.set_multi_agent_rollout_percentage(Decimal(0), tenant=acme)
    control.set_switch(acme, "tool")
    assert control.is_multi_agent_enabled("u1", tenant=other)
    assert not snapshot.load("other").off("tool")


def test_a_snapshot_is_three_queries(acme, django_assert_num_queries):
    for number in range(5):
        control.set_multi_agent_override(f"u{number}", True, tenant=acme)
    with django_assert_num_queries(3):
        assert len(snapshot.load("acme").flags["multi_agent"].overrides) == 5


@try_each(
    ("kept", "spanish"),
    [
        ("False", "no"),
        ("off wrong amounts", "%s: wrong amounts"),
        ("10.00 %", "10.00 %"),
        ("off_arm", "off_arm"),
    ],
)
def test_the_history_says_values_in_the_readers_language(kept, spanish):
    with override("es"):
        said = FlagChange(subject="x", new=kept).after
        assert said == (spanish % gettext("off") if "%s" in spanish else spanish)
