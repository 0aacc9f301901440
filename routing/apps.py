from django.apps import AppConfig


class RoutingConfig(AppConfig):
    """What decides and conducts: tiers, graph, modes, turns, doors."""

    name = "routing"
    verbose_name = "Routing"

    def ready(self) -> None:
        # The import registers this room's part of a release.
        import routing.sections  # noqa: F401
