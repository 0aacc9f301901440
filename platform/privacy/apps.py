from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PrivacyConfig(AppConfig):
    """What becomes of what is kept of a person: forgotten, exported.

    Every room registers the rules of its models.
    """

    name = "privacy"
    verbose_name = _("Privacy")

    def ready(self) -> None:
        import privacy.rooms_below  # noqa: F401
        from audit.watching import watch
        from work import kinds

        watch("privacy.Erasure", but=("subject", "job", "counts", "finished_at"))
        watch("privacy.Retention", but=("reached", "cleared"))

        kinds.register(kinds.JobKind("forget_person", _forget, _("Forget a person"), private=("user_id",)))


def _forget(context: Any) -> Any:
    """The forgetting of one person, loaded when the first one is to be done."""
    from privacy.forgetting import run

    return run(context)
