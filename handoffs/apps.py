from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class HandoffsConfig(AppConfig):
    """How control passes: the rows of agent_handoffs, the loop guard."""

    name = "handoffs"
    verbose_name = _("Handoffs")

    def ready(self) -> None:
        from conversations import deleting
        from handoffs import record

        deleting.also(record.erase)
