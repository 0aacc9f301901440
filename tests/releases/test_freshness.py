"""A process that holds both versions reads nothing; one thread loads what is missing."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from releases import freshness
from releases.errors import NothingPublished, UnknownRelease
from releases.freshness import VersionCache, pin
from releases.publish import publish
from rollout import control
from tenancy.models import Tenant


@pytest.fixture(autouse=True)
def empty_memory():
    freshness.forget()
    yield
    freshness.forget()


def numbers(tenant):
    row = Tenant.objects.get(pk=tenant.pk)
    return row.pk, row.live_release, row.operational_version


def test_nothing_is_read_when_both_versions_are_known(acme, django_assert_num_queries):
    publish(acme, "ana")
    asked = numbers(acme)
    first = pin(*asked)
    with django_assert_num_queries(0):
        again = pin(*asked)
    assert again.release is first.release
    assert again.release["agents"].specialists["orders"].targets == ("support",)


def test_a_switch_acts_at_once_and_loads_no_release(acme):
    publish(acme, "ana")
    before = pin(*numbers(acme))
    control.set_switch(acme, "tool", "find_order", reason="wrong status")
    after = pin(*numbers(acme))
    assert after.release is before.release
    assert after.operational["rollout"].off("tool", "find_order")
    assert not before.operational["rollout"].off("tool", "find_order")


def test_without_a_release_the_error_says_what_to_do(acme):
    with pytest.raises(NothingPublished) as refused:
        pin(*numbers(acme))
    assert (refused.value.status, refused.value.code) == (409, "nothing_published")
    with pytest.raises(UnknownRelease):
        pin(acme.pk, 4, 0)


def test_a_release_published_elsewhere_is_loaded_by_its_number(acme, django_assert_num_queries):
    release = publish(acme, "ana")
    freshness.forget("acme")
    with django_assert_num_queries(1):
        assert freshness.release("acme", 1).digest == release.digest


def test_many_threads_wait_for_one_load():
    memory: VersionCache[str] = VersionCache(8)
    loads = []

    def load():
        loads.append(threading.get_ident())
        time.sleep(0.05)
        return "loaded"

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: memory.get("acme", 1, load), range(8)))
    assert found == ["loaded"] * 8
    assert len(loads) == 1


def test_a_load_that_fails_is_tried_again():
    memory: VersionCache[str] = VersionCache(8)
    with pytest.raises(ZeroDivisionError):
        memory.get("acme", 1, lambda: str(1 / 0))
    assert memory.get("acme", 1, lambda: "loaded") == "loaded"


def test_the_last_versions_used_stay():
    memory: VersionCache[int] = VersionCache(3)
    for version in (1, 2, 3):
        memory.put("acme", version, version)
    memory.get("acme", 1, lambda: -1)
    memory.put("acme", 4, 4)
    assert memory.get("acme", 1, lambda: -1) == 1
    assert memory.get("acme", 2, lambda: -2) == -2
