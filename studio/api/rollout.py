"""`/api/rollout/*`: the rollout's percentage and lists of users, and the kill switches.

All of it acts at once.
"""

from typing import Any

from django.db import transaction
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from rollout import control
from rollout.errors import StaleFlag, UnknownFlag
from rollout.evaluate import EVERY, MULTI_AGENT
from rollout.models import Flag, FlagOverride, KillSwitch
from routing.api.door import reply
from routing.api.endpoint_schema import document
from routing.api.serializers import TenantQuery
from studio.api import shapes
from studio.api.door import ProgramDoor
from tenancy.keys import Program
from tenancy.models import Tenant

SCOPE = "rollout:write"
SIDES = (("inside", True), ("outside", False), ("as_everybody", None))


class FlagsDoor(ProgramDoor):
    """The rollout flags."""

    scope = SCOPE

    @document("Rollout", "listFlags", None, shapes.Flags, query=TenantQuery)
    async def get(self, request: HttpRequest) -> HttpResponseBase:
        """Every flag as it acts now. One that nobody has changed lets everybody in."""
        return reply(await self.work(request, lambda program: {"flags": [_state(program.tenant)]}))


class FlagDoor(ProgramDoor):
    """One rollout flag."""

    scope = SCOPE

    @document("Rollout", "readFlag", None, shapes.FlagState, query=TenantQuery)
    async def get(self, request: HttpRequest, key: str) -> HttpResponseBase:
        """How it acts now."""

        def read(program: Program) -> dict[str, Any]:
            _check(key)
            return _state(program.tenant)

        return reply(await self.work(request, read))

    @document("Rollout", "changeFlag", shapes.FlagWish, shapes.FlagState, refuses=(409,))
    async def put(self, request: HttpRequest, key: str) -> HttpResponseBase:
        """Changes what is said, with a line of history for each thing.

        `percentage` 0 puts everybody outside at once.
        """
        wish = self.read_checked(shapes.FlagWish, self.sent)
        seen = wish.get("expected_version")

        def change(program: Program) -> dict[str, Any]:
            _check(key)
            with transaction.atomic():
                flag = control.multi_agent(program.tenant)
                if seen and seen != control.version(program.tenant):
                    raise StaleFlag
                for name in wish.keys() & set(control.WATCHED):
                    setattr(flag, name, wish[name])
                control.save_flag(flag, program)
            return _state(program.tenant)

        return reply(await self.work(request, change))


class FlagUsersDoor(ProgramDoor):
    """Who is always inside or outside a flag."""

    scope = SCOPE

    @document("Rollout", "listFlagUsers", None, shapes.FlagUsers, query=shapes.TenantPageQuery)
    async def get(self, request: HttpRequest, key: str) -> HttpResponseBase:
        """By their names; everybody else is drawn by the percentage."""

        def listed(program: Program) -> dict[str, Any]:
            _check(key)
            rows = FlagOverride.objects.of(program.tenant).filter(flag__key=key).order_by("subject")
            page = rows[self.query["offset"] : self.query["offset"] + self.query["limit"]]
            return {
                "users": [{"user_id": row.subject, "inside": row.value} for row in page],
                "total_count": rows.count(),
            }

        return reply(await self.work(request, listed))

    @document("Rollout", "changeFlagUsers", shapes.FlagUsersWish, shapes.FlagState)
    async def put(self, request: HttpRequest, key: str) -> HttpResponseBase:
        """Puts users inside or outside, or back among everybody: all that are named, or none."""
        wish = self.read_checked(shapes.FlagUsersWish, self.sent)

        def change(program: Program) -> dict[str, Any]:
            _check(key)
            with transaction.atomic():
                for side, inside in SIDES:
                    for subject in wish[side]:
                        control.set_multi_agent_override(
                            subject, inside, tenant=program.tenant, author=program
                        )
            return _state(program.tenant)

        return reply(await self.work(request, change))


class SwitchesDoor(ProgramDoor):
    """The kill switches."""

    scope = SCOPE

    @document("Rollout", "listSwitches", None, shapes.Switches, query=TenantQuery)
    async def get(self, request: HttpRequest) -> HttpResponseBase:
        """What is off now, the newest first. What is not listed is on, as it was published."""

        def listed(program: Program) -> dict[str, Any]:
            rows = KillSwitch.objects.of(program.tenant).order_by("-since")
            return {"off": list(rows.values("kind", "name", "reason", "since"))}

        return reply(await self.work(request, listed))


class SwitchDoor(ProgramDoor):
    """One kill switch."""

    scope = SCOPE
    body_optional = True

    @document("Rollout", "switchOff", shapes.SwitchWish, shapes.Switched, body_optional=True)
    async def put(self, request: HttpRequest, kind: str, name: str) -> HttpResponseBase:
        """Switches it off, from the next turn on, whatever was published; `*` is all of the kind."""
        reason = self.read_checked(shapes.SwitchWish, self.sent)["reason"].strip()
        return reply(await self.work(request, lambda program: _turn(program, kind, name, True, reason)))

    @document("Rollout", "switchOn", None, shapes.Switched, query=TenantQuery)
    async def delete(self, request: HttpRequest, kind: str, name: str) -> HttpResponseBase:
        """Lets it work again."""
        return reply(await self.work(request, lambda program: _turn(program, kind, name, False, "")))


def _turn(program: Program, kind: str, name: str, off: bool, reason: str) -> dict[str, Any]:
    named = name[:128] or EVERY
    changed = control.set_switch(program.tenant, kind, named, off=off, reason=reason, author=program)
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
