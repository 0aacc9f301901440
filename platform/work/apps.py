from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WorkConfig(AppConfig):
    """Long jobs with progress, in this process or on Celery; upper rooms register kinds of work."""

    name = "work"
    verbose_name = _("Work")

    def ready(self) -> None:
        import work.publishing  # noqa: F401
