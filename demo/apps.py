from django.apps import AppConfig
from django.conf import settings


class DemoConfig(AppConfig):
    """Two small worlds to try the product with."""

    name = "demo"
    verbose_name = "Demo"

    def ready(self) -> None:
        """Tells the chat page whom one can be; rooms never import the demo."""
        from demo.customers import CUSTOMERS

        if settings.DEMO:
            settings.CHAT_CUSTOMERS = [
                {"name": customer.name, "user_id": customer.user_id, "context": dict(customer.context)}
                for customer in CUSTOMERS
            ]
