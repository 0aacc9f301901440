from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RolloutConfig(AppConfig):
    """Who gets what: flags with overrides, a kill switch and a sticky percentage."""

    name = "rollout"
    verbose_name = _("Rollout")

    def ready(self) -> None:
        from audit.watching import watch

        watch("rollout.Flag")
        watch("rollout.FlagOverride", people={"subject": "user"})
        watch("rollout.KillSwitch")
