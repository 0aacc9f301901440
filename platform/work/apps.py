from django.apps import AppConfig


class WorkConfig(AppConfig):
    """Long jobs with progress, in this process or on Celery; upper rooms register kinds of work."""

    name = "work"
    verbose_name = "Work"

    def ready(self) -> None:
        import work.publishing  # noqa: F401
