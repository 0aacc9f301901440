from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReleasesConfig(AppConfig):
    """What is live: sections compiled into numbered, immutable releases, and what acts at once beside."""

    name = "releases"
    verbose_name = _("Releases")

    def ready(self) -> None:
        from releases import operational
        from rollout import snapshot

        operational.register("rollout", snapshot.load)
