"""Too many requests, too many guesses: 429, when to come back, and no database asked."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier, Thread

import pytest
import redis
from django.contrib.auth.models import User
from django.db import connections
from django.test import Client, RequestFactory
from django.utils import timezone

from conversations import redis_client
from routing.api import rates
from studio import login
from tenancy import attempts
from tenancy.models import Attempt
from tenancy.rates import (
    LARGEST,
    Counter,
    CredentialOwners,
    Rate,
    hide,
    read_client_address,
    read_company_rates,
)
from tests.api.conftest import key, reach, stranger  # noqa: F401 (fixtures)
from tests.parts import redis_server
from tests.parts.phrases import try_each


@pytest.fixture(autouse=True)
def nothing_counted(settings):
    def forget():
        rates.counter.forget()
        rates._alone.clear()
        if settings.REDIS_URL.endswith("/0") or not settings.REDIS_URL:
            return
        with redis.Redis.from_url(settings.REDIS_URL) as shared:
            for name in shared.scan_iter("rate:*"):
                shared.delete(name)

    forget()
    yield
    forget()


def test_a_rate_reads_as_people_write_it():
    read = {"600/m": (600, 60), "10/15m": (10, 900), "5": (5, 1), "0": (0, 1), "": (0, 1)}
    assert {text: Rate.read(text) for text in read} == {text: Rate(*both) for text, both in read.items()}


def test_what_is_no_rate_is_refused():
    for text in ("many", "5/x", "-1/m", "1.5/m", "m"):
        with pytest.raises(ValueError, match="no rate"):
            Rate.read(text)


def test_all_at_once_then_evenly():
    counter, rate = Counter(), Rate(4, 60)
    assert [counter.take([("a", rate)], now=0.0) for _ in range(5)] == [0, 0, 0, 0, 15]
    assert counter.take([("a", rate)], now=14.9) > 0
    assert counter.take([("a", rate)], now=15.0) == 0
    assert counter.take([("b", rate)], now=0.0) == 0


def test_where_one_has_none_left_nothing_is_taken_of_the_others():
    counter = Counter()
    counter.take([("company", Rate(1, 60))], now=0.0)
    assert counter.take([("key", Rate(1, 60)), ("company", Rate(1, 60))], now=0.0) == 60
    assert counter.take([("key", Rate(1, 60))], now=0.0) == 0


def test_memory_of_names_is_bounded():
    counter, known = Counter(), CredentialOwners(largest=100)
    for number in range(LARGEST + 10):
        counter.take([(f"stranger:{number}", Rate(1, 1000))], now=0.0)
    for number in range(1000):
        known.learn(f"Bearer {number}", "acme")
    assert len(counter._earned) <= LARGEST
    assert len(known._companies) <= 100
    assert known.company("Bearer 999") == "acme"


class ReadTogether(str):
    """A credential that is read only once all who read one have come to it."""

    def __new__(cls, text: str, together: Barrier) -> "ReadTogether":
        made = super().__new__(cls, text)
        made.together = together
        return made

    def encode(self, *how: str) -> bytes:
        self.together.wait(5)
        return super().encode(*how)


def test_memory_of_companies_is_bounded_when_many_threads_learn_at_once():
    known, together = CredentialOwners(largest=2), Barrier(8)
    learners = [
        Thread(target=known.learn, args=(ReadTogether(f"Bearer {n}", together), "acme")) for n in range(8)
    ]
    for each in learners:
        each.start()
    for each in learners:
        each.join()
    assert sum(known.company(f"Bearer {n}") is not None for n in range(8)) == 2


async def test_a_credential_is_refused_with_the_time_to_come_back(stranger, key, settings):
    settings.RATE_CREDENTIAL, mine, other = "3/m", key("chat"), key("chat")
    assert (await stranger.get("/agents", headers=mine)).status_code == 200  # whose it is, is learnt here
    answers = [await stranger.get("/agents", headers=mine) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    refused = answers[-1]
    assert refused.headers["content-type"] == "application/problem+json"
    assert refused.json()["code"] == "too_many_requests"
    assert 1 <= int(refused.headers["retry-after"]) <= 20
    assert refused.headers["ratelimit-policy"].startswith('"credential";q=3;w=60')
    assert (await stranger.get("/agents", headers=other)).status_code == 200


async def test_a_company_is_counted_over_all_its_credentials(stranger, key, settings):
    keys = [key("chat") for _ in range(3)]
    for one in keys:
        await stranger.get("/agents", headers=one)
    settings.RATE_COMPANY = "2/m"
    assert [(await stranger.get("/agents", headers=one)).status_code for one in keys] == [200, 200, 429]


async def test_a_company_may_have_a_rate_of_its_own(stranger, key, settings):
    mine, other = key("chat"), key("chat", tenant="tenant_clinic")
    for one in (mine, other):
        await stranger.get("/agents", headers=one)
    settings.RATE_COMPANY = "100/m, tenant_a=1/m"
    for one, seen in ((mine, 200), (mine, 429), (other, 200), (other, 200)):
        assert (await stranger.get("/agents", headers=one)).status_code == seen
    assert read_company_rates("6000/m")[""].count == 6000
    with pytest.raises(ValueError, match="no rate"):
        read_company_rates("6000/m, tenant_a=fast")


async def test_strangers_of_one_address_are_counted_together(stranger, settings):
    settings.RATE_STRANGER = "3/m"
    guesses = [
        await stranger.get("/agents", headers={"Authorization": f"Bearer sb_live_{n}"}) for n in range(4)
    ]
    assert [guess.status_code for guess in guesses] == [401, 401, 401, 429]
    async with reach("203.0.113.7") as elsewhere:
        assert (await elsewhere.get("/agents")).status_code == 401
    assert (await stranger.get("/healthz")).status_code == 200


@try_each(
    ("hops", "forwarded", "counted"),
    [
        (0, "9.9.9.9", "127.0.0.1"),
        (1, None, "127.0.0.1"),
        (1, "203.0.113.7", "203.0.113.7"),
        (1, "9.9.9.9, 203.0.113.7", "203.0.113.7"),
        (2, "9.9.9.9, 203.0.113.7, 10.0.0.2", "203.0.113.7"),
        (2, "203.0.113.7", "203.0.113.7"),  # it came past the outer one
        (1, "203.0.113.7:4711", "203.0.113.7"),
        (1, "[2001:db8:1:2:3::4]:4711", "2001:db8:1:2::"),
        (1, "2001:db8:1:2:9::9", "2001:db8:1:2::"),
        (1, "::ffff:203.0.113.7", "203.0.113.7"),
        (1, "unknown", "127.0.0.1"),
    ],
)
def test_of_what_was_forwarded_only_our_own_proxies_are_believed(settings, hops, forwarded, counted):
    settings.PROXY_HOPS = hops
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    assert read_client_address(RequestFactory().get("/", headers=headers)) == counted


async def test_whoever_makes_up_forwarded_addresses_is_still_one_caller(stranger, settings):
    settings.RATE_STRANGER, settings.PROXY_HOPS = "1/m", 2
    said = [{"X-Forwarded-For": f"9.9.9.{n}, 203.0.113.7, 10.0.0.2"} for n in range(3)]
    assert [(await stranger.get("/agents", headers=one)).status_code for one in said] == [401, 429, 429]
    other = {"X-Forwarded-For": "9.9.9.9, 203.0.113.8, 10.0.0.2"}
    assert (await stranger.get("/agents", headers=other)).status_code == 401


async def test_a_refusal_visits_no_database(stranger, key, settings):
    from conversations.visits import visit

    mine = key("chat")
    await stranger.get("/agents", headers=mine)
    settings.RATE_CREDENTIAL = "1/h"
    await stranger.get("/agents", headers=mine)

    def counted() -> int:
        return len(connections["default"].queries_log)

    def log(on: bool) -> int:
        connections["default"].force_debug_cursor = on
        return counted()

    before = await visit(lambda: log(True))
    assert (await stranger.get("/agents", headers=mine)).status_code == 429
    after = await visit(lambda: log(False))
    assert after - before <= 2  # the look's own transaction


async def test_a_key_that_was_refused_no_longer_counts_as_its_companys(stranger, key, settings):
    from conversations.visits import visit
    from tenancy.models import ApiKey
    from tenancy.rates import companies

    mine = key("chat")
    await stranger.get("/agents", headers=mine)
    assert companies.company(mine["Authorization"]) == "tenant_a"
    await visit(lambda: ApiKey.unscoped.update(revoked_at=timezone.now()))
    assert (await stranger.get("/agents", headers=mine)).status_code == 401
    assert companies.company(mine["Authorization"]) is None


def test_counting_costs_microseconds():
    counter, rate = Counter(), Rate(10**9, 60)
    begun = time.thread_time()
    for number in range(10_000):
        counter.take([(f"credential:{number % 100}", rate), ("company:a", rate)])
    assert time.thread_time() - begun < 0.5


@pytest.mark.stores
async def test_over_redis_two_processes_count_together(settings):
    if not settings.REDIS_URL:
        pytest.skip("needs REDIS_URL")
    wishes = [("test:shared", Rate(3, 60))]
    await redis_client.client().delete("rate:test:shared")
    waits = []
    for _ in range(4):
        rates.counter.forget()  # another process has its own memory
        waits.append(await rates.take(wishes))
    assert waits[:3] == [0, 0, 0]
    assert 15 < waits[3] <= 20
    await redis_client.client().delete("rate:test:shared")


async def test_a_redis_that_is_away_costs_the_sharing_only_and_is_told_once(settings, monkeypatch, caplog):
    monkeypatch.setattr(rates, "_rests_until", 0.0)
    settings.REDIS_URL = "redis://127.0.0.1:9/0"
    begun = time.monotonic()
    waits = await asyncio.gather(*(rates.take([("alone", Rate(2, 60))]) for _ in range(30)))
    assert waits.count(0) == 2 and max(waits) > 0
    assert [each.name for each in caplog.records].count("routing.api.rates") == 1
    assert time.monotonic() - begun < 1
    await asyncio.sleep(0)


@pytest.fixture
async def own_redis(settings, monkeypatch):
    """A Redis of this test's own that counts for this process."""
    monkeypatch.setattr(rates, "_rests_until", 0.0)
    monkeypatch.setattr(rates, "REST", 0.0)
    with redis_server.started() as own:
        settings.REDIS_URL = own.url
        yield own
        await redis_client.close()


