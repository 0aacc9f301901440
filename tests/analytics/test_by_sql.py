"""Every figure of analytics against SQL that was written from its description alone, on a world with all
there is.
"""

import json
from collections import Counter
from datetime import UTC, datetime
from math import ceil
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from agents.models import Specialist
from analytics.figures import FiguresReport, PreviousPeriod, count_everything, list_main_figures
from analytics.filters import WHAT, Filter, find_conversations
from analytics.listing import count_facts
from analytics.period import Period
from analytics.period_request import PeriodRequest
from analytics.turns import TurnReport
from conversations.models import Conversation
from routing.models import AgentProfile
from studio.home import count_day as of_the_day
from studio.unrouted_messages import group_unrouted
from tenancy.models import Tenant
from tests.analytics.everything import METHODS, record
from tests.parts.phrases import try_each

pytestmark = pytest.mark.django_db
Rows = list[tuple[Any, ...]]

# What is read: one company's rows of the period, of one profile or of all. Each table has its own moment.
TURNS = """conversations_turn t JOIN conversations_conversation c ON c.id = t.conversation_id
  WHERE t.tenant_id = %(company)s AND t.created_at >= %(start)s AND t.created_at < %(end)s
  AND (%(profile)s = '' OR c.agent_id = %(profile)s)"""
STEPS = """conversations_step s JOIN conversations_turn t ON t.id = s.turn_id
  JOIN conversations_conversation c ON c.id = t.conversation_id
  WHERE s.tenant_id = %(company)s AND s.started_at >= %(start)s AND s.started_at < %(end)s
  AND (%(profile)s = '' OR c.agent_id = %(profile)s)"""
MOVES = """agent_handoffs h JOIN conversations_conversation c ON c.id = h.conversation_id
  WHERE h.tenant_id = %(company)s AND h.timestamp >= %(start)s AND h.timestamp < %(end)s
  AND (%(profile)s = '' OR c.agent_id = %(profile)s) AND NOT h.blocked"""
THUMBS = """conversations_feedback f JOIN conversations_turn t ON t.id = f.turn_id
  JOIN conversations_conversation c ON c.id = t.conversation_id
  WHERE f.tenant_id = %(company)s AND f.created_at >= %(start)s AND f.created_at < %(end)s
  AND (%(profile)s = '' OR c.agent_id = %(profile)s)"""
SAID = """conversations_message m JOIN conversations_conversation c ON c.id = m.conversation_id
  WHERE m.tenant_id = %(company)s AND m.created_at >= %(start)s AND m.created_at < %(end)s
  AND (%(profile)s = '' OR c.agent_id = %(profile)s)"""
# A model was asked to route where a step of the turn says so, whatever the method is called.
ASKED = """EXISTS (SELECT 1 FROM conversations_step r WHERE r.turn_id = t.id AND r.kind = 'model'
  AND CAST(r.detail AS TEXT) LIKE '%%"routes"%%')"""
TOOL = "CASE WHEN CAST(s.detail AS TEXT) LIKE '%%look_up%%' THEN 'look_up' ELSE 'open' END"
CALLS = f"{STEPS} AND s.kind = 'tool' AND s.outcome IN ('ok', 'failed')"

LOST = "t.method IN ('fallback', 'clarification', 'not_served')"

