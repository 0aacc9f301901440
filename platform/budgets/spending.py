"""What was used today and this month: read when a turn opens, added to when it ends, in the visits that it
makes anyway.

    budget = admit("acme", snapshot, Payer(key="ab12cd34", user="u1"))   # raises LimitReached
    send(*count_turn("acme", budget))                                     # with the turn's row
    send(*count_usage("acme", budget.counted, tokens=900, cost=0.002))    # with the turn's end

A company without limits is asked for nothing. What its models used is counted all the same, so that a budget
that is set at noon knows of the morning."""

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from django.db import connections
from django.db.models import Max, Sum
from django.utils import timezone
from django.utils.crypto import salted_hmac

from budgets.errors import BudgetSpent, LimitReached
from budgets.models import Spent
from budgets.snapshot import BudgetsSnapshot, LimitSpec
from conversations.budget import Allowance, Budget
from tenancy.operational import touch
from tenancy.statements import Statement, send

COMPANY = "company"
KEY = "key:"
SLOTS = 8  # rows of one subject and day: turns that end at once seldom wait for the same one
MICROS = 1_000_000
KEPT = timedelta(days=62)
COLUMNS = "tenant_id, subject, day, slot, turns, tokens, micros, told_day, told_month"


@dataclass(frozen=True, slots=True)
class Payer:
    """Who a turn is counted for beside the company: the key by its prefix, the user by their id."""

    key: str = ""
    user: str = ""


@dataclass(frozen=True, slots=True)
class _Used:
    """What a subject used: today, and money of the month."""

    turns: int = 0
    tokens: int = 0
    day: float = 0.0
    month: float = 0.0
    told_day: int = 0
    told_month: int = 0


def name_user(tenant: str, user_id: str) -> str:
    """How a user is counted: by a name that only this installation can make of the id."""
    return f"user:{salted_hmac('budgets', f'{tenant}:{user_id}', algorithm='blake2b').hexdigest()[:32]}"


def admit(tenant: str, snapshot: BudgetsSnapshot, payer: Payer, refuses: bool = True) -> Budget:
    """What a turn may use: one query, none where the company has no limits. A turn that was admitted before
    is not refused once more (`refuses`).

    :raises LimitReached: messages or tokens of the day are used up.
    :raises BudgetSpent: the money is, and the company wants that refused.
    """
    if not snapshot.limits:
        return Budget((COMPANY,))
    limits = list(_apply(tenant, snapshot.limits, payer))
    used = _read(tenant, [subject for _, subject in limits])
    for limit, subject in limits if refuses else ():
        _refuse(limit, used.get(subject, _Used()))
    counted = dict.fromkeys((COMPANY, *(subject for _, subject in limits)))
    return Budget(tuple(counted), True, tuple(_list_allowances(limits, used)))


def count_turn(tenant: str, budget: Budget) -> Iterator[Statement]:
    """One turn more, where anybody has limits (the company's own models are counted as they are used)."""
    for subject in budget.counted if budget.limited else ():
        yield _add(tenant, subject, turns=1)


def count_usage(tenant: str, counted: Iterable[str], tokens: int, cost: float) -> Iterator[Statement]:
    """What models used in a turn."""
    for subject in counted:
        yield _add(tenant, subject, tokens=tokens, micros=round(cost * MICROS))


def take_notice(tenant: str, allowance: Allowance, percent: int) -> bool:
    """Whether people are to be told now that a budget has come so far: only once a period, whoever is
    first."""
    send(_add(tenant, allowance.subject, slot=SLOTS))  # a row of its own: turns add to the others
    column = f"told_{allowance.period}"
    row = Spent.objects.of(tenant).filter(subject=allowance.subject, day=timezone.localdate(), slot=SLOTS)
    return bool(row.filter(**{f"{column}__lt": percent}).update(**{column: percent}))


def look(tenant: str, snapshot: BudgetsSnapshot) -> list[Allowance]:
    """Where the budgets of the company and of its keys stand, for people; two queries at most."""
    payers = [Payer()]
    if any(each.kind == "key" for each in snapshot.limits):
        used = Spent.objects.of(tenant).filter(subject__startswith=KEY, day__gte=_month(timezone.localdate()))
        keys = {subject.removeprefix(KEY) for subject in used.values_list("subject", flat=True).distinct()}
        payers += [Payer(key) for key in sorted(keys | {each.key for each in snapshot.limits if each.key})]
    limits = list(dict.fromkeys(pair for each in payers for pair in _apply(tenant, snapshot.limits, each)))
    return list(_list_allowances(limits, _read(tenant, [subject for _, subject in limits]))) if limits else []