async def test_where_redis_falls_silent_this_process_goes_on_from_what_was_counted(own_redis):
    wishes = [("stranger:9.9.9.9", Rate(3, 60))]
    assert [await rates.take(wishes) for _ in range(2)] == [0, 0]
    with own_redis.frozen():
        assert [await rates.take(wishes) > 0 for _ in range(3)] == [False, True, True]


async def test_what_was_counted_while_redis_was_silent_is_not_forgotten_by_the_others(own_redis):
    wishes = [("stranger:9.9.9.9", Rate(3, 60))]
    assert await rates.take(wishes) == 0
    own_redis.stop()
    assert [await rates.take(wishes) for _ in range(2)] == [0, 0]
    own_redis.start()
    assert await rates.take(wishes) > 0
    rates.counter.forget()
    rates._alone.clear()  # another process
    assert await rates.take(wishes) > 0


async def test_a_slow_redis_refuses_nobody(own_redis):
    with own_redis.slow(0.4):
        assert [await rates.take([("stranger:9.9.9.9", Rate(4, 60))]) for _ in range(4)] == [0] * 4


@pytest.fixture
def ana(db):
    return User.objects.create_user("ana", password="right-1", is_staff=True)


def log_in(browser, name="ana", password="wrong", peer="203.0.113.5"):
    return browser.post("/admin/login/", {"username": name, "password": password}, REMOTE_ADDR=peer)


