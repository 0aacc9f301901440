"""Signing in at a tool server that wants OAuth: from its page to its authorization server, and back here.

The way there is a link on a page of ours, which shows whose page it is: our content policy lets no form lead
to another host.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from pydantic import ValidationError

from agents.errors import ServerFailed
from agents.models import MCPServer
from egress.changing import PERMISSION
from outbound import runtime
from outbound.errors import OutboundError
from outbound.secrets import decrypt, encrypt
from studio.access import is_allowed, require, tenant
from studio.links import list_of, page_of
from studio.site import site

if TYPE_CHECKING:
    from agents.tools.oauth.sign_in import Answer

KEPT = "server_sign_in"  # in the session of whoever is away to sign in
SECONDS = 30.0


class SignIns:
    """Mixin of a tool server's page: its sign-in, and the buttons that begin and end one."""

    buttons: ClassVar[Mapping[str, str]] = {"signin": "sign_in", "signout": "sign_out"}

    def sign_in(self, request: HttpRequest, server: MCPServer) -> HttpResponse | None:
        """Shows where the person signs in; a client of its own is signed in at once."""
        require(request, PERMISSION)
        from agents.tools.oauth import sign_in  # the SDK takes a second

        if not server.oauth or not server.url:
            messages.error(request, _("This server wants no sign-in: choose one under OAuth, and save."))
            return None
        try:
            if server.oauth == MCPServer.Grants.CLIENT:
                _keep(request, server, runtime.run(sign_in.connect(server), SECONDS))
                return None
            attempt = runtime.run(sign_in.begin(server, _own_address(request)), SECONDS)
        except (ServerFailed, OutboundError) as error:
            messages.error(request, str(error))
            return None
        request.session[KEPT] = encrypt(attempt.model_dump_json())
        title = _("Sign in at %s") % server.name
        context = {"server": server, "attempt": attempt}
        return site.show(request, "studio/server_sign_in.html", title, context)

    def sign_out(self, request: HttpRequest, server: MCPServer) -> None:
        """Forgets the tokens, and asks the authorization server to."""
        require(request, PERMISSION)
        from agents.tools.oauth import sign_in

        row = server.signed_in
        if row is None:
            messages.info(request, _("Nobody is signed in at %s.") % server.name)
            return
        secret = str(server.oauth_client_secret or row.client_secret)
        with transaction.atomic():
            sign_in.forget(row)
        try:
            revoked = runtime.run(sign_in.revoke_tokens(row, secret), SECONDS)
        except OutboundError:
            revoked = False
        if revoked:
            messages.success(request, _("Signed out of %s: its tokens are revoked.") % server.name)
        else:
            words = _("Signed out of %(server)s here. %(issuer)s did not say that it revoked the tokens.")
            messages.warning(request, words % {"server": server.name, "issuer": row.issuer})

    def render_change_form(self, request: Any, context: Any, *args: Any, **kwargs: Any) -> Any:
        server = context.get("original")
        if server is not None and server.oauth:
            context["may_sign_in"] = is_allowed(request, PERMISSION)
        return super().render_change_form(request, context, *args, **kwargs)  # type: ignore[misc]


def back(request: HttpRequest) -> HttpResponse:
    """`/admin/sign-in/`: where authorization servers send people back to. An attempt is used once."""
    require(request, PERMISSION)
    from agents.tools.oauth import sign_in

    kept = request.session.pop(KEPT, None)
    request.session.save()  # before anything is asked: a second request finds nothing
    try:
        attempt = sign_in.SignInAttempt.model_validate_json(decrypt(kept or ""))
    except (ValidationError, OutboundError):
        messages.error(request, _("No sign-in was under way here. Begin on the server's page."))
        return HttpResponseRedirect(list_of(MCPServer))
    server = MCPServer.objects.of(tenant(request)).filter(pk=attempt.server).first()
    if server is None:
        words = _("This sign-in was begun for another company. Choose that one and begin again.")
        messages.error(request, words)
        return HttpResponseRedirect(list_of(MCPServer))
    try:
        answer = runtime.run(sign_in.finish(attempt, request.GET.dict()), SECONDS)
        _keep(request, server, answer)
    except (ServerFailed, OutboundError) as error:
        messages.error(request, str(error))
    return HttpResponseRedirect(page_of(server))


def _keep(request: HttpRequest, server: MCPServer, answer: "Answer") -> None:
    from agents.tools.oauth import sign_in

    with transaction.atomic():
        row = sign_in.keep(server, answer, request.user)
    words = _("Signed in at %(server)s with %(issuer)s. Test the connection now.")
    messages.success(request, words % {"server": server.name, "issuer": row.issuer})


def _own_address(request: HttpRequest) -> str:
    """Where people come back to: on SITE_URL, else on the host of the request (one of ALLOWED_HOSTS)."""
    path = reverse("admin:server_sign_in")
    return settings.SITE_URL + path if settings.SITE_URL else request.build_absolute_uri(path)
