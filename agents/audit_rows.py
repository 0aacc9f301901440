"""Authored rows in the audit log.

Every model that keeps versions, with what says who somebody is masked as in answers.
"""

from collections.abc import Iterable
from typing import Any

from agents.authored_row import Authored
from audit import values, watching

MACHINES = ("last_error", "last_seen", "looked_at")  # what they write is nobody's change


def watch_authored(models: Iterable[type[Any]], texts_of_users: Iterable[str] = ()) -> None:
    """Logs changes of an app's authored models.

    `texts_of_users` are models whose texts are an end user's: those go when the user is forgotten, so the log
    says only that they changed.
    """
    for model in models:
        if issubclass(model, Authored):
            theirs = model._meta.label in texts_of_users
            watching.watch(model._meta.label, but=MACHINES, hidden=("text",) if theirs else ())


def watch_sign_ins() -> None:
    """Logs who signs in and out at servers of tools; renewing is a machine's work."""
    renewed = ("access_token", "refresh_token", "expires_at", "renew_at", "renewing_until", "version")
    watching.watch("agents.ServerSignIn", but=(*renewed, "problem", "client_secret", "made_for", "by", "at"))


def watch_documents() -> None:
    """Logs who uploads, changes and removes documents.

    An end user's own are among them, so none is told by its title.
    """
    indexing = (
        "status", "error", "job", "digest", "pages", "passages", "embedder", "retrieval_encoder", "added_in",
        "removed_in",
    )  # fmt: skip
    watching.watch(
        "agents.Document",
        but=(*indexing, "author"),
        people={"owner": "user"},
        hidden=("title", "source"),
    )
    watching.watch("agents.WebSource", but=("job", "author", "read_at", "next_at"))
    watching.watch("agents.CollectionQuestion")


def _mask(text: str) -> str:
    from agents.guardrails.msk import mask  # its data files are read when the first entry needs them

    return mask(text, "")


values.mask_by(_mask)
