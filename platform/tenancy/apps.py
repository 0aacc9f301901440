from django.apps import AppConfig


class TenancyConfig(AppConfig):
    """Who is who: tenants, people's roles, API keys, session tokens."""

    name = "tenancy"
    verbose_name = "Tenancy"
