"""The chat page at `/`: for visitors of the demo, else for people who are logged in."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views import View

from tenancy import tokens
from tenancy.authenticate import DEMO_SCOPES
from tenancy.current import tenant_of
from tenancy.errors import NoCompany
from tenancy.roles import ROLES, role_in

SECONDS = 4 * 3600  # a page that stays open for longer asks to be loaded again
SCOPES = frozenset({"chat", "chat:multi_agent", "context:trusted", "sessions"})


class ChatPage(View):
    """Renders the page with what its script needs; the script speaks to the doors, never with a cookie."""

    def get(self, request: HttpRequest) -> HttpResponse:
        if settings.DEMO:
            shown = self._page(owner="demo", token=None, scopes=DEMO_SCOPES)
        elif not request.user.is_authenticated:
            shown = {
                "reason": _("Sign in to talk to your company's team."),
                "sign_in": f"{settings.LOGIN_URL}?next={request.path}",
            }
        else:
            shown = self._of_staff(request)
        response = render(
            request,
            "chat/index.html",
            shown,
            status=403 if "reason" in shown and "sign_in" not in shown else 200,
        )
        add_never_cache_headers(response)  # it may hold a token
        return response

    def _of_staff(self, request: HttpRequest) -> dict[str, Any]:
        """A short token for the person's company and role; losing the role ends it."""
        try:
            tenant = tenant_of(request)
        except NoCompany as error:
            return {"reason": str(error)}
        person = int(request.user.pk or 0)
        role = role_in(person, tenant.pk)
        if role is None:
            return {"reason": str(NoCompany())}
        scopes = SCOPES & ROLES[role].scopes
        token = tokens.issue(
            tenant.pk,
            request.user.get_username(),
            {},
            scopes,
            (role,),
            SECONDS,
            staff=person,
        )
        return self._page(owner=f"{tenant.pk}:{request.user.pk}", token=token, scopes=scopes)

    @staticmethod
    def _page(owner: str, token: str | None, scopes: frozenset[str]) -> dict[str, Any]:
        return {
            "allowed": True,
            "settings": {
                "owner": owner,
                "token": token,
                "scopes": sorted(scopes),
                "customers": [
                    {"name": one.name, "user_id": one.user_id, "context": dict(one.context)}
                    for one in settings.CHAT_CUSTOMERS
                ],
            },
        }
