from django.apps import AppConfig


class RoutingConfig(AppConfig):
    """What decides and conducts: tiers, graph, modes, turns, doors."""

    name = "routing"
    verbose_name = "Routing"
