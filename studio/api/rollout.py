"""`/api/rollout/*`: the rollout's percentage and lists of users, and the kill switches.

All of it acts at once.
"""

from typing import Any

from django.db import transaction

from rollout import control
from rollout.errors import StaleFlag, UnknownFlag
from rollout.evaluate import EVERY, MULTI_AGENT
from rollout.models import Flag, FlagOverride, KillSwitch
from routing.api.endpoint_schema import document
from routing.api.serializers import TenantQuery
from studio import switching
from studio.api import shapes
from studio.api.door import ProgramDoor
from tenancy.keys import Program
from tenancy.models import Tenant

SCOPE = "rollout:write"
SIDES = (("inside", True), ("outside", False), ("as_everybody", None))


class FlagsDoor(ProgramDoor):
    scope = SCOPE

    @document("Rollout", "listFlags", None, shapes.Flags, query=TenantQuery)
    def get(self, program: Program) -> Any:
        """Every flag as it acts now. One that nobody has changed lets everybody in."""
        return {"flags": [_state(program.tenant)]}


class FlagDoor(ProgramDoor):
    scope = SCOPE

    @document("Rollout", "readFlag", None, shapes.FlagState, query=TenantQuery)
    def get(self, program: Program, key: str) -> Any:
        """How it acts now."""
        _check(key)
        return _state(program.tenant)

    @document("Rollout", "changeFlag", shapes.FlagUpdate, shapes.FlagState, refuses=(409,))
    def put(self, program: Program, key: str) -> Any:
        """Changes what is said, with a line of history for each thing.

        `percentage` 0 puts everybody outside at once.
        """
        seen = self.body.get("expected_version")
        _check(key)
        with transaction.atomic():
            flag = control.multi_agent(program.tenant)
            if seen and seen != control.version(program.tenant):
                raise StaleFlag
            for name in self.body.keys() & set(control.WATCHED):
                setattr(flag, name, self.body[name])
            control.save_flag(flag, program)
        return _state(program.tenant)


class FlagUsersDoor(ProgramDoor):
    """Who is always inside or outside a flag."""

    scope = SCOPE

    @document("Rollout", "listFlagUsers", None, shapes.FlagUsers, query=shapes.TenantPageQuery)
    def get(self, program: Program, key: str) -> Any:
        """By their names; everybody else is drawn by the percentage."""
        _check(key)
        rows = FlagOverride.objects.of(program.tenant).filter(flag__key=key).order_by("subject")
        page = rows[self.query["offset"] : self.query["offset"] + self.query["limit"]]
        return {
            "users": [{"user_id": row.subject, "inside": row.value} for row in page],
            "total_count": rows.count(),
        }

    @document("Rollout", "changeFlagUsers", shapes.FlagUsersChange, shapes.FlagState)
    def put(self, program: Program, key: str) -> Any:
        """Puts users inside or outside, or back among everybody: all that are named, or none."""
        _check(key)
        with transaction.atomic():
            for side, inside in SIDES:
                for subject in self.body[side]:
                    control.set_multi_agent_override(subject, inside, tenant=program.tenant, author=program)
        return _state(program.tenant)


class SwitchesDoor(ProgramDoor):
    scope = SCOPE

    @document("Rollout", "listSwitches", None, shapes.Switches, query=TenantQuery)
    def get(self, program: Program) -> Any:
        """What is off now, the newest first. What is not listed is on, as it was published."""
        rows = KillSwitch.objects.of(program.tenant).order_by("-since")
        return {"off": list(rows.values("kind", "name", "reason", "since"))}


class SwitchDoor(ProgramDoor):
    scope = SCOPE
    body_optional = True

    @document("Rollout", "switchOff", shapes.SwitchOff, shapes.Switched, body_optional=True)
    def put(self, program: Program, kind: str, name: str) -> Any:
        """Switches it off, from the next turn on, whatever was published; `*` is all of the kind.

        A name that the company has neither in its draft nor live is 404, with those that there are.
        """
        reason = self.body["reason"].strip()
        return _turn(program, kind, name, True, reason)

    @document("Rollout", "switchOn", None, shapes.Switched, query=TenantQuery)
    def delete(self, program: Program, kind: str, name: str) -> Any:
        """Lets it work again."""
        return _turn(program, kind, name, False, "")


def _turn(program: Program, kind: str, name: str, off: bool, reason: str) -> dict[str, Any]:
    named = name[:128] or EVERY
    changed = switching.switch(program.tenant, kind, named, off=off, reason=reason, author=program)
    return {"kind": kind, "name": named, "off": off, "changed": changed}


def _check(key: str) -> None:
    if key != MULTI_AGENT:
        raise UnknownFlag(key, MULTI_AGENT)


def _state(company: Tenant) -> dict[str, Any]:
    flag: Flag = control.multi_agent(company)
    return {
        "key": flag.key,
        "percentage": float(flag.percentage),
        "killed": flag.killed,
        "off_variant": flag.off_variant,
        "on_variant": flag.on_variant,
        "salt": flag.salt,
        "agent_ids": flag.agent_ids,
        "overrides": FlagOverride.objects.of(company).filter(flag=flag).count() if flag.pk else 0,
        "version": control.version(company),
    }
