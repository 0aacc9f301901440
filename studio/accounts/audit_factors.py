"""Second steps of an account in the log of each company that it works for: added, removed, and by whom."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.db.models import signals

from audit.append import record
from audit.values import Party
from tenancy.standing import memberships


def watch_second_steps() -> None:
    """From now on; what a login notes of its use is no change. Of new recovery codes the old ones are
    removed."""
    signals.post_save.connect(_after_save, Authenticator, dispatch_uid="audit.second_step.added")
    signals.post_delete.connect(_after_delete, Authenticator, dispatch_uid="audit.second_step.removed")


def _after_save(instance: Authenticator, created: bool, **_: Any) -> None:
    if created:
        _tell("add", instance)


def _after_delete(instance: Authenticator, **_: Any) -> None:
    _tell("delete", instance)


def _tell(action: str, step: Authenticator) -> None:
    values = {"person": Party("person", step.user.get_username()), "second_step": step.type}
    about = {"before": values} if action == "delete" else {"after": values}
    for company in sorted(memberships(step.user)):
        record(company, action, Authenticator._meta.label, step.pk or "", **about)
