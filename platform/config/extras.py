"""What an installation adds to Django's own lists, from the environment (docs/extending.md).

A wrong value ends in a sentence that names the variable, the path, what was expected and what to do: where
Django is set up for an app, as a check of the installation for the others.
"""

import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.apps import AppConfig, apps
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.utils.module_loading import import_string

NOT_STARTED = 3  # uvicorn's exit code of a process that could not start: its keeper starts no other
NO_APP = (
    "EXTRA_APPS names '{name}', which cannot be had: {why}. Expected is the dotted path of an app's package "
    "or of its AppConfig: install the package, mend the path or take it out."
)
Result = TypeVar("Result")


def set_up(start: Callable[[], Result]) -> Result:
    """What `start` gives, which sets Django up.

    Ends the process with a sentence where one of EXTRA_APPS keeps that from happening.

    >>> set_up(django.setup)
    """
    try:
        return start()
    except Exception:
        why = "" if apps.apps_ready else find_wrong_app(settings.EXTRA_APPS)
        if not why:
            raise
        sys.stderr.write(f"{why}\n")
        sys.exit(NOT_STARTED)


def find_wrong_app(names: Sequence[str]) -> str:
    """The sentence about the first of these that is no app; empty when all are."""
    for name in names:
        try:
            AppConfig.create(name)
        except Exception as error:  # whatever a stranger's module does when it is imported
            return NO_APP.format(name=name, why=_describe(error))
    return ""


def why_no_middleware(path: str) -> str:
    """Why a dotted path names no middleware; empty when it does."""
    try:
        made = import_string(path)(_answer)
    except MiddlewareNotUsed:
        return ""
    except Exception as error:
        return _describe(error)
    return "" if callable(made) else f"it gives {type(made).__name__}, which cannot be called"


def why_no_backend(path: str) -> str:
    """Why a dotted path names no authentication backend; empty when it does."""
    try:
        made = import_string(path)()
    except Exception as error:
        return _describe(error)
    missing = [name for name in ("authenticate", "get_user") if not callable(getattr(made, name, None))]
    return f"it has no {' and no '.join(missing)}" if missing else ""


async def _answer(request: Any) -> Any:
    """Stands for what a middleware would hand a request on to."""
    return None


def _describe(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:300].rstrip(".")
