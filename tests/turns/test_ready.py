"""What a release has learnt is built before the first message is decided, and never by the event loop."""

import asyncio
import threading
from types import SimpleNamespace

import pytest
from celery.concurrency import prefork, thread

from config import celery
from conversations.models import Turn
from conversations.visits import visit
from language.embedder.encoder import Bundled
from releases import freshness
from routing.decision import profile_runtime
from routing.decision.learning import trained_model
from routing.decision.learning.model import IntentModel
from routing.decision.learning.typos import Typos
from routing.turns import life
from tenancy.models import Tenant

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def built(monkeypatch):
    """The threads that built something from now on, by what it was."""
    found: dict[str, set[threading.Thread]] = {}

    def watch(owner, name):
        function = getattr(owner, name)

        def told(*given):
            found.setdefault(name, set()).add(threading.current_thread())
            return function(*given)

        monkeypatch.setattr(owner, name, told)

    for owner, name in (
        (IntentModel, "load"),
        (Typos, "of"),
        (profile_runtime, "find_misled"),
        (Bundled, "warm"),
    ):
        watch(owner, name)
    trained_model._gather.cache_clear()
    freshness.forget()
    return found


async def test_the_first_message_under_a_release_finds_everything_built_off_the_loop(talk, built):
    answer = await talk("s1")("cobraram duas vezes o mesmo mês")
    assert answer["metadata"]["status"] == "answered"
    assert set(built) == {"load", "of", "find_misled", "warm"}
    assert threading.current_thread() not in set().union(*built.values())


async def test_a_process_where_nobody_has_spoken_is_ready_for_the_companies_that_are_live(talk, built):
    assert not await visit(Turn.unscoped.exists)
    await life.ready_again()
    assert "tenant_a" in {tenant for tenant, release in freshness._releases.all() if release.readiness.done}


async def test_a_process_where_nothing_is_live_reads_nothing_at_its_start(talk, built):
    await visit(lambda: Tenant.objects.update(live_release=None))
    await life.ready_again()
    assert built == {} and freshness._releases.all() == []


async def test_a_process_that_starts_again_is_ready_for_whom_it_answered_last(talk, built):
    await talk("s1")("oi")
    freshness.forget()
    await life.ready_again()
    ((tenant, release),) = freshness._releases.all()
    assert tenant == "tenant_a" and release.readiness.done


@pytest.mark.parametrize(("pool", "loads"), [(thread.TaskPool, True), (prefork.TaskPool, False)])
async def test_a_worker_reads_what_its_first_branch_needs_before_it_takes_work(
    talk, built, pool, loads, monkeypatch
):
    """Its first turn took 17.8 s. A pool that forks may not have threads before it does."""
    monkeypatch.setattr(celery, "LOADING_SECONDS", 60.0)
    await asyncio.to_thread(celery.get_ready, SimpleNamespace(pool_cls=pool))
    ready = {tenant for tenant, release in freshness._releases.all() if release.readiness.done}
    assert ("tenant_a" in ready) is loads
