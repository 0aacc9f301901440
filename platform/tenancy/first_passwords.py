"""Passwords that somebody else knows: whoever logs in with one must choose another before anything else.

mark_given(account)            # its owner is asked for another one at the next login
begin(request)                 # after a login: this browser may do nothing else until then
note_chosen(account, request)  # it may again
"""

from typing import Any

from django.http import HttpRequest

# Models are imported where they are used: the middleware that asks here is imported before apps are ready.
STANDS = "first_password"  # in the session of a browser


def mark_given(person: Any) -> None:
    """Somebody else set this account's password."""
    from tenancy.models import Account

    Account.objects.update_or_create(user_id=person.pk, defaults={"first_password": True})


def begin(request: HttpRequest) -> None:
    """Remembers it in the session of somebody who has just logged in."""
    from tenancy.models import Account

    if Account.objects.filter(user_id=request.user.pk or 0, first_password=True).exists():
        request.session[STANDS] = True


def note_chosen(person: Any, request: HttpRequest | None = None) -> None:
    """The owner has chosen a password."""
    from tenancy.models import Account

    Account.objects.filter(user_id=person.pk).update(first_password=False)
    if request is not None:
        request.session.pop(STANDS, None)


def stands(request: HttpRequest) -> bool:
    """Whether this browser has to choose a password first."""
    return bool(request.session.get(STANDS))
