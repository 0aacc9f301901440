from django.apps import AppConfig


class HandoffsConfig(AppConfig):
    """How control passes: the rows of agent_handoffs, the loop guard."""

    name = "handoffs"
    verbose_name = "Handoffs"

    def ready(self) -> None:
        from conversations import deleting
        from handoffs import record

        deleting.also(record.erase)
