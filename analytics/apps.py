from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AnalyticsConfig(AppConfig):
    """What the record says: queries, dashboard."""

    name = "analytics"
    verbose_name = _("Analytics")
