"""What was used today and this month: read when a turn opens, added to when it ends, in the visits that it
makes anyway.

    budget = admit("acme", snapshot, Payer(key="ab12cd34", user="u1"))   # raises LimitReached
    send(*count_turn("acme", budget))                                     # with the turn's row
    send(*count_usage("acme", budget, tokens=900, cost=0.002))    # with the turn's end

A company without limits is asked for nothing. What its models used is counted all the same, so that a budget
that is set at noon knows of the morning. Until a turn ends, what the company's turns use on average is
reserved for it, so that turns which run at once do not pass a limit together (docs/adr/0091)."""

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db import connections
from django.db.models import Max, Q, Sum
from django.utils import timezone
from django.utils.crypto import salted_hmac

from budgets.errors import BudgetSpent, LimitReached
from budgets.models import Spent
from budgets.snapshot import BudgetsSnapshot, LimitSpec
from conversations.budget import Allowance, Budget, Reservation
from tenancy.days import find_zone, read_today
from tenancy.models import Tenant
from tenancy.operational import touch
from tenancy.statements import Statement, send

COMPANY = "company"
KEY = "key:"
SLOTS = 8  # rows of one subject and day: turns that end at once seldom wait for the same one
MICROS = 1_000_000
KEPT = timedelta(days=62)
WAIT_SECONDS = 10  # where a limit is only reserved: turns that run may use less
COUNTED = ("turns", "tokens", "micros", "paid", "reserved_tokens", "reserved_micros")


@dataclass(frozen=True, slots=True)
class Payer:
    """Who a turn is counted for beside the company: the key by its prefix, the user by their id, and where
    nobody is named the session in their place."""

    key: str = ""
    user: str = ""
    session: str = ""


@dataclass(frozen=True, slots=True)
class _Used:
    """What a subject used: today, and money of the month. `reserved_tokens` and `reserved` (US dollars) are
    for its turns that run; `typical` is what a turn with models used this month (tokens, millionths)."""

    turns: int = 0
    tokens: int = 0
    day: float = 0.0
    month: float = 0.0
    told_day: int = 0
    told_month: int = 0
    reserved_tokens: int = 0
    reserved: float = 0.0
    typical: tuple[int, int] = (0, 0)


def name_user(tenant: str, user_id: str) -> str:
    """How a user is counted: by a name that only this installation can make of the id."""
    return f"user:{salted_hmac('budgets', f'{tenant}:{user_id}', algorithm='blake2b').hexdigest()[:32]}"


def name_session(tenant: str, key: str) -> str:
    """How a session is counted that names no user."""
    return f"session:{name_user(tenant, f'session:{key}').removeprefix('user:')}"


def admit(
    tenant: str,
    snapshot: BudgetsSnapshot,
    payer: Payer,
    refuses: bool = True,
    own: Reservation | None = None,
) -> Budget:
    """What a turn may use: one query, none where the company has no limits. A turn that was admitted before
    is not refused once more (`refuses`), and its `own` reservation does not count against it.

    :raises LimitReached: messages or tokens of the day are used up.
    :raises BudgetSpent: the money is, and the company wants that refused.
    """
    if not snapshot.limits:
        return Budget((COMPANY,), reservation=own, zone=snapshot.zone)
    limits = list(_apply(tenant, snapshot.limits, payer))
    counted = tuple(dict.fromkeys((COMPANY, *(subject for _, subject in limits))))
    used = _read(tenant, snapshot.zone, counted, own)
    for limit, subject in limits if refuses else ():
        _refuse(limit, used.get(subject, _Used()), snapshot.zone)
    tokens, micros = used.get(COMPANY, _Used()).typical
    made = Reservation(read_today(snapshot.zone).isoformat(), counted, tokens, micros) if tokens else None
    allowances = tuple(_list_allowances(limits, used))
    return Budget(counted, True, allowances, own or made, zone=snapshot.zone)


def admit_aside(tenant: str, snapshot: BudgetsSnapshot, payer: Payer | None = None) -> Budget:
    """What work may use that is no turn, as a preview or a proposal: no model where a message is refused."""
    payer = payer or Payer()
    try:
        return admit(tenant, snapshot, payer)
    except LimitReached:
        return replace(admit(tenant, snapshot, payer, refuses=False), closed=True)


