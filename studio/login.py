"""The login form: no password is guessed by trying, and nobody is locked out by somebody else's guesses."""

import math
import secrets
import time
from typing import Any, cast

from allauth.account.utils import perform_login
from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import LoginView
from django.core import signing
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext
from unfold.forms import AdminOwnPasswordChangeForm, AuthenticationForm

from tenancy import attempts, rates
from tenancy.admission import demands_sso
from tenancy.rates import Rate, Wish, hide

THROTTLED = "throttled"
BROWSER = "switchboard_browser"  # a cookie: on this browser this account has logged in before
BROWSER_SECONDS = 365 * 86_400
DELAY_SECONDS = 2.0  # that an attempt takes longer where an account fails from everywhere


class LoginForm(AuthenticationForm):  # type: ignore[misc]
    """Refuses without looking at the password when an account has failed too often from this address, or the
    address itself has.

    An attempt is counted before its password is looked at, so that of many at once no more get through, and
    given back when it was right. A browser on which the account has logged in before is counted by itself:
    whoever else sits behind its address does not hold it up. An account that fails from everywhere is slowed
    down, never shut.
    """

    wait = 0  # seconds, when it was refused for that

    def clean(self) -> dict[str, Any]:
        username = str(self.cleaned_data.get("username") or "")
        limits, slow = _limits(self.request, username)
        wait = attempts.take(limits)
        self.wait = math.ceil(wait)
        refuse_many(wait)
        late = attempts.take(slow)
        if late:
            time.sleep(min(late, DELAY_SECONDS))
        found = dict(super().clean())
        attempts.give_back([*limits, *(() if late else slow)])
        return found

    def confirm_login_allowed(self, user: Any) -> None:
        """Called when the password was right."""
        super().confirm_login_allowed(user)
        if demands_sso(user):
            sentence = gettext("Your company does not take passwords. Sign in with %(name)s.")
            raise ValidationError(sentence % {"name": settings.OIDC_NAME}, "sso_only")


class PasswordLogin(LoginView):
    """A name and a password.

    What else the account asks for comes after it (`perform_login`), and only then is anybody logged in.
    """

    authentication_form = LoginForm
    template_name = "admin/login.html"

    def form_valid(self, form: Any) -> HttpResponse:
        return cast(
            HttpResponse,
            perform_login(self.request, form.get_user(), redirect_url=self.get_success_url()),
        )


def refuse_many(wait: float) -> None:
    """Raises a ValidationError that says how long to wait, in minutes.

    `wait` is in seconds, 0 for not at all.
    """
    if not wait:
        return
    minutes = math.ceil(wait / 60)
    sentence = ngettext(
        "Too many attempts. Try again in %(minutes)d minute.",
        "Too many attempts. Try again in %(minutes)d minutes.",
        minutes,
    )
    raise ValidationError(sentence % {"minutes": minutes}, THROTTLED)


def _limits(request: HttpRequest, username: str) -> tuple[list[Wish], list[Wish]]:
    """What refuses an attempt, and what only slows it down."""
    who, once = hide(username.casefold()), Rate.read(settings.RATE_LOGIN)
    if browser := _browser(request, who):
        return [(f"login-browser:{browser}:{who}", once)], []
    where = rates.read_client_address(request)
    everywhere = Rate(once.count * 10, once.seconds)
    return [
        (f"login:{where}:{who}", once),
        (f"login-address:{where}", Rate(once.count * 5, once.seconds)),
    ], [(f"login-account:{who}", everywhere)]


def remember_browser(response: HttpResponse, username: str) -> None:
    """Marks the browser of somebody who has just logged in."""
    marked = signing.dumps([secrets.token_urlsafe(12), hide(username.casefold())], salt=BROWSER)
    response.set_cookie(
        BROWSER, marked, BROWSER_SECONDS, secure=settings.SESSION_COOKIE_SECURE, httponly=True, samesite="Lax"
    )


def _browser(request: HttpRequest, who: str) -> str:
    """The browser's name where this account has logged in on it, else empty."""
    try:
        name, known = signing.loads(request.COOKIES.get(BROWSER, ""), salt=BROWSER, max_age=BROWSER_SECONDS)
    except (signing.BadSignature, ValueError, TypeError):
        return ""
    return str(name) if known == who else ""


def list_reset_limits(request: HttpRequest, email: str) -> list[Wish]:
    """What a wish for a new password counts against.

    Where it comes from, and the mailbox that it would fill.
    """
    once = Rate.read(settings.RATE_LOGIN)
    return [
        (f"reset-address:{rates.read_client_address(request)}", Rate(once.count * 5, once.seconds)),
        (f"reset-mailbox:{hide(email.casefold())}", Rate(min(once.count, 3), once.seconds)),
    ]


class OwnPasswordForm(AdminOwnPasswordChangeForm):  # type: ignore[misc]
    """The old password and another one."""

    def clean_new_password1(self) -> str:
        chosen: str = self.cleaned_data["new_password1"]
        if self.user.check_password(chosen):
            raise ValidationError(gettext("Choose another password than the one before."))
        return chosen


def describe_sso(request: HttpRequest) -> dict[str, str] | None:
    """What the identity provider is called, and where signing in with it begins; None where there is none."""
    if not settings.OIDC_ISSUER:
        return None
    going = request.GET.get(REDIRECT_FIELD_NAME, "")
    address = reverse("single_sign_on") + (f"?{urlencode({REDIRECT_FIELD_NAME: going})}" if going else "")
    return {"name": settings.OIDC_NAME, "address": address}
