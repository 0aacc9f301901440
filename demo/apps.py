import os

from django.apps import AppConfig
from django.conf import settings

BACKENDS = ("CONTAS", "OFERTAS", "SUPORTE", "COBRANCA")


class DemoConfig(AppConfig):
    """Small worlds to try the product with. What they need of the installation they bring along."""

    name = "demo"
    verbose_name = "Demo"

    def ready(self) -> None:
        """Lets rows name the addresses of the demo's servers, and the chat page offer its customers."""
        from demo import customers
        from demo.servers.ports import SERVERS, read_addresses

        own = [each.variable for each in SERVERS] + [f"BACKEND_{name}_URL" for name in BACKENDS]
        settings.ROW_ENVIRONMENT = list(dict.fromkeys([*settings.ROW_ENVIRONMENT, *own]))
        if settings.DEMO:
            settings.CHAT_CUSTOMERS = customers.CUSTOMERS
        if not settings.PRODUCTION:  # in a second terminal the servers are where `make run` has them
            for name, url in read_addresses(settings.VAR_DIR).items():
                os.environ.setdefault(name, url)