def count_turn(tenant: str, budget: Budget) -> Iterator[Statement]:
    """One turn more with its reservation, where anybody has limits (the company's own models are counted as
    they are used)."""
    kept, today = budget.reservation, read_today(budget.zone).isoformat()
    for subject in budget.counted if budget.limited else ():
        if kept is None:
            yield _add(tenant, subject, today, turns=1)
        else:
            reserved = {"reserved_tokens": kept.tokens, "reserved_micros": kept.micros}
            yield _add(tenant, subject, today, turns=1, **reserved)


def count_usage(
    tenant: str,
    budget: Budget,
    tokens: int,
    cost: float,
    kept: Reservation | None = None,
    turns: int = 0,
) -> Iterator[Statement]:
    """What models used in work beside turns, or in a turn that ends (`turns` is 1, for the average of turns);
    what was `kept` for it is taken back."""
    today = read_today(budget.zone).isoformat()
    changes: defaultdict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    for subject in budget.counted if tokens else ():
        changes[today, subject] |= {"tokens": tokens, "micros": round(cost * MICROS), "paid": turns}
    if kept is not None:
        for subject in kept.subjects:
            changes[kept.day, subject] |= {"reserved_tokens": -kept.tokens, "reserved_micros": -kept.micros}
    for (day, subject), counts in changes.items():
        yield _add(tenant, subject, day, **counts)


def take_notice(tenant: str, allowance: Allowance, percent: int, zone: str) -> bool:
    """Whether people are to be told now that a budget has come so far: only once a period, whoever is
    first."""
    today = read_today(zone)
    send(_add(tenant, allowance.subject, today.isoformat(), SLOTS))  # its own: turns add to the others
    column = f"told_{allowance.period}"
    row = Spent.objects.of(tenant).filter(subject=allowance.subject, day=today, slot=SLOTS)
    return bool(row.filter(**{f"{column}__lt": percent}).update(**{column: percent}))


def look(tenant: str, snapshot: BudgetsSnapshot) -> list[Allowance]:
    """Where the budgets of the company and of its keys stand, for people; two queries at most."""
    payers = [Payer()]
    if any(each.kind == "key" for each in snapshot.limits):
        month = _month(read_today(snapshot.zone))
        used = Spent.objects.of(tenant).filter(subject__startswith=KEY, day__gte=month)
        keys = {subject.removeprefix(KEY) for subject in used.values_list("subject", flat=True).distinct()}
        payers += [Payer(key) for key in sorted(keys | {each.key for each in snapshot.limits if each.key})]
    limits = list(dict.fromkeys(pair for each in payers for pair in _apply(tenant, snapshot.limits, each)))
    if not limits:
        return []
    return list(_list_allowances(limits, _read(tenant, snapshot.zone, [subject for _, subject in limits])))


def note_change(tenant: str) -> None:
    """A price or a limit was changed: it acts at once, and how far a budget has come is told anew."""
    touch(tenant)
    zone = Tenant.objects.values_list("time_zone", flat=True).get(pk=tenant)
    rows = Spent.objects.of(tenant).filter(day__gte=_month(read_today(zone)))
    rows.exclude(told_day=0, told_month=0).update(told_day=0, told_month=0)


def tidy() -> int:
    """Removes what no period asks for any more."""
    removed, _ = Spent.unscoped.filter(day__lt=timezone.localdate() - KEPT).delete()
    return removed


def _apply(tenant: str, limits: Iterable[LimitSpec], payer: Payer) -> Iterator[tuple[LimitSpec, str]]:
    """The limits that a turn of this payer is under, each with whom it counts for; a key's own goes before
    every key's."""
    own = next((each for each in limits if each.kind == "key" and each.key and each.key == payer.key), None)
    for limit in limits:
        if limit.kind == COMPANY:
            yield limit, COMPANY
        elif limit.kind == "user" and payer.user:
            yield limit, name_user(tenant, payer.user)
        elif limit.kind == "user" and payer.session:
            yield limit, name_session(tenant, payer.session)
        elif limit.kind == "key" and payer.key and (limit is own or (own is None and not limit.key)):
            yield limit, f"{KEY}{payer.key}"


