"""The chat page at `/`: for visitors of the demo, else for people who are logged in."""

from collections.abc import Iterable
from functools import cache
from typing import Any, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views import View

from analytics import access
from routing.api.adapters.catalogue import ADAPTERS
from routing.decision.mode_names import Modes
from studio.model_hint import is_connected
from tenancy import tokens
from tenancy.authenticate import DEMO_SCOPES
from tenancy.current import tenant_of
from tenancy.errors import NoCompany
from tenancy.roles import ROLES
from tenancy.standing import role_in

SECONDS = 4 * 3600  # a page that stays open for longer asks to be loaded again
SCOPES = frozenset({"chat", "chat:multi_agent", "context:trusted", "sessions", "debug"})


@cache
def modules() -> tuple[str, ...]:
    """The script's other files, for the page to ask for before the script has named them."""
    folder = settings.BASE_DIR / "static" / "chat"
    return tuple(
        sorted(
            str(file.relative_to(folder)) for file in folder.rglob("*.js") if file.stem != "switchboard-chat"
        )
    )


class ChatPage(View):
    """Renders the page with what its script needs; the script speaks to the doors, never with a cookie."""

    def get(self, request: HttpRequest) -> HttpResponse:
        if settings.DEMO:
            # In the demo the Studio asks for the login that `make run` has printed.
            links = {"studio": reverse("admin:index"), "analytics": reverse("analytics")}
            shown = self._page("demo", settings.DEMO_TENANTS[0], None, DEMO_SCOPES, links)
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
        owner, links = f"{tenant.pk}:{request.user.pk}", self._links(request, role)
        return self._page(owner, tenant.pk, token, scopes, links)

    @staticmethod
    def _links(request: HttpRequest, role: str) -> dict[str, str]:
        """The other pages that this person may open, and where they log in again."""
        may = {"studio": reverse("admin:index")} if request.user.is_staff else {}
        if role in access.ROLES:
            may["analytics"] = reverse("analytics")
        if request.user.is_staff and ROLES[role].allows("releases.publish_release"):
            may["publish"] = reverse("admin:publish")
        return {**may, "login": f"{settings.LOGIN_URL}?next={request.path}"}

    @staticmethod
    def _page(
        owner: str, company: str, token: str | None, scopes: frozenset[str], links: dict[str, str]
    ) -> dict[str, Any]:
        """What the script needs. Who may see the decisions is told when no model is behind the answers."""
        untold = "debug" not in scopes or is_connected(company)
        return {
            "allowed": True,
            "chat": f"{settings.STATIC_URL}chat/",
            "modules": modules(),
            "settings": {
                "owner": owner,
                "token": token,
                "scopes": sorted(scopes),
                "links": links,
                "note": ""
                if untold
                else _(
                    "No model is connected: answers come from templates and tools' results, and no prompt "
                    "is read. Connect one in the Studio under Models."
                ),
                "modes": Modes.values,
                "channels": list(ADAPTERS),
                "customers": [
                    {"name": one.name, "user_id": one.user_id, "context": dict(one.context)}
                    for one in cast(Iterable[Any], settings.CHAT_CUSTOMERS)
                ],
            },
        }
