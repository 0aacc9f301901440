"""Takes the last change of the rollout flag back: percentage, kill switch of the flag, an override."""

from decimal import Decimal, InvalidOperation

from django.db import transaction

from rollout import control
from rollout.evaluate import MULTI_AGENT
from rollout.models import FlagChange
from tenancy.models import Tenant

OVERRIDE = f"{MULTI_AGENT} override "
SIDES = {"as everybody": None, "inside": True, "outside": False}


def last(tenant: Tenant) -> FlagChange | None:
    """The newest change of the flag, when it is one that can be taken back."""
    line = FlagChange.objects.of(tenant).filter(subject__startswith=f"{MULTI_AGENT} ").first()
    return line if line is not None and _can(line) else None


def undo(tenant: Tenant, change: str, author: object) -> str | None:
    """Undoes the change with this id, and says what; None when it is not the last one any more.

    The undoing is a change of its own, with its line of history, so it can be undone too.
    """
    with transaction.atomic():
        flag = control.multi_agent(tenant)  # locked: nobody changes it in between
        line = last(tenant)
        if line is None or str(line.pk) != change:
            return None
        if line.subject.startswith(OVERRIDE):
            subject = line.subject.removeprefix(OVERRIDE)
            control.set_multi_agent_override(subject, SIDES[line.old], tenant=tenant, author=author)
        elif line.subject == f"{MULTI_AGENT} percentage":
            flag.percentage = Decimal(line.old.removesuffix(" %"))
            control.save_flag(flag, author)
        else:
            flag.killed = line.old == "True"
            control.save_flag(flag, author)
        return str(line)


def _can(line: FlagChange) -> bool:
    if line.subject.startswith(OVERRIDE):
        return line.old in SIDES
    if line.subject == f"{MULTI_AGENT} percentage":
        try:
            return 0 <= Decimal(line.old.removesuffix(" %")) <= 100
        except InvalidOperation:
            return False
    return line.subject == f"{MULTI_AGENT} killed" and line.old in ("True", "False")