def test_passwords_cannot_be_guessed(ana, settings):
    settings.RATE_LOGIN = "3/15m"
    browser = Client()
    assert [log_in(browser).status_code for _ in range(4)] == [200, 200, 200, 429]
    refused = log_in(browser, password="right-1")
    assert refused.status_code == 429  # nor by knowing it after all
    assert 0 < int(refused.headers["Retry-After"]) <= 300
    assert "Too many attempts. Try again in 5 minutes." in refused.content.decode()


def test_somebody_elsewhere_is_not_locked_out(ana, settings):
    settings.RATE_LOGIN = "3/15m"
    for _ in range(5):
        log_in(Client())
    assert log_in(Client(), password="right-1", peer="203.0.113.6").status_code == 302
    assert log_in(Client(), name="bea").status_code == 200


def test_an_address_that_tries_many_accounts_is_refused(ana, settings):
    settings.RATE_LOGIN = "2/15m"
    tried = [log_in(Client(), name=f"user{n}").status_code for n in range(11)]
    assert tried == [200] * 10 + [429]


def test_an_owner_is_not_locked_out_by_attempts_from_everywhere(ana, settings, monkeypatch):
    monkeypatch.setattr(login, "DELAY_SECONDS", 0.3)
    settings.RATE_LOGIN = "2/15m"
    for n in range(40):
        assert log_in(Client(), peer=f"198.51.100.{n // 2}").status_code == 200
    begun = time.monotonic()
    assert log_in(Client(), password="right-1", peer="203.0.113.6").status_code == 302
    assert time.monotonic() - begun >= 0.3


