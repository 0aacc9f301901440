"""`/debug/*`: explains and tries, for operators. Stores nothing but what a tool does."""

import logging
from typing import Any

from conversations import reading
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from tenancy.errors import Forbidden
from tenancy.principal import Principal

from agents.kit import Kit
from agents.specs import ToolSpec
from agents.tools import sessions
from routing import preview
from routing.api import catalogue, gateway_request
from routing.api import serializers as shapes
from routing.api.documented import documented
from routing.api.door import Door, reply
from routing.api.gateway import INVOICE
from routing.api.problems import Refused

logger = logging.getLogger(__name__)


class RouteDoor(Door):
    """Who would answer, and why."""

    @documented(
        "Debug", shapes.GatewayRequest, {200: OpenApiTypes.OBJECT}, refuses=(404, 409), examples=[INVOICE]
    )
    async def post(self, request: HttpRequest) -> HttpResponseBase:
        """Decides as a turn would and tells what every tier saw; nothing is stored or called."""
        asked = gateway_request.read(request, self.sent, "debug")
        return reply(await preview.route(asked.credentials, asked))


class IdentityDoor(Door):
    """Which customer a request would be about."""

    @documented(
        "Debug", shapes.GatewayRequest, {200: OpenApiTypes.OBJECT}, refuses=(404, 409), examples=[INVOICE]
    )
    async def post(self, request: HttpRequest) -> HttpResponseBase:
        """Resolves the technical identity and the business keys; nothing is stored."""
        asked = gateway_request.read(request, {"text": "-", **self.sent}, "debug")
        return reply(await preview.identity(asked.credentials, asked))


class UsageDoor(Door):
    """What models cost."""

    @documented("Debug", None, {200: OpenApiTypes.OBJECT}, query=shapes.UsageQuery)
    async def get(self, request: HttpRequest) -> HttpResponseBase:
        """Calls, tokens and cost of one session, else of the last 30 days."""
        asked = self.checked(shapes.UsageQuery, request.GET.dict())
        return reply(
            await self.see(
                request, lambda who: reading.usage(who.tenant_id, asked.get("session_id")), asked, "debug"
            )
        )


class EnvironmentDoor(Door):
    """What this installation runs with."""

    @documented("Debug", None, {200: OpenApiTypes.OBJECT}, query=shapes.TenantQuery, refuses=(409,))
    async def get(self, request: HttpRequest) -> HttpResponseBase:
        """Settings and where each came from; never a secret."""
        asked = self.checked(shapes.TenantQuery, request.GET.dict())
        return reply(
            await self.see(
                request, lambda who: catalogue.environment(catalogue.published(who)[1]), asked, "debug"
            )
        )


class ToolsDoor(Door):
    """The published tools."""

    @documented("Debug", None, {200: OpenApiTypes.OBJECT}, query=shapes.TenantQuery, refuses=(409,))
    async def get(self, request: HttpRequest) -> HttpResponseBase:
        """Every tool with its arguments and whether it is on."""
        asked = self.checked(shapes.TenantQuery, request.GET.dict())

        def read(who: Principal) -> dict[str, Any]:
            return catalogue.tools(catalogue.kit_of(catalogue.published(who)[1]))

        return reply(await self.see(request, read, asked, "debug"))


class ToolCallDoor(Door):
    """Tries a tool."""

    body_optional = True

    @documented(
        "Debug",
        shapes.ToolArguments,
        {200: OpenApiTypes.OBJECT},
        query=shapes.TenantQuery,
        refuses=(404, 409),
    )
    async def post(self, request: HttpRequest, tool: str) -> HttpResponseBase:
        """Calls a tool with the arguments sent. A tool that changes something needs a key or a login."""
        asked = self.checked(shapes.TenantQuery, request.GET.dict())

        def look(who: Principal) -> tuple[Principal, Kit, ToolSpec]:
            kit = catalogue.kit_of(catalogue.published(who)[1])
            spec = kit.section.tools.get(tool)
            if spec is None:
                raise _unknown(tool, kit)
            if who.kind == "demo" and not spec.read_only:
                raise Forbidden(detail=_("Without a key only tools that change nothing may be tried."))
            return who, kit, spec

        who, kit, spec = await self.see(request, look, asked, "debug")
        return reply(await _call(who, kit, spec, _arguments(spec, self.sent)))


def _unknown(tool: str, kit: Kit) -> Refused:
    names = ", ".join(sorted(kit.section.tools)) or "-"
    return Refused(
        404,
        "unknown_tool",
        _("No such tool"),
        _("No tool '%(tool)s' is published. Published ones: %(names)s.")
        % {"tool": tool[:64], "names": names},
    )


def _arguments(spec: ToolSpec, sent: dict[str, Any]) -> dict[str, Any]:
    """The body itself, or business keys in `business_context` put where the tool wants them."""
    if not isinstance(sent.get("business_context"), dict):
        return {name: value for name, value in sent.items() if name != "tenant_id"}
    known = {**sent, **sent["business_context"]}
    filled = {}
    for parameter in spec.parameters:
        value = known.get(parameter.name, known.get(parameter.known_as, parameter.default))
        if value is not None:
            filled[parameter.name] = value
    return filled


async def _call(who: Principal, kit: Kit, spec: ToolSpec, arguments: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "tool_name": spec.name,
        "server_name": spec.server,
        "ok": False,
        "result": None,
        "error": None,
        "metadata": {"arguments": arguments},
        "cached": False,
    }
    off = catalogue.off_reason(spec, kit)
    address = kit.operational.servers.get(spec.server)
    if off is None and address is None:
        off = _("The server %(server)s has no address.") % {"server": spec.server}
    if off is not None or address is None:
        return {**answer, "error": off, "skipped": True, "reason": off}
    if not spec.read_only:
        logger.info("%s tried the tool %s of %s", who.credential, spec.name, who.tenant_id)
    result = await sessions.call(address, spec.name, arguments, settings.TOOL_DEADLINE)
    answer["metadata"] |= {"uncertain": result.lost, "down": result.down}
    return {**answer, "ok": result.ok, "result": result.value, "error": result.error or None}