def note_change(tenant: str) -> None:
    """A price or a limit was changed: it acts at once, and how far a budget has come is told anew."""
    touch(tenant)
    rows = Spent.objects.of(tenant).filter(day__gte=_month(timezone.localdate()))
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
        elif limit.kind == "key" and payer.key and (limit is own or (own is None and not limit.key)):
            yield limit, f"{KEY}{payer.key}"


def _read(tenant: str, subjects: list[str]) -> dict[str, _Used]:
    today = timezone.localdate()
    rows = Spent.objects.of(tenant).filter(subject__in=subjects, day__gte=_month(today), day__lte=today)
    found: dict[str, _Used] = {}
    counted = rows.values_list("subject", "day").order_by()
    sums = [Sum("turns"), Sum("tokens"), Sum("micros"), Max("told_day"), Max("told_month")]
    for subject, day, turns, tokens, micros, told_day, told_month in counted.annotate(
        t=sums[0], k=sums[1], m=sums[2], d=sums[3], n=sums[4]
    ):
        known, money = found.get(subject, _Used()), micros / MICROS
        known = replace(known, month=known.month + money, told_month=max(known.told_month, told_month))
        if day == today:
            known = replace(known, turns=turns, tokens=tokens, day=money, told_day=told_day)
        found[subject] = known
    return found


def _list_allowances(
    limits: Iterable[tuple[LimitSpec, str]], used: Mapping[str, _Used]
) -> Iterator[Allowance]:
    for limit, subject in limits:
        known = used.get(subject, _Used())
        if limit.day is not None:
            yield Allowance(limit.kind, subject, "day", limit.day, known.day, known.told_day, limit.refuses)
        if limit.month is not None:
            yield Allowance(
                limit.kind, subject, "month", limit.month, known.month, known.told_month, limit.refuses
            )


def _refuse(limit: LimitSpec, used: _Used) -> None:
    today = (("turns", limit.turns, used.turns), ("tokens", limit.tokens, used.tokens))
    for name, most, spent in today:
        if most is not None and spent >= most:
            raise LimitReached(f"{limit.kind}.{name}", most, _seconds_until(_tomorrow()))
    money = (("day", limit.day, used.day), ("month", limit.month, used.month))
    for name, allowed, paid in money:
        if limit.refuses and allowed is not None and paid >= allowed:
            until = _tomorrow() if name == "day" else _next_month()
            raise BudgetSpent(f"{limit.kind}.{name}", allowed, _seconds_until(until))


def _add(
    tenant: str, subject: str, turns: int = 0, tokens: int = 0, micros: int = 0, slot: int | None = None
) -> Statement:
    """Adds to a row, or makes it."""
    table = Spent._meta.db_table
    each = (
        "(%s, %s, %s, %s, %s, %s, %s, 0, 0) ON CONFLICT (tenant_id, subject, day, slot) DO UPDATE SET "
        f"turns = {table}.turns + excluded.turns, tokens = {table}.tokens + excluded.tokens, "
        f"micros = {table}.micros + excluded.micros"
    )
    today: object = timezone.localdate()
    if connections["default"].vendor == "sqlite":
        slot, today = slot or 0, str(today)  # one writer at a time in any case
    place = random.randrange(SLOTS) if slot is None else slot
    return Statement(
        f"INSERT INTO {table} ({COLUMNS}) VALUES ",  # noqa: S608
        each,
        [[tenant, subject, today, place, turns, tokens, micros]],
    )


def _month(day: date) -> date:
    return day.replace(day=1)


def _tomorrow() -> date:
    return timezone.localdate() + timedelta(days=1)


def _next_month() -> date:
    return _month(_month(timezone.localdate()) + timedelta(days=32))


def _seconds_until(day: date) -> int:
    begins = timezone.make_aware(datetime.combine(day, time.min))
    return max(1, int((begins - timezone.now()).total_seconds()) + 1)
