from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RoutingConfig(AppConfig):
    """What decides and conducts: tiers, graph, modes, turns, doors."""

    name = "routing"
    verbose_name = _("Routing")

    def ready(self) -> None:
        # The import registers this room's part of a release.
        import routing.sections  # noqa: F401