def _read(
    tenant: str, zone: str, subjects: Iterable[str], own: Reservation | None = None
) -> dict[str, _Used]:
    today = read_today(zone)
    month = Spent.objects.of(tenant).filter(subject__in=subjects, day__gte=_month(today), day__lte=today)
    sums = {
        **{f"{name}_today": Sum(name, filter=Q(day=today), default=0) for name in COUNTED},
        **{f"{name}_month": Sum(name) for name in ("paid", "tokens", "micros")},
        "notice_today": Max("told_day", filter=Q(day=today), default=0),
        "notice_month": Max("told_month"),
    }
    found: dict[str, _Used] = {}
    summed: Any = month.values("subject").order_by().annotate(**sums)
    for row in summed:
        kept = own if own and row["subject"] in own.subjects and own.day == today.isoformat() else None
        tokens, micros = (kept.tokens, kept.micros) if kept else (0, 0)
        paid = row["paid_month"]
        found[row["subject"]] = _Used(
            turns=row["turns_today"],
            tokens=row["tokens_today"],
            day=row["micros_today"] / MICROS,
            month=row["micros_month"] / MICROS,
            told_day=row["notice_today"],
            told_month=row["notice_month"],
            reserved_tokens=max(row["reserved_tokens_today"] - tokens, 0),
            reserved=max(row["reserved_micros_today"] - micros, 0) / MICROS,
            typical=(row["tokens_month"] // paid, row["micros_month"] // paid) if paid else (0, 0),
        )
    return found


def _list_allowances(
    limits: Iterable[tuple[LimitSpec, str]], used: Mapping[str, _Used]
) -> Iterator[Allowance]:
    for limit, subject in limits:
        known = used.get(subject, _Used())
        day, month = (known.day, known.told_day), (known.month, known.told_month)
        if limit.day is not None:
            yield Allowance(limit.kind, subject, "day", limit.day, *day, limit.refuses, known.reserved)
        if limit.month is not None:
            yield Allowance(limit.kind, subject, "month", limit.month, *month, limit.refuses, known.reserved)


def _refuse(limit: LimitSpec, used: _Used, zone: str) -> None:
    tomorrow = read_today(zone) + timedelta(days=1)
    turns = ("turns", limit.turns, used.turns, 0)
    tokens = ("tokens", limit.tokens, used.tokens, used.reserved_tokens)
    for name, most, spent, reserved in (turns, tokens):
        if most is not None and spent + reserved >= most:
            wait = _seconds_until(tomorrow, zone) if spent >= most else WAIT_SECONDS
            raise LimitReached(f"{limit.kind}.{name}", most, wait)
    money = (("day", limit.day, used.day), ("month", limit.month, used.month))
    for name, allowed, paid in money:
        if limit.refuses and allowed is not None and paid + used.reserved >= allowed:
            until = tomorrow if name == "day" else _month(_month(read_today(zone)) + timedelta(days=32))
            wait = _seconds_until(until, zone) if paid >= allowed else WAIT_SECONDS
            raise BudgetSpent(f"{limit.kind}.{name}", allowed, wait)


def _add(tenant: str, subject: str, day: str, slot: int | None = None, **counts: int) -> Statement:
    """Adds counts to a row of a day (ISO 8601), or makes it."""
    table = Spent._meta.db_table
    names = ("tenant_id", "subject", "day", "slot", *COUNTED, "told_day", "told_month")
    added = ", ".join(f"{name} = {table}.{name} + excluded.{name}" for name in COUNTED)
    each = (
        f"({', '.join(['%s'] * (len(names) - 2))}, 0, 0) "
        f"ON CONFLICT (tenant_id, subject, day, slot) DO UPDATE SET {added}"
    )
    if connections["default"].vendor == "sqlite":
        slot = slot or 0  # one writer at a time in any case
    place = random.randrange(SLOTS) if slot is None else slot
    values = [tenant, subject, day, place]
    return Statement(
        f"INSERT INTO {table} ({', '.join(names)}) VALUES ",  # noqa: S608
        each,
        [[*values, *(counts.get(name, 0) for name in COUNTED)]],
    )


def _month(day: date) -> date:
    return day.replace(day=1)


def _seconds_until(day: date, zone: str) -> int:
    begins = datetime.combine(day, time.min, find_zone(zone))
    return max(1, int((begins - timezone.now()).total_seconds()) + 1)
