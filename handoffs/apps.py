from django.apps import AppConfig


class HandoffsConfig(AppConfig):
    """How control passes: the rows of agent_handoffs, the loop guard, questions."""

    name = "handoffs"
    verbose_name = "Handoffs"
