from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WorkConfig(AppConfig):
    """Long jobs and branches of turns, in this process or on Celery; upper rooms register kinds of work."""

    name = "work"
    verbose_name = _("Work")

    def ready(self) -> None:
        import work.publishing  # noqa: F401
        from conversations import deleting, wakes
        from work import branch_rows, branch_waiting

        deleting.also(branch_rows.erase)
        wakes.on("branch", branch_waiting.notify_ended)
        wakes.on("branch_step", branch_waiting.relay)
