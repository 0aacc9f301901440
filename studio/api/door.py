"""The base of the endpoints by which programs author.

A key with a scope, and work as the Studio's pages do it.
"""

from collections.abc import Callable
from typing import Any

from asgiref.sync import sync_to_async
from django.http import HttpRequest

from audit.actors import Actor, acting
from routing.api.body import read_query_once
from routing.api.door import VisitDoor
from routing.api.serializers import TenantQuery
from tenancy import rates
from tenancy.keys import Program


class ProgramDoor(VisitDoor):
    """An endpoint for programs: its handlers are functions of a `Program`; `scope` is what its key needs.

    The work is done on the request's own thread, as a page's is: reading files and compiling a draft take
    seconds, and the visits of turns wait for none of that.
    """

    async def ask(self, request: HttpRequest, call: Callable[[Any], Any]) -> Any:
        named = self.read_checked(TenantQuery, self.sent or read_query_once(request))
        program = await self.see(request, Program.of, self.scope, named=named)
        with acting(Actor("key", program.name, rates.read_client_address(request))):
            return await sync_to_async(call)(program)
