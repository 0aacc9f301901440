from django.apps import AppConfig


class WorkConfig(AppConfig):
    """Jobs that outlast a request, in process or on Celery."""

    name = "work"
    verbose_name = "Work"
