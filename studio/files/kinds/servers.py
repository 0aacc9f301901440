"""`mcp_servers.yaml`, and `mcp_servers.docker.yaml` for the same servers as containers see them."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from agents.mcp_server import WANTED, check_scopes
from agents.models import MCPServer
from studio.files.entry import Entry, Flag, Named, Text, Words, key
from studio.files.kinds.base import NamedRows
from studio.files.plan import Plan


class OAuthEntry(Entry):
    """How one signs in; secrets and tokens stand in no file."""

    grant: Text = key(
        "",
        "authorization_code: a person signs in on the server's page; client_credentials: this installation; "
        "nothing: it wants none.",
        "authorization_code",
    )
    scopes: Words = key([], "What is asked for; none: what the server names.", ["tools:read"])
    client_id: Text = key("", "Where its people registered this installation.", "switchboard-1")


class ServerEntry(Entry):
    """A server of tools: where it is acts at once."""

    ROW = ("agents", "servers")
    description: Text = key("", "What it is for.", "Orders and deliveries.")
    transport: Text = key(
        "http",
        "How it is spoken to: streamable_http, fastmcp, sse, http (without MCP), stdio or package.",
        "streamable_http",
    )
    enabled: Flag = key(True, "Whether its tools are used.", True)
    endpoint: Text = key(
        "", "Its address; needed but for stdio and package.", "https://tools.example.com/mcp"
    )
    command: Text = key(
        "", "For stdio: a name from MCP_STDIO_SERVERS; for package: the name of its tools.", "clock"
    )
    oauth: OAuthEntry | None = key(None, "For a server that wants OAuth.", {"grant": "authorization_code"})


class ServersFile(Entry):
    """Servers of tools."""

    servers: Named[ServerEntry] = key(
        {}, "The servers by their names.", {"shop": {"endpoint": "http://shop:8000/mcp"}}
    )


class ServerFiles(NamedRows):
    name = "mcp_servers.yaml"
    named_by = "mcp_servers_config_path"
    model = ServersFile
    top_key, entry = "servers", ServerEntry

    def write_row(self, name: str, row: Mapping[str, Any], plan: Plan) -> dict[str, Any]:
        place = plan.outside.place("servers", name)
        more: dict[str, Any] = {"command": place["command"]} if place["command"] else {}
        grant, scopes, client_id = (place[each] for each in WANTED)
        about = {"grant": grant, "scopes": scopes.split(), "client_id": client_id}
        more["oauth"] = about if grant else {}
        return ServerEntry.from_row(row, endpoint=place["url"], **more)

    def read_row(self, name: str, entry: ServerEntry, plan: Plan) -> None:
        row, place = plan.row(name, entry), plan.outside.place("servers", name)
        if plan.is_new("agents", "servers", name):
            row["transport"] = "http"  # what the format takes when its file says nothing
        entry.take(row)
        place["transport"] = row["transport"]
        if entry.says("endpoint"):
            place["url"] = entry.endpoint
        if entry.says("command"):
            place["command"] = entry.command
        if entry.says("oauth"):
            place |= self._oauth(entry.oauth)
        of_here = row["transport"] in MCPServer.OF_HERE
        if not place["command" if of_here else "url"]:
            needed = "command" if of_here else "endpoint"
            raise entry.fault(needed, _("Server '%(name)s' needs '%(key)s'.") % {"name": name, "key": needed})

    @staticmethod
    def _oauth(entry: OAuthEntry | None) -> dict[str, str]:
        """What an entry says, as the row's fields; raises Fault."""
        if entry is None or not entry.grant:
            return dict.fromkeys(WANTED, "")
        if entry.grant not in MCPServer.Grants.values:
            known = ", ".join(MCPServer.Grants.values)
            raise entry.fault("grant", _("'grant' is one of: %s.") % known)
        if entry.grant == MCPServer.Grants.CLIENT and not entry.client_id:
            raise entry.fault("client_id", _("Here '%s' is needed.") % entry.place_of("client_id"))
        scopes = " ".join(entry.scopes)
        try:
            check_scopes(scopes)
        except ValidationError as error:
            raise entry.fault("scopes", " ".join(error.messages)) from error
        return dict(zip(WANTED, (entry.grant, scopes, entry.client_id), strict=True))
