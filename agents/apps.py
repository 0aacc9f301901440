from django.apps import AppConfig


class AgentsConfig(AppConfig):
    """What does the work: specialists, models, tools, guardrails, judges."""

    name = "agents"
    verbose_name = "Agents"

    def ready(self) -> None:
        # Each import registers one thing: a section, a loader, a kind of work.
        import agents.operational
        import agents.sections
        import agents.tools.discover  # noqa: F401
