"""Addresses and secrets of servers, models and packages: read with their tenant's counter, acting at once."""

from django.db.models import Q, QuerySet

from agents import commands, langchain_models, toolboxes
from agents.errors import sign_in_needed
from agents.llm.providers import own_address
from agents.mcp_server import WANTED
from agents.models import LLMProfile, MCPServer, MCPTool, Plugin, ServerSignIn
from agents.resources import AgentsOperational, LLMAddress, ServerAddress, SignIn
from egress import changing, places
from egress.places import Destination
from outbound import headers
from outbound.addresses import resolve_row_url
from outbound.errors import UnknownVariable
from outbound.sentences import sentence_of
from releases import operational
from work import jobs

OAUTH = (*WANTED, "oauth_client_secret")


def load(tenant_slug: str) -> AgentsOperational:
    """Every address of a tenant: three queries. One that cannot be resolved says why and harms no other."""
    servers = MCPServer.objects.of(tenant_slug).select_related("sign_in").defer("description", "last_error")
    llms = LLMProfile.objects.of(tenant_slug).only(
        "name", "provider", "model", "base_url", "api_key", "extra_headers"
    )
    plugins = Plugin.objects.of(tenant_slug).exclude(secret="").only("name", "secret")
    return AgentsOperational(
        servers={row.name: address_of(row) for row in servers},
        llms={row.name: llm_address_of(row) for row in llms},
        plugins={row.name: row.secrets for row in plugins},
    )


def address_of(server: MCPServer) -> ServerAddress:
    """Where a server's row points now, with the variables of the environment filled in."""
    if server.transport == MCPServer.Transports.STDIO:
        command = commands.find(server.command)
        problem = "" if command else commands.missing(server.command)
        return ServerAddress(server.name, "", transport=server.transport, problem=problem, command=command)
    if server.transport == MCPServer.Transports.PACKAGE:
        problem = "" if server.command in toolboxes.TOOLBOXES else toolboxes.missing(server.command)
        return ServerAddress(
            server.name, "", transport=server.transport, problem=problem, toolbox=server.command
        )
    url, problem = _resolve(server.url)
    problem = problem or ("" if url else changing.describe_missing(server))
    sent = tuple(headers.read(server.extra_headers).items())
    if not server.oauth:
        return ServerAddress(server.name, url, str(server.secret), server.transport, problem, headers=sent)
    kept = server.signed_in
    if kept is None or server.needs_sign_in:
        problem = problem or sign_in_needed(server.name, kept.problem if kept else "")
        return ServerAddress(server.name, url, transport=server.transport, problem=problem)
    return ServerAddress(
        server.name, url, transport=server.transport, problem=problem, headers=sent, sign_in=sign_in_of(kept)
    )


def sign_in_of(row: ServerSignIn) -> SignIn:
    """A kept sign-in as a turn carries it."""
    ends, renewed = (time.timestamp() if time else float("inf") for time in (row.expires_at, row.renew_at))
    return SignIn(row.pk, row.tenant_id, row.access_token, ends, renewed, row.version)


def llm_address_of(profile: LLMProfile) -> LLMAddress:
    """Where a model's row points now."""
    url, problem = _resolve(profile.base_url)
    if profile.provider == "langchain" and not problem and langchain_models.find(profile.model) is None:
        problem = langchain_models.missing(profile.model)
    sent = tuple(headers.read(profile.extra_headers).items())
    return LLMAddress(url, str(profile.api_key), problem, profile.provider, sent)


def _resolve(text: str) -> tuple[str, str]:
    try:
        return resolve_row_url(text), ""
    except UnknownVariable as error:
        return "", sentence_of(error)


def _where(server: MCPServer) -> str:
    """Also of a server that is started: what a release brings back may make its address count."""
    return server.url


def filter_unknown(tools: QuerySet[MCPTool]) -> QuerySet[MCPTool]:
    """Those that need somebody's word, or of which no argument is known: their server may say it."""
    return tools.filter(Q(undeclared=True) | Q(parameters=None)).distinct()


def _ask_undeclared(server: MCPServer) -> None:
    """Asks a server that has its address now what nobody has said of its tools."""
    if filter_unknown(MCPTool.objects.of(server.tenant_id).filter(server=server)).exists():
        jobs.start(server.tenant, "ask_tools", {"server": server.name})


def _address_of(profile: LLMProfile) -> str:
    """Also of one that is offline now: the provider is the release's, the address this row's."""
    return profile.base_url or own_address(profile.provider)


operational.register("agents", load)
places.register(
    Destination(
        MCPServer,
        ("transport", "url", "secret", "command", "extra_headers", *OAUTH),
        _where,
        {"url": "", "secret": "", "command": "", "extra_headers": "", **dict.fromkeys(OAUTH, "")},
        _ask_undeclared,
    )
)
places.register(
    Destination(
        LLMProfile,
        ("provider", "base_url", "api_key", "extra_headers"),
        _address_of,
        # A provider's own address is one too.
        {"provider": "offline", "base_url": "", "api_key": "", "extra_headers": ""},
    )
)
