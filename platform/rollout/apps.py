from django.apps import AppConfig


class RolloutConfig(AppConfig):
    """Who gets what: flags with overrides, a kill switch and a sticky percentage."""

    name = "rollout"
    verbose_name = "Rollout"
