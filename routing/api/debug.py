"""`/debug/*`: explains and tries, for operators. Stores nothing but what a tool does."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.translation import gettext as _

from agents.resources import Resources
from agents.specs import ToolSpec
from agents.tools.calls import Caller
from audit.append import record
from conversations import reading
from conversations.as_json import to_json
from conversations.turn import Identity, TurnContext, TurnRequest, Utterance
from routing.api import catalogue, gateway_request
from routing.api import debug_shapes as answers
from routing.api import serializers as shapes
from routing.api.door import Door, VisitDoor, reply
from routing.api.endpoint_schema import document
from routing.api.gateway import QUESTION
from routing.api.installation_shapes import UsageTotal
from routing.api.problems import Refused
from routing.gateway import preview as gateway
from routing.turns import preview
from tenancy.errors import Forbidden
from tenancy.principal import Principal


class RouteDoor(Door):
    @document(
        "Debug", "explainRoute", shapes.RoutedMessage, answers.ROUTE, refuses=(409,), examples=[QUESTION]
    )
    async def post(self, request: HttpRequest) -> HttpResponseBase:
        """Decides as a turn would and tells what every tier saw; nothing is stored or called.

        At a gateway: which backend would get the message, and why.
        """
        message = gateway_request.read(request, self.sent, "debug")
        if settings.GATEWAY:
            return reply(await gateway.explain_route(message, gateway_request.read_backend(self.sent)))
        await self.see(request, lambda who: None, "debug", named={"tenant_id": message.tenant_id})
        return reply(await preview.explain_route(message))


class IdentityDoor(Door):
    @document(
        "Debug",
        "resolveIdentity",
        shapes.RoutedMessage,
        answers.ResolvedIdentity,
        refuses=(409,),
        examples=[QUESTION],
    )
    async def post(self, request: HttpRequest) -> HttpResponseBase:
        """Resolves the technical identity and the business keys; nothing is stored."""
        message = gateway_request.read(request, {"text": "-", **self.sent}, "debug")
        await self.see(request, lambda who: None, "debug", named={"tenant_id": message.tenant_id})
        return reply(await preview.resolve_identity(message))


class UsageDoor(VisitDoor):
    scope = "debug"

    @document("Debug", "readUsage", None, UsageTotal, query=shapes.UsageQuery)
    def get(self, who: Principal) -> Any:
        """Calls, tokens and cost of one session, else of the last 30 days."""
        return reading.sum_usage(who.tenant_id, self.query.get("session_id"))


class EnvironmentDoor(VisitDoor):
    scope = "debug"

    @document("Debug", "readEnvironment", None, answers.Environment, query=shapes.TenantQuery, refuses=(409,))
    def get(self, who: Principal) -> Any:
        """Settings and where each came from; never a secret."""
        return catalogue.describe_environment(catalogue.read_published(who)[1])


class ToolsDoor(VisitDoor):
    scope = "debug"

    @document("Debug", "listTools", None, answers.PublishedTools, query=shapes.TenantQuery, refuses=(409,))
    def get(self, who: Principal) -> Any:
        """Every tool with its arguments and whether it is on."""
        return catalogue.describe_tools(Resources.of(catalogue.read_published(who)[1]))


class ToolCallDoor(Door):
    body_optional = True

    @document(
        "Debug",
        "callTool",
        shapes.ToolArguments,
        answers.TriedTool,
        query=shapes.TenantQuery,
        refuses=(409,),
        body_optional=True,
    )
    async def post(self, request: HttpRequest, tool: str) -> HttpResponseBase:
        """Calls a tool with the arguments sent; the audit log tells of it, before it is called.

        A tool that changes something needs a key or a login.
        """
        self.read_checked(shapes.ToolArguments, self.sent)

        def look(who: Principal) -> tuple[Principal, Resources, ToolSpec]:
            resources = Resources.of(catalogue.read_published(who)[1])
            spec = resources.section.tools.get(tool)
            if spec is None:
                raise _refuse_unknown(tool, resources)
            if who.kind == "demo" and not spec.read_only:
                raise Forbidden(detail=_("Without a key only tools that change nothing may be tried."))
            asked = {"server": spec.server, "arguments": _read_arguments(spec, self.sent)}
            record(who.tenant_id, "call", "agents.MCPTool", name=spec.name, after=asked)
            return who, resources, spec

        who, resources, spec = await self.see(request, look, "debug")
        return reply(await _call(who, resources, spec, _read_arguments(spec, self.sent)))


def _refuse_unknown(tool: str, resources: Resources) -> Refused:
    names = ", ".join(sorted(resources.section.tools)) or "-"
    return Refused(
        404,
        "unknown_tool",
        _("No such tool"),
        _("No tool '%(tool)s' is published. Published ones: %(names)s.")
        % {"tool": tool[:64], "names": names},
    )


def _read_arguments(spec: ToolSpec, sent: dict[str, Any]) -> dict[str, Any]:
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


async def _call(
    who: Principal, resources: Resources, spec: ToolSpec, arguments: dict[str, Any]
) -> dict[str, Any]:
    """Called as in a turn, but outside one: switches hold, and the audit log alone tells of it."""
    outside = TurnContext(
        TurnRequest(
            turn_id="",
            tenant_id=who.tenant_id,
            agent_id="",
            conversation_key="",
            mode="",
            mode_source="",
            channel="debug",
            number=0,
            attempt=1,
            release=0,
            identity=Identity(),
            utterance=Utterance("", "", (translation.get_language() or "en")[:2]),
        )
    )
    result = to_json(
        await Caller(resources, outside, lambda name, data: None).call(spec.name, arguments, "debug")
    )
    about = result["metadata"]
    skipped = {"skipped": True, "reason": about["reason"]} if about.get("skipped") else {}
    names = ("tool_name", "server_name", "ok", "result", "error", "metadata", "cached")
    return {**{name: result[name] for name in names}, **skipped}
