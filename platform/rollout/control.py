"""The verbs that change a rollout. Each writes its line of history and acts at once, in every process.

    set_multi_agent_override("u-1001", True, tenant="tenant_a", author="ana")
    set_multi_agent_rollout_percentage(10, tenant="tenant_a", author="ana")
    is_multi_agent_enabled("u-1001", tenant="tenant_a")
    set_switch("tenant_a", "tool", "consultar_fatura", off=True, reason="wrong amounts", author="ana")

The names of the first three are fixed: other programs know them, and leave the tenant out where there is one
company.
"""

from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Any

from django.db import transaction

from rollout import snapshot
from rollout.errors import BadPercentage, BadSubject, NameTheCompany, UnknownSwitchKind
from rollout.evaluate import EVERY, MULTI_AGENT, Evaluation
from rollout.models import Flag, FlagChange, FlagOverride, KillSwitch
from tenancy.announcing import announce
from tenancy.company_lock import hold
from tenancy.models import Tenant
from tenancy.operational import touch
from tenancy.tenant_rows import slug_of

WATCHED = ("percentage", "killed", "off_variant", "on_variant", "salt", "agent_ids")


def set_multi_agent_rollout_percentage(
    percentage: Decimal | float | str, *, tenant: Tenant | str | None = None, author: object = ""
) -> Flag:
    """Lets this share of users in, 0 to 100 in steps of 0.01. Raises BadPercentage, NameTheCompany."""
    share, tenant = _percentage(percentage), tenant or _only_company()
    with transaction.atomic():
        flag = multi_agent(tenant)
        flag.percentage = share
        return save_flag(flag, author)


def set_multi_agent_override(
    subject: str, enabled: bool | None, *, tenant: Tenant | str | None = None, author: object = ""
) -> None:
    """Puts one user inside (True) or outside (False) whatever the percentage; None: as everybody."""
    if not 1 <= len(subject) <= 260:
        raise BadSubject
    tenant = tenant or _only_company()
    with transaction.atomic():
        flag = multi_agent(tenant)
        if flag.pk is None:
            save_flag(flag, author)
        existing = FlagOverride.objects.of(tenant).filter(flag=flag, subject=subject).first()
        before = existing.value if existing else None
        if before == enabled:
            return
        if enabled is None and existing:
            existing.delete()
        elif enabled is not None:
            override = existing or FlagOverride(tenant_id=flag.tenant_id, flag=flag, subject=subject)
            override.value = enabled
            override.save()
        note_change(tenant, f"{flag.key} override {subject}", before, enabled, author, say=_side)


def is_multi_agent_enabled(subject: str, *, tenant: Tenant | str | None = None, agent_id: str = "") -> bool:
    """Whether a turn of this user would be answered by the team.

    Reads the database: for pages and programs.
    """
    return evaluation(subject, tenant=tenant or _only_company(), agent_id=agent_id).enabled


def evaluation(subject: str, *, tenant: Tenant | str, agent_id: str = "") -> Evaluation:
    """What the flag says to this user now, and why."""
    return snapshot.load(slug_of(tenant)).evaluate(subject, agent_id)


def set_switch(
    tenant: Tenant | str,
    kind: str,
    name: str = EVERY,
    *,
    off: bool = True,
    reason: str = "",
    author: object = "",
) -> bool:
    """Switches something off at once, or on again, and says whether it was otherwise.

    `name` "*" is all of the kind. Raises UnknownSwitchKind.
    """
    if kind not in KillSwitch.Kinds.values:
        raise UnknownSwitchKind(kind, list(KillSwitch.Kinds.values))
    with transaction.atomic():
        hold(tenant)  # one change after another, so that each line of history is true
        existing = KillSwitch.objects.of(tenant).filter(kind=kind, name=name).first()
        if off == (existing is not None):
            return False
        if off:
            KillSwitch(tenant_id=slug_of(tenant), kind=kind, name=name, reason=reason[:300]).save()
        elif existing:
            existing.delete()
        note_change(tenant, f"{kind} {name}", off, not off, author, say=_switch, reason=reason if off else "")
    return True


def multi_agent(tenant: Tenant | str) -> Flag:
    """The tenant's `multi_agent` flag; not yet saved, at 100 %, when there is none."""
    if transaction.get_connection().in_atomic_block:
        hold(tenant)  # one change after another, so that each line of history is true
    found = Flag.objects.of(tenant).filter(key=MULTI_AGENT).first()
    return found or Flag(tenant_id=slug_of(tenant), key=MULTI_AGENT)


def version(tenant: Tenant | str) -> str:
    """The number of the flag's newest change: what began with another number is about an older flag.

    Inside a transaction it stays true until the end of that.
    """
    if transaction.get_connection().in_atomic_block:
        hold(tenant)  # one change after another, so that each line of history is true
    lines = FlagChange.objects.of(tenant).filter(subject__startswith=f"{MULTI_AGENT} ")
    return str(lines.order_by("-pk").values_list("pk", flat=True).first() or 0)


def save_flag(flag: Flag, author: object = "") -> Flag:
    """Saves a flag that a page or a verb changed, with a line of history for each thing that changed."""
    with transaction.atomic():
        before = Flag.objects.of(flag.tenant_id).filter(pk=flag.pk).first() or Flag()
        fresh = flag.pk is None
        flag.save()
        for name in WATCHED:
            old, new = getattr(before, name), getattr(flag, name)
            if fresh and name == "percentage" and old == new:
                old = None  # the first line tells that the flag exists
            if old != new:
                note_change(flag.tenant_id, f"{flag.key} {name}", old, new, author)
    return flag


def note_change(
    tenant: Tenant | str,
    subject: str,
    old: object,
    new: object,
    author: object,
    *,
    say: Callable[[Any], str] | None = None,
    reason: str = "",
) -> None:
    """Writes one line of history and counts the change, inside the transaction of the change itself.

    The line has both values in words (`say`, else as they are read), the new one with the reason; programs
    are told the values themselves and the reason apart. Who is told gets the line's number: a company's
    changes happen one after another, so of two the later one has the greater, in whatever order they arrive.
    """
    say = say or _words
    about = {"subject": subject[:340], "who": str(author)[:150]}
    after = f"{say(new)} {reason}".strip()
    written = FlagChange(tenant_id=slug_of(tenant), old=say(old)[:400], new=after[:400], **about)
    written.save()
    touch(tenant)
    told = {"old": _value(old), "new": _value(new), "reason": reason[:300], "number": written.pk}
    announce(slug_of(tenant), "flag.changed", {**about, **told})


def _only_company() -> Tenant:
    """The company of an installation that has one. Raises NameTheCompany."""
    found = list(Tenant.objects.order_by("slug")[:2])
    if len(found) != 1:
        raise NameTheCompany
    return found[0]


def _percentage(given: Decimal | float | str) -> Decimal:
    try:
        share = Decimal(str(given))
    except InvalidOperation as error:
        raise BadPercentage(given) from error
    if not share.is_finite() or not 0 <= share <= 100 or share != round(share, 2):
        raise BadPercentage(given)
    return round(share, 2)


def _side(value: bool | None) -> str:
    return {None: "as everybody", True: "inside", False: "outside"}[value]


def _switch(on: bool) -> str:
    return "on" if on else "off"


def _value(value: object) -> object:
    """As JSON has it."""
    return float(value) if isinstance(value, Decimal) else value


def _words(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return f"{value:.2f} %" if isinstance(value, Decimal) else str(value)
