from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AgentsConfig(AppConfig):
    """What does the work: specialists, models, tools, guardrails, judges."""

    name = "agents"
    verbose_name = _("Agents")

    def ready(self) -> None:
        # Each import registers one thing: checks, a loader, a section, a kind of work.
        import agents.installed
        import agents.operational
        import agents.sections
        import agents.tools.discover  # noqa: F401
