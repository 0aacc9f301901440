from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EgressConfig(AppConfig):
    """Where a company's data may go: which rows hold addresses, what of them waits for a second person."""

    name = "egress"
    verbose_name = _("Addresses")

    def ready(self) -> None:
        from audit.watching import watch

        watch("egress.AddressChange", but=("values",))  # what it says stands in the address and the row
