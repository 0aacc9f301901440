"""What every authored row of this room has: several languages' texts, and the history of its edits."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tenancy.keys import Program
from tenancy.tenant_rows import TenantModel

NAME_HELP = _("Small letters, digits and underscores, for example hours_agent.")


def texts(verbose: Any, help_text: Any = "") -> Any:
    """A text in several languages: {"pt": ..., "es": ..., "en": ...}."""
    return models.JSONField(verbose, default=dict, blank=True, help_text=help_text)


class History(HistoricalRecords):  # type: ignore[misc]
    """The versions of a row.

    One that a program made with its key names that, for there is no person to name.
    """

    def get_change_reason_for_object(self, instance: Any, history_type: str, using: Any) -> str | None:
        given = super().get_change_reason_for_object(instance, history_type, using)
        return given or program_at_work()


def program_at_work() -> str | None:
    """The program whose request edits rows at this moment; None where a person or a command does."""
    return getattr(getattr(HistoricalRecords.context, "request", None), "program", None)


@contextmanager
def edit_as(author: Any) -> Iterator[None]:
    """Whoever is named here, a person or a program, made the edits inside, as whoever sends a form of the
    Studio does; None: a command, whose edits nobody is named for.
    """
    if author is None:
        yield
        return
    context: Any = HistoricalRecords.context
    before = getattr(context, "request", None)
    is_program = isinstance(author, Program)
    context.request = SimpleNamespace(
        user=None if is_program else author, program=str(author) if is_program else None
    )
    try:
        yield
    finally:
        if before is None:
            del context.request
        else:
            context.request = before


class Authored(TenantModel):
    """An authored row: acts when it is published, keeps the history of its edits."""

    history = History(
        inherit=True,
        excluded_fields=[
            "api_key", "secret", "extra_headers", "oauth_client_secret", "last_error", "last_seen",
            "looked_at", "assumed",
        ],
    )  # fmt: skip  # secrets and what machines write stay out, in every model that has such a field

    class Meta(TenantModel.Meta):
        abstract = True

    def __str__(self) -> str:
        return str(getattr(self, self.named_by[0]))
