"""The admin site of the Studio: unfold's, with our content policy, home, pages and the publish bar.

The bar on every page of the Studio: how much of the draft has not been published.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, cast

from csp.constants import UNSAFE_EVAL, UNSAFE_INLINE
from csp.decorators import csp_update
from django.contrib.auth.views import PasswordChangeView
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.template.response import TemplateResponse
from django.templatetags.static import static
from django.urls import URLPattern, path, reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.sites import UnfoldAdminSite

from releases import draft
from studio.access import is_allowed, tenant
from studio.login import OwnPasswordForm, PasswordLogin, describe_sso
from tenancy import ending, first_passwords
from tenancy.current import tenants_of
from tenancy.errors import NoCompany
from tenancy.models import Tenant


@dataclass(frozen=True, slots=True)
class Bar:
    """What the bar says. `count` is None when the person has no company to look at."""

    tenant: Tenant | None = None
    count: int | None = None
    publisher: bool = False
    companies: tuple[Tenant, ...] = ()  # to choose among, when there are several


def describe_bar(request: HttpRequest) -> Bar:
    """The bar of a request; an empty one where the person sees no drafts."""
    user = request.user
    if not (user.is_authenticated and user.is_staff):
        return Bar()
    try:
        company = tenant(request)
    except NoCompany:
        return Bar()
    if not is_allowed(request, "routing.view_intent"):
        return Bar(company, companies=_several(user))
    publisher = is_allowed(request, "releases.publish_release")
    return Bar(company, draft.of(company).count, publisher, _several(user))


def _several(user: object) -> tuple[Tenant, ...]:
    companies = tuple(tenants_of(user))
    return companies if len(companies) > 1 else ()


# unfold's Alpine builds functions out of attributes and its widgets style themselves inline.
relaxed = csp_update({"script-src": [UNSAFE_EVAL], "style-src": [UNSAFE_INLINE]})


Page = tuple[Callable[..., Any], str]


class StudioSite(UnfoldAdminSite):  # type: ignore[misc]
    """`/admin/`: what business users, operators and analysts open."""

    index_title = _("Home")
    index_template = "studio/home.html"
    enable_nav_sidebar = True
    pages: Mapping[str, Page] = {}  # route -> view and name; `studio.admin` says which
    home: Callable[[HttpRequest], dict[str, Any]] = staticmethod(lambda request: {})

    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Callable[..., Any]:
        guarded = super().admin_view(view, cacheable)

        @wraps(view)
        def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            refuse_nul(request.GET)
            try:
                return guarded(request, *args, **kwargs)
            except NoCompany:
                return self.show(request, "studio/no_company.html", _("No company yet"), {}, status=403)

        return cast(Callable[..., Any], relaxed(shown))

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Django's own logs in whoever has the password; what follows it here may ask for more."""
        if request.method == "GET" and self.has_permission(request):
            return HttpResponseRedirect(reverse("admin:index"))
        context = {
            **self.each_context(request),
            "title": gettext("Log in"),
            "app_path": request.get_full_path(),
            "username": request.user.get_username(),
            "sso": describe_sso(request),
            **(extra_context or {}),
        }
        request.current_app = self.name  # type: ignore[attr-defined]
        response = cast(HttpResponse, relaxed(PasswordLogin.as_view(extra_context=context))(request))
        if wait := getattr(_form(response), "wait", 0):
            response.status_code, response.headers["Retry-After"] = 429, str(wait)
        return response

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Also ends what pages of this person hold.

        A chat that stays open elsewhere asks for a new token unseen.
        """
        if request.method == "POST" and request.user.is_authenticated:
            ending.of_pages(request.user)
        return cast(HttpResponse, super().logout(request, extra_context))

    def password_change(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Django's own. A password that somebody else knows must be changed before anything else."""
        context = {**self.each_context(request), **(extra_context or {})}
        must = first_passwords.stands(request)
        if must:
            context["title"] = gettext("Choose a password that only you know")
        done = reverse(f"{self.name}:index" if must else f"{self.name}:password_change_done")
        view = PasswordChangeView.as_view(form_class=OwnPasswordForm, success_url=done, extra_context=context)
        response = cast(HttpResponse, view(request))
        if request.method == "POST" and response.status_code == 302:
            first_passwords.note_chosen(request.user, request)
        return response

    def has_permission(self, request: HttpRequest) -> bool:
        """Whoever belongs to a company may open the Studio; what they see depends on their role."""
        return request.user.is_active and request.user.is_staff

    def each_context(self, request: HttpRequest) -> dict[str, Any]:

        context: dict[str, Any] = super().each_context(request)
        icon = {"rel": "icon", "type": "image/svg+xml", "href": static("studio/icon.svg")}
        context["site_favicons"] = [icon]
        context["bar"] = SimpleLazyObject(lambda: describe_bar(request))
        return context

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> Any:
        """Made when something reads it: our sidebar is another list, and this took a tenth of a page."""
        return SimpleLazyObject(lambda: super(StudioSite, self).get_app_list(request, app_label))

    def show(
        self, request: HttpRequest, template: str, title: Any, context: Mapping[str, Any], **options: Any
    ) -> TemplateResponse:
        """A page of ours within the shell."""
        shown = {**self.each_context(request), "title": title, **context}
        return TemplateResponse(request, template, shown, **options)

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        return super().index(request, {**self.home(request), **(extra_context or {})})

    def search(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        from studio.searching import page

        return page(request)

    def extra_urls(self) -> list[URLPattern]:
        return [
            path(route, self.admin_view(reads_itself(view)), name=name)
            for route, (view, name) in self.pages.items()
        ]


def refuse_nul(given: QueryDict) -> None:
    """Raises BadRequest at the character NUL: PostgreSQL cannot even be asked for a text with it.

    A form refuses it at its field (`studio/forms.py`); what is read without a form is not reached.
    """
    if any("\x00" in text for name, values in given.lists() for text in (name, *values)):
        raise BadRequest("NUL")


def reads_itself(view: Callable[..., Any]) -> Callable[..., Any]:
    """A page that reads what was posted without a form."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        refuse_nul(request.POST)
        return view(request, *args, **kwargs)

    return shown


def _form(response: HttpResponse) -> Any:
    return (getattr(response, "context_data", None) or {}).get("form")


site = StudioSite(name="admin")
