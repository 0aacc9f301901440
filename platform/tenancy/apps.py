from django.apps import AppConfig
from django.db.backends.signals import connection_created
from django.utils.translation import gettext_lazy as _


class TenancyConfig(AppConfig):
    """Who is who: tenants, people's roles, API keys, session tokens."""

    name = "tenancy"
    verbose_name = _("Tenancy")

    def ready(self) -> None:
        from tenancy import postgresql

        connection_created.connect(postgresql.keep_watch)
