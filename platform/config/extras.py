"""What an installation adds to Django's own lists, from the environment (docs/extending.md)."""

from collections.abc import Sequence
from importlib.util import find_spec

from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string


def check_apps(names: Sequence[str]) -> list[str]:
    """The apps as they are; nothing of Django starts without one, so a missing one is told before.

    :raises ImproperlyConfigured: a package is not installed here.
    """
    for name in names:
        if find_spec(name.partition(".")[0]) is None:
            raise ImproperlyConfigured(
                f"EXTRA_APPS names '{name}', and no such package is installed here. Install it, or take the "
                "name out."
            )
    return list(names)


def why_not(path: str) -> str:
    """Why a class cannot be had by its dotted path; empty when it can."""
    try:
        found = import_string(path)
    except Exception as error:  # whatever a stranger's module does when it is imported
        return f"{type(error).__name__}: {error}"[:300]
    return "" if callable(found) else f"{type(found).__name__}"
