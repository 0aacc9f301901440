from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TenancyConfig(AppConfig):
    """Who is who: tenants, people's roles, API keys, session tokens."""

    name = "tenancy"
    verbose_name = _("Tenancy")
