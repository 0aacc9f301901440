from django.apps import AppConfig


class StudioConfig(AppConfig):
    """What business users, operators and analysts open."""

    name = "studio"
    verbose_name = "Studio"
