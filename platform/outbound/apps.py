from django.apps import AppConfig


class OutboundConfig(AppConfig):
    """Everything that leaves the process: one policy, one loop, one way to keep secrets."""

    name = "outbound"
    verbose_name = "Outbound"
