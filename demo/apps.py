from django.apps import AppConfig


class DemoConfig(AppConfig):
    """Two small worlds to try the product with."""

    name = "demo"
    verbose_name = "Demo"
