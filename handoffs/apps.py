from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class HandoffsConfig(AppConfig):
    """How control passes: the rows of agent_handoffs, the loop guard."""

    name = "handoffs"
    verbose_name = _("Handoffs")

    def ready(self) -> None:
        from conversations import deleting
        from handoffs import record
        from privacy import retention, rules

        deleting.also(record.erase)
        retention.also_of_turns(record.erase_of_turns)
        rules.part("handoffs.AgentHandoff", "conversation")
