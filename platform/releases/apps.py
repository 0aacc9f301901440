from django.apps import AppConfig


class ReleasesConfig(AppConfig):
    """What is live: sections compiled into numbered, immutable releases, and what acts at once beside them."""

    name = "releases"
    verbose_name = "Releases"

    def ready(self) -> None:
        from releases import operational
        from rollout import snapshot

        operational.register("rollout", snapshot.load)