def test_an_owner_is_not_locked_out_by_attempts_from_behind_the_same_address(ana, settings):
    settings.RATE_LOGIN = "2/15m"
    mine = Client()
    assert log_in(mine, password="right-1").status_code == 302
    del mine.cookies["sessionid"]
    for n in range(12):
        log_in(Client(), name="ana" if n < 4 else f"user{n}")
    assert log_in(Client(), password="right-1").status_code == 429
    assert log_in(mine, password="right-1").status_code == 302


def test_a_browser_that_is_known_is_counted_too_and_for_its_own_account_only(ana, settings):
    settings.RATE_LOGIN = "2/15m"
    User.objects.create_user("bea", password="right-2", is_staff=True)
    browser = Client()
    log_in(browser, password="right-1")
    assert [log_in(browser).status_code for _ in range(3)] == [200, 200, 429]  # logged in, and wrong
    assert [log_in(browser, name="bea").status_code for _ in range(3)] == [200, 200, 429]
    browser.cookies[login.BROWSER] = browser.cookies[login.BROWSER].value.replace(":", "x:", 1)
    assert log_in(browser, peer="203.0.113.9").status_code == 200  # a made-up one is none


def test_logins_are_counted_whatever_becomes_of_redis_and_of_the_process(ana, settings):
    settings.RATE_LOGIN = "3/15m"
    with redis_server.started() as own:
        settings.REDIS_URL = own.url
        assert [log_in(Client()).status_code for _ in range(2)] == [200, 200]
        with own.frozen():
            assert log_in(Client(), password="right-1").status_code == 302
            assert log_in(Client()).status_code == 200
            rates.counter.forget()  # another process
            assert log_in(Client()).status_code == 429


def test_what_was_earned_back_is_forgotten(db):
    attempts.take([("login:a", Rate(1, 60)), ("login:b", Rate(2, 60))])
    Attempt.objects.filter(name=hide("login:a")).update(earned_at=timezone.now() - timedelta(hours=2))
    assert attempts.tidy() == 1
    assert [each.name for each in Attempt.objects.all()] == [hide("login:b")]


def test_logging_in_rightly_is_never_counted(ana, settings):
    settings.RATE_LOGIN = "2/15m"
    assert [log_in(Client(), password="right-1").status_code for _ in range(5)] == [302] * 5


@pytest.mark.django_db(transaction=True)
def test_many_wrong_passwords_at_once_are_not_all_looked_at(ana, settings):
    settings.RATE_LOGIN = "3/15m"

    def one(_: int) -> int:
        try:
            return log_in(Client()).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(12) as people:
        answers = list(people.map(one, range(12)))
    assert sorted(answers) == [200] * 3 + [429] * 9


def test_an_attempt_that_is_given_back_can_be_made_again(db):
    wishes = [("login:ana", Rate(2, 60)), ("without limit", Rate(0, 1))]
    assert [round(attempts.take(wishes)) for _ in range(3)] == [0, 0, 30]
    attempts.give_back(wishes)
    assert [round(attempts.take(wishes)) for _ in range(2)] == [0, 30]