# How conversations of a filter are named in SQL: (table, where the conversation stands, and what must hold).
LISTED = {
    "handoff": (MOVES, "h.conversation_id", "h.kind = 'agent_to_agent'"),
    "thumbs_down": (THUMBS, "t.conversation_id", "f.value = 'unhelpful'"),
    "thumbs_up": (THUMBS, "t.conversation_id", "f.value = 'helpful'"),
    "tool_failed": (CALLS, "t.conversation_id", "s.outcome = 'failed'"),
    "without_model": (TURNS, "t.conversation_id", f"t.method <> '' AND NOT {ASKED}"),
    "with_model": (TURNS, "t.conversation_id", f"t.method <> '' AND {ASKED}"),
    "not_understood": (TURNS, "t.conversation_id", LOST),
    "failed": (TURNS, "t.conversation_id", "t.status = 'failed'"),
    "blocked": (TURNS, "t.conversation_id", "t.status = 'blocked'"),
    "person": (MOVES, "h.conversation_id", "h.kind = 'agent_to_person'"),
    "waits": (SAID, "m.conversation_id", "c.person_since IS NOT NULL"),
    "called_in": (MOVES, "h.conversation_id", "h.kind = 'delegation'"),
    "came_back": (MOVES, "h.conversation_id", "h.kind = 'delegation' AND h.outcome = 'came_back'"),
    "out_of_scope": (MOVES, "h.conversation_id", "h.kind = 'delegation_end' AND h.outcome = 'out_of_scope'"),
    "announced": (STEPS, "t.conversation_id", "s.kind = 'rail' AND s.node = 'ANNOUNCED'"),
    "data_shown": (STEPS, "t.conversation_id", "s.kind = 'rail' AND s.node = 'JSON'"),
    "not_ended": (MOVES, "h.conversation_id", """h.kind = 'delegation' AND h.outcome <> 'abandoned'
      AND EXISTS (SELECT 1 FROM conversations_turn t WHERE t.id = h.turn_id AND t.status = 'answered')
      AND NOT EXISTS (SELECT 1 FROM agent_handoffs e JOIN conversations_turn t ON t.id = e.turn_id
        WHERE e.conversation_id = h.conversation_id AND e.kind = 'delegation_end' AND e.timestamp >=
        h.timestamp
        AND t.status = 'answered')"""),
}  # fmt: skip


class Sql:
    """Asks the database itself, of one company, period and profile."""

    def __init__(self, company: Tenant, period: Period, profile: str = "") -> None:
        self.given = {
            "company": company.pk,
            "start": _moment(period.start),
            "end": _moment(period.end),
            "profile": profile,
        }

    def rows(self, text: str) -> Rows:
        with connection.cursor() as cursor:
            cursor.execute(text, self.given)
            return cursor.fetchall()

    def one(self, text: str) -> Any:
        return self.rows(text)[0][0]

    def talks(self, what: str) -> int:
        table, conversation, holds = LISTED[what]
        return self.one(f"SELECT COUNT(DISTINCT {conversation}) FROM {table} AND {holds}")

    def times(self, holds: str = "TRUE") -> list[int]:
        rows = self.rows(
            f"SELECT t.started_at, t.finished_at FROM {TURNS} AND t.status = 'answered' AND {holds}"
        )
        return sorted(round((_read(end) - _read(start)).total_seconds() * 1000) for start, end in rows)


