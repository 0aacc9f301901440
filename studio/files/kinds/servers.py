"""`mcp_servers.yaml`, and `mcp_servers.docker.yaml` for the same servers as containers see them."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from agents.models import MCPServer
from studio.files.kinds.base import Key, Written, said, take
from studio.files.part import Part, flag, text
from studio.files.plan import Plan

KEYS = (Key("description", text), Key("transport", text), Key("enabled", flag))


class Servers:
    name = "mcp_servers.yaml"
    named_by = "mcp_servers_config_path"

    def read(self, root: Part, plan: Plan) -> None:
        for name, part in root.named("servers"):
            with plan.telling():
                self._server(name, part, plan)
            part.rest()

    def write(self, plan: Plan) -> Iterator[Written]:
        rows = plan.rows("agents", "servers")
        servers = {}
        for name in sorted(rows):
            servers[name] = {**said(rows[name], KEYS), "endpoint": plan.outside.urls.get(name, "")}
            if command := plan.outside.commands.get(name, ""):
                servers[name]["command"] = command
        yield self.name, {"servers": servers}

    def _server(self, name: str, part: Part, plan: Plan) -> None:
        entry = plan.row("agents", "servers", name, part)
        if plan.is_new("agents", "servers", name):
            entry["transport"] = "http"  # what the format takes when its file says nothing
        take(part, entry, KEYS)
        outside = plan.outside
        outside.transports[name] = entry["transport"]
        outside.urls[name] = part.take("endpoint", text, outside.urls.get(name, "")) or ""
        outside.commands[name] = part.take("command", text, outside.commands.get(name, "")) or ""
        stdio = entry["transport"] == MCPServer.Transports.STDIO
        if not (outside.commands[name] if stdio else outside.urls[name]):
            needed = "command" if stdio else "endpoint"
            raise part.fault(needed, _("Server '%(name)s' needs '%(key)s'.") % {"name": name, "key": needed})
