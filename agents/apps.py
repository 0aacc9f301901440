from django.apps import AppConfig


class AgentsConfig(AppConfig):
    """What does the work: specialists, models, tools, guardrails, judges."""

    name = "agents"
    verbose_name = "Agents"