def _moment(at: datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(at)


def _read(at: Any) -> datetime:
    return datetime.fromisoformat(at) if isinstance(at, str) else at


def _share(some: int, every: int) -> float:
    return some / every * 100 if every else 0.0


def _ranks(times: list[int]) -> tuple[int | None, int | None]:
    return tuple(times[ceil(len(times) * part / 100) - 1] if times else None for part in (50, 95))


@pytest.fixture
def company() -> Tenant:
    for slug, seed in (("shop", 1), ("other", 2)):
        made = Tenant.objects.create(slug=slug, title=slug)
        record(made, seed)
    shop = Tenant.objects.get(pk="shop")
    desk = Specialist.unscoped.create(tenant=shop, name="desk")
    AgentProfile.unscoped.create(tenant=shop, agent_id="help", fallback=desk)
    return shop


def _counted(of: FiguresReport | PreviousPeriod, sql: Sql) -> dict[str, tuple[Any, Any]]:
    """The sums of a period: each as the code has it, and as SQL counts it."""
    turns = sql.one(f"SELECT COUNT(*) FROM {TURNS} AND t.method <> ''")
    sure = sql.one(f"SELECT COUNT(*) FROM {TURNS} AND t.method <> '' AND NOT {ASKED}")
    wrote = sql.one(f"SELECT COUNT(DISTINCT m.conversation_id) FROM {SAID}")
    moved = sql.one(f"SELECT COUNT(*) FROM {MOVES} AND h.kind = 'agent_to_agent'")
    calls, errors = (
        sql.one(f"SELECT COUNT(*) FROM {CALLS}{more}") for more in ("", " AND s.outcome = 'failed'")
    )
    up, down = (
        sql.one(f"SELECT COUNT(*) FROM {THUMBS} AND f.value = '{value}'")
        for value in ("helpful", "unhelpful")
    )
    return {
        "turns": (of.turns.total, turns),
        "without a model": (of.turns.without_model, _share(sure, turns)),
        "times": ((of.turns.latency.median, of.turns.latency.p95), _ranks(sql.times())),
        "conversations": (of.handoffs.total_conversations, wrote),
        "handoffs": (of.handoffs.total_handoffs, moved),
        "with a handoff": (of.handoffs.conversations_with_handoffs, sql.talks("handoff")),
        "rate": (of.handoffs.handoff_rate_percentage, round(_share(sql.talks("handoff"), wrote), 2)),
        "calls": ((of.tools.calls, of.tools.errors), (calls, errors)),
        "thumbs": ((of.thumbs.helpful, of.thumbs.unhelpful), (up, down)),
        "thumbs down": (of.thumbs.conversations, sql.talks("thumbs_down")),
    }


def _tables(of: FiguresReport, sql: Sql) -> dict[str, tuple[Any, Any]]:
    """The tables of the page."""
    assert isinstance(of.turns, TurnReport)
    every = sql.one(f"SELECT COUNT(*) FROM {TURNS} AND t.method <> ''")
    served = sql.one(f"SELECT COUNT(*) FROM {TURNS} AND t.agent <> ''")
    methods = sql.rows(
        f"SELECT t.method, COUNT(*), COUNT(DISTINCT t.conversation_id) FROM {TURNS} AND t.method <> '' "
        "GROUP BY t.method"
    )
    agents = sql.rows(f"""SELECT t.agent, COUNT(*), SUM(CASE WHEN t.status = 'failed' THEN 1 ELSE 0 END),
      COUNT(DISTINCT t.conversation_id) FROM {TURNS} AND t.agent <> '' GROUP BY t.agent""")
    paths = sql.rows(f"""SELECT h.from_agent, h.to_agent, COUNT(*), COUNT(DISTINCT h.conversation_id)
      FROM {MOVES} AND h.kind = 'agent_to_agent' GROUP BY h.from_agent, h.to_agent""")
    tools = sql.rows(f"""SELECT {TOOL}, COUNT(*), SUM(CASE WHEN s.outcome = 'failed' THEN 1 ELSE 0 END),
      COUNT(DISTINCT CASE WHEN s.outcome = 'failed' THEN t.conversation_id END) FROM {CALLS} GROUP BY
      {TOOL}""")
    about = {"called_in": "h.to_agent", "came_back": "h.to_agent", "not_ended": "h.to_agent",
             "out_of_scope": "h.from_agent", "announced": "s.agent", "data_shown": "s.agent"}  # fmt: skip
    qualities = {
        name: Counter(
            agent for (agent,) in sql.rows(f"SELECT {agent} FROM {LISTED[name][0]} AND {LISTED[name][2]}")
        )
        for name, agent in about.items()
    }
    return {
        "methods": (
            sorted((each.name, each.count, each.conversations, each.share) for each in of.turns.methods),
            sorted((name, n, talks, round(_share(n, every), 1)) for name, n, talks in methods),
        ),
        "specialists": (
            sorted((each.name, each.count, each.failed, each.conversations, each.share, each.latency.median,
                each.latency.p95)
                   for each in of.turns.agents),
            sorted((name, n, failed, talks, round(_share(n, served), 1),
                *_ranks(sql.times(f"t.agent = '{name}'")))
                   for name, n, failed, talks in agents),
        ),
        "paths": (
            sorted((each.source, each.target, each.count,
                each.conversations) for each in of.handoffs.handoff_paths),
            sorted(paths),
        ),
        "tools": (
            sorted((each.name, each.calls, each.errors, each.conversations) for each in of.tools.tools),
            sorted(tools),
        ),
        "failing": (of.tools.conversations, sql.talks("tool_failed")),
        "sure": (of.sure, sql.talks("without_model")),
        "delegations": (
            {each.name: (Counter(dict(each.agents)), each.count,
                each.conversations) for each in of.delegations},
            {name: (found, found.total(), sql.talks(name)) for name, found in qualities.items()},
        ),
    }  # fmt: skip


@try_each("profile", ["", "help"])
def test_every_figure_is_what_sql_counts(company: Tenant, profile: str) -> None:
    asked = PeriodRequest.of(company, {"agent_id": profile, "days": "30"})
    found, sql = count_everything(company, asked), Sql(company, asked.period, profile)
    assert found.before is not None and asked.before is not None
    compared = {**_counted(found, sql), **_tables(found, sql)}
    earlier = _counted(found.before, Sql(company, asked.before, profile))
    earlier.pop("with a handoff", None)
    compared |= {f"before: {name}": each for name, each in earlier.items()}
    compared["slow"] = (found.slow, len(_slow(sql, found.turns.latency.p95 or 1)))
    wrong = {name: each for name, each in compared.items() if each[0] != each[1]}
    assert not wrong
    assert [figure.rows for figure in list_main_figures(found)] == [
        sql.talks("handoff"), sql.talks("person"), sql.talks("without_model"), 0, compared["slow"][1],
        sql.talks("tool_failed"), sql.talks("thumbs_down"),
    ]  # fmt: skip


def _slow(sql: Sql, least: int) -> set[str]:
    rows = sql.rows(
        f"SELECT t.conversation_id, t.started_at, t.finished_at FROM {TURNS} AND t.status = 'answered'"
    )
    return {
        talk
        for talk, start, end in rows
        if round((_read(end) - _read(start)).total_seconds() * 1000) >= least
    }


def test_every_way_to_decide_is_in_the_record_and_none_says_by_itself_whether_a_model_was_asked(
    company: Tenant,
) -> None:
    sql = Sql(company, Period.last(60))
    asked = {method for (method,) in sql.rows(f"SELECT DISTINCT t.method FROM {TURNS} AND {ASKED}")}
    not_asked = {method for (method,) in sql.rows(f"SELECT DISTINCT t.method FROM {TURNS} AND NOT {ASKED}")}
    assert asked | not_asked == set(METHODS) and len(asked & not_asked) > 10


@try_each("profile", ["", "help"])
def test_every_list_of_conversations_is_the_one_that_sql_finds(company: Tenant, profile: str) -> None:
    period = Period.last(30)
    sql = Sql(company, period, profile)
    found = {what: find_conversations(company, period, Filter(what=what), profile).count() for what in LISTED}
    assert found == {what: sql.talks(what) for what in LISTED}
    assert set(WHAT) == {*LISTED, "slow"}
    assert find_conversations(company, period, Filter(), profile).count() == sql.one(
        f"SELECT COUNT(DISTINCT m.conversation_id) FROM {SAID}"
    )


@try_each("profile", ["", "help"])
def test_what_guardrails_came_to_and_where(company: Tenant, profile: str) -> None:
    asked = PeriodRequest.of(company, {"agent_id": profile, "days": "30"})
    sql = Sql(company, asked.period, profile)
    counted: Counter[tuple[Any, ...]] = Counter()
    for at, release, text in sql.rows(
        f"SELECT t.created_at, t.release, t.rails FROM {TURNS} AND t.rails <> ''"
    ):
        moment = _read(at)
        day = timezone.localtime(moment if moment.tzinfo else moment.replace(tzinfo=UTC)).date()
        counted.update((day, release, *each.split(":")) for each in text.split())
    found = count_everything(company, asked).rails
    told = {
        (each.day, each.release, each.phase, each.code, result, each.agent): n
        for each in found
        for result, n in each.turns.items()
    }
    assert told == counted and len(told) > 20
    for rail in ("output:GND", "input:PINJ:refused", "tool:PINJ:late:billing"):
        holds = f"t.rails LIKE '%% {rail}{' ' if rail.count(':') == 3 else ':'}%%'"
        talks = sql.one(f"SELECT COUNT(DISTINCT t.conversation_id) FROM {TURNS} AND {holds}")
        assert find_conversations(company, asked.period, Filter(rail=rail), profile).count() == talks
        assert talks or rail.count(":") == 3


def test_the_facts_of_each_conversation(company: Tenant) -> None:
    keys = list(Conversation.objects.of(company).values_list("pk", flat=True))
    sql = Sql(company, Period.last(60))
    rows = sql.rows(f"""SELECT t.conversation_id, COUNT(*), SUM(CASE WHEN t.status = 'failed' THEN 1 ELSE 0
    END),
      SUM(CASE WHEN t.status = 'blocked' THEN 1 ELSE 0 END), SUM(CASE WHEN t.method <> '' AND {ASKED} THEN 1
      ELSE 0 END)
      FROM {TURNS} GROUP BY t.conversation_id""")
    found = count_facts(company, keys, {})
    assert {
        (key, each.turns, each.failed, each.blocked, each.with_model) for key, each in found.items()
    } == set(rows)


def test_what_a_gateway_passed_on(company: Tenant) -> None:
    asked = PeriodRequest.of(company, {"days": "30"})
    rows = Sql(company, asked.period).rows("""SELECT CAST(handovers AS TEXT), answered_by, status
      FROM routing_gatewaydecision WHERE tenant_id = %(company)s AND at >= %(start)s AND at < %(end)s""")
    made: Counter[tuple[str, str]] = Counter()
    told: Counter[tuple[str, str]] = Counter()
    for text, by, status in rows:
        ways = [(each["from"], each["to"]) for each in json.loads(text)]
        made.update(ways)
        told.update(way for way in ways[-1:] if by == way[1] and status == "answered")
    found = count_everything(company, asked).backends
    assert {(each.source, each.target): (each.count, each.answered) for each in found} == {
        way: (n, round(_share(told[way], n), 1)) for way, n in made.items()
    }


METHODS_OF_LOST = ("fallback", "clarification", "not_served", "fallback")


def test_not_understood_today_is_one_number(company: Tenant) -> None:
    morning = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    talk = Conversation.unscoped.create(tenant=company, key="k", agent_id="desk", session_id="k")
    lost = ("vende ração?", "sim", "por quê?", "vende ração?")
    for number, (text, method) in enumerate(zip(lost, METHODS_OF_LOST, strict=True), 1):
        turn = talk.turns.create(
            tenant=company, number=number, method=method, status="answered", created_at=timezone.now()
        )
        talk.messages.create(tenant=company, turn=turn, seq=number, role="user", text=text)
    today = Sql(company, Period(morning, timezone.now()))
    counted = today.one(f"SELECT COUNT(*) FROM {TURNS} AND {LOST}")
    (home,) = (each for each in of_the_day(company) if each.title == "not understood today")
    found = count_everything(
        company, PeriodRequest.of(company, {"from": f"{morning:%Y-%m-%d}", "to": f"{morning:%Y-%m-%d}"})
    )
    methods = sum(each.count for each in found.turns.methods if each.name in METHODS_OF_LOST)
    assert counted >= 4 and home.value == group_unrouted(company, morning)[0] == methods == counted
