from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StudioConfig(AppConfig):
    """What business users, operators and analysts open."""

    name = "studio"
    verbose_name = _("Studio")

    def ready(self) -> None:
        from studio.accounts.audit_factors import watch_second_steps

        watch_second_steps()
