"""Who is inside: override, then kill switch, then a sticky percentage."""

import doctest
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rollout.evaluate
from rollout.evaluate import BUCKETS, FlagSpec, RolloutSnapshot, bucket, evaluate
from tests.parts.phrases import try_each

FLAG = FlagSpec("multi_agent", salt="multi_agent:1")
USERS = [f"user-{number}" for number in range(4000)]


def test_the_examples_of_the_docstrings_hold():
    assert doctest.testmod(rollout.evaluate) == (0, 4)


def inside(flag):
    return {user for user in USERS if evaluate(flag, user).enabled}


def test_a_bucket_never_changes():
    """Written down: another value would move every user of every installation."""
    assert bucket("multi_agent:1", "u1") == 9483
    assert bucket("multi_agent:1", "ação ☎") == bucket("multi_agent:1", "ação ☎")


def test_a_growing_percentage_only_lets_people_in():
    shares = [inside(replace(FLAG, share=share)) for share in (0, 1, 50, 1000, 2500, 9999, 10_000)]
    assert all(smaller <= larger for smaller, larger in pairwise(shares))
    assert shares[0] == set()
    assert shares[-1] == set(USERS)


@try_each("share", [1000, 2500, 5000], ids=["10 %", "25 %", "50 %"])
def test_the_share_is_about_what_was_asked(share):
    assert len(inside(replace(FLAG, share=share))) == pytest.approx(len(USERS) * share / BUCKETS, rel=0.12)


def test_another_salt_draws_other_people():
    one, other = (inside(replace(FLAG, share=5000, salt=salt)) for salt in ("a:1", "a:2"))
    assert 0.3 < len(one & other) / len(one) < 0.7


@settings(max_examples=40, database=None, deadline=None)
@given(subject=st.text(), share=st.integers(0, BUCKETS), killed=st.booleans(), forced=st.booleans())
def test_an_override_beats_everything(subject, share, killed, forced):
    flag = replace(FLAG, share=share, killed=killed, overrides={subject: forced})
    said = evaluate(flag, subject)
    assert (said.enabled, said.reason, said.source) == (forced, "TARGETING_MATCH", "override")


def test_the_kill_switch_beats_the_percentage():
    said = evaluate(replace(FLAG, killed=True), "u1")
    assert (said.value, said.variant, said.reason, said.source) == ("single", "off", "DISABLED", "rollout")


@try_each(
    ("share", "reason", "value"), [(0, "STATIC", "single"), (10_000, "STATIC", ""), (5000, "SPLIT", "single")]
)
def test_the_words_are_openfeatures(share, reason, value):
    said = evaluate(replace(FLAG, share=share), "u1", "shop")
    assert (said.reason, said.value) == (reason, value)
    assert said.metadata["flag_key"] == "multi_agent"


def test_a_flag_says_nothing_about_profiles_it_is_not_for():
    flag = replace(FLAG, share=0, agent_ids=frozenset({"shop"}))
    assert evaluate(flag, "u1", "shop").value == "single"
    other = evaluate(flag, "u1", "bank")
    assert (other.value, other.variant, other.reason, other.enabled) == ("", "default", "DEFAULT", True)


def test_arms_are_modes():
    flag = replace(FLAG, on="supervisor", off="router")
    assert evaluate(flag, "u1").value == "supervisor"
    assert evaluate(replace(flag, share=0), "u1").value == "router"


def test_without_a_flag_the_turn_goes_on():
    assert RolloutSnapshot().evaluate("u1").value == ""


def test_a_switch_for_all_of_a_kind_covers_each():
    switches = RolloutSnapshot(switches=frozenset({("tool", "*"), ("server", "shop")}))
    assert switches.off("tool")
    assert switches.off("tool", "anything")
    assert switches.off("server", "shop")
    assert not switches.off("server", "bank")
    assert not switches.off("server")
