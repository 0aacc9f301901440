from django.apps import AppConfig


class AnalyticsConfig(AppConfig):
    """What the record says: queries, dashboard."""

    name = "analytics"
    verbose_name = "Analytics"
