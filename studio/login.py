"""The login form: passwords cannot be guessed by trying, on one process or on many."""

import math
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import ngettext
from unfold.forms import AuthenticationForm

from routing.api import rates
from tenancy.rates import Rate, Wish, hidden

THROTTLED = "throttled"


class LoginForm(AuthenticationForm):  # type: ignore[misc]
    """Refuses without looking at the password when an address or an account has failed too often.

    An attempt is counted before its password is looked at, so that of many at once no more get through, and
    given back when it was right. Failures stay counted for the account from one address (somebody elsewhere
    cannot lock its owner out), for the address, and, more generously, for the account from everywhere.
    """

    wait = 0  # seconds, when it was refused for that

    def clean(self) -> dict[str, Any]:
        request: HttpRequest = self.request
        wishes = _failures(request, str(self.cleaned_data.get("username") or ""))
        wait = rates.take_now(wishes)
        if wait:
            self.wait = math.ceil(wait)
            minutes = math.ceil(wait / 60)
            raise ValidationError(
                ngettext(
                    "Too many attempts. Try again in %(minutes)d minute.",
                    "Too many attempts. Try again in %(minutes)d minutes.",
                    minutes,
                )
                % {"minutes": minutes},
                THROTTLED,
            )
        found = dict(super().clean())
        rates.give_back_now(wishes)
        return found


def _failures(request: HttpRequest, username: str) -> list[Wish]:
    where, who = rates.address(request), hidden(username.casefold())
    once = Rate.read(settings.RATE_LOGIN)
    return [
        (f"login:{where}:{who}", once),
        (f"login-address:{where}", Rate(once.count * 5, once.seconds)),
        (f"login-account:{who}", Rate(once.count * 10, once.seconds)),
    ]
