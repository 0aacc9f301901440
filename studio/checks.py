"""Buttons that ask the other side: does this model answer, does this server, what can it do?

The question leaves the house, so it is a POST of its own and runs outside any transaction.
"""

from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from agents.errors import AgentsError
from agents.llm import connection
from agents.models import LLMProfile, MCPServer
from agents.operational import address_of
from agents.tools import sessions
from outbound import runtime
from outbound.errors import OutboundError
from routing.gateway import operational
from routing.gateway.models import Backend
from studio.access import tenant
from studio.choosing import Act, RowButtons
from studio.links import link, page_of
from work import jobs

SECONDS = 15.0


class Checks(RowButtons):
    """Mixin for a row's page: `checks` names methods that run on POST `<id>/ask/<name>/`, for whoever may
    change the row."""

    checks: tuple[tuple[str, Any], ...] = ()

    def list_buttons(self) -> dict[str, Act]:
        return {f"ask/{name}": partial(self._ask, name=name) for name, _title in self.checks} | (
            super().list_buttons()
        )

    def list_checks(self, row: Any) -> tuple[tuple[str, Any], ...]:
        """Those that mean something on this row's page."""
        return self.checks

    def _ask(self, request: HttpRequest, row: Any, name: str) -> None:
        if not self.has_change_permission(request, row):  # type: ignore[attr-defined]
            raise PermissionDenied
        if name not in {each for each, _title in self.list_checks(row)}:
            raise Http404
        getattr(self, name)(request, row)

    def render_change_form(self, request: Any, context: Any, *args: Any, **kwargs: Any) -> Any:
        row = context.get("original")
        page: Any = self
        if row is not None and row.pk and page.has_change_permission(request, row):
            context["checks"] = self.list_checks(row)
        return super().render_change_form(request, context, *args, **kwargs)  # type: ignore[misc]


class ModelChecks(Checks):
    """A model's page: "Test connection"."""

    checks = (("test_connection", _("Test connection")),)

    def test_connection(self, request: HttpRequest, profile: LLMProfile) -> None:
        """Sends "ping" to the model and shows what came back."""
        found = connection.test(profile)
        (messages.success if found.ok else messages.error)(request, found.words)


class ServerChecks(Checks):
    """An MCP server's page: "Test connection" and "Discover tools"."""

    checks = (("test_connection", _("Test connection")), ("discover_tools", _("Discover tools")))

    def test_connection(self, request: HttpRequest, server: MCPServer) -> None:
        """Asks the server for its tools and shows their names, or its own error."""
        seen = MCPServer.unscoped.filter(pk=server.pk)
        try:
            found = runtime.run(sessions.list_tools(address_of(server)), SECONDS)
        except (AgentsError, OutboundError, TimeoutError, OSError) as error:
            words = str(error) or gettext("No answer within %(seconds)d seconds.") % {"seconds": SECONDS}
            seen.update(last_error=words[:400])
            messages.error(
                request, gettext("%(name)s said: %(words)s") % {"name": server.name, "words": words}
            )
            return
        seen.update(last_error="", last_seen=timezone.now())
        names = ", ".join(tool.name for tool in found) or "-"
        messages.success(
            request, gettext("%(name)s answers. Its tools: %(names)s") % {"name": server.name, "names": names}
        )

    def discover_tools(self, request: HttpRequest, server: MCPServer) -> None:
        """Starts the job that takes the server's tools and their arguments over."""
        job = jobs.start(tenant(request), "discover_tools", {"server": server.name}, request.user)
        sentence = gettext("Discovering the tools of %(name)s.") % {"name": server.name}
        messages.info(request, format_html("{} {}", sentence, link(page_of(job), gettext("Watch it"))))


class BackendChecks(Checks):
    """A backend's page: "Test connection"."""

    checks = (("test_connection", _("Test connection")),)

    def test_connection(self, request: HttpRequest, backend: Backend) -> None:
        """Asks the backend how it is, and keeps what it said."""
        problem = operational.look_at_health_now(backend)
        about = {"name": backend.name, "words": problem}
        if problem:
            messages.error(request, gettext("%(name)s said: %(words)s") % about)
        else:
            messages.success(request, gettext("%(name)s answers.") % about)
