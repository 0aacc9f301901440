"""What of a company's rows that are in no release keeps its tools from being called, in sentences.

>>> [problem.where for problem in look_around(tenant)]
["Server 'bookings'", "Tool 'cancel_booking'"]
"""

from collections.abc import Iterable

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from agents.models import MCPServer, MCPTool
from agents.operational import address_of
from egress import changing, places
from releases.errors import Problem
from tenancy.models import Tenant


def look_around(tenant: Tenant) -> Iterable[Problem]:
    """Addresses that wait, servers that cannot be asked, tools that need somebody's word."""
    waiting = {(change.model, change.row) for change in changing.waiting(tenant)}
    for change in changing.waiting(tenant):
        place = places.place_named(change.model)
        kind = capfirst(place.model._meta.verbose_name) if place is not None else ""
        sentence = _("Its address %s waits for a second person (Studio > New addresses).") % change.after
        yield Problem("warning", f"{kind} '{change.name}'", sentence)
    for server in MCPServer.objects.of(tenant).filter(enabled=True).select_related("sign_in"):
        problem = str(address_of(server).problem)
        if problem and (server._meta.label_lower, str(server.pk)) not in waiting:
            told = _("Its tools cannot be called: %s") % problem
            yield Problem("warning", _("Server '%s'") % server.name, told)
    for name in MCPTool.objects.of(tenant).filter(undeclared=True).values_list("name", flat=True):
        sentence = _("It needs your word: say on its page whether it only reads.")
        yield Problem("warning", _("Tool '%s'") % name, sentence)
