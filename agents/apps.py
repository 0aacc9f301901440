from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class AgentsConfig(AppConfig):
    """What does the work: specialists, models, tools, guardrails, judges."""

    name = "agents"
    verbose_name = _("Agents")

    def ready(self) -> None:
        # Each import registers one thing: checks, a loader, a section, a kind of work.
        import agents.installation_checks
        import agents.judges.catalogue  # so that what packages add is found by its name
        import agents.knowledge.evaluation
        import agents.knowledge.indexing
        import agents.knowledge.tools
        import agents.knowledge.web.sources
        import agents.memory.learning
        import agents.operational
        import agents.personal
        import agents.sections
        import agents.tools.discover  # noqa: F401
        from agents.audit_rows import watch_authored, watch_documents, watch_sign_ins
        from agents.knowledge import fulltext, second_look

        watch_authored(self.get_models())
        watch_documents()
        watch_sign_ins()
        post_migrate.connect(fulltext.create, sender=self, dispatch_uid="agents.knowledge.fulltext")
        post_migrate.connect(
            second_look.begin_everywhere, sender=self, dispatch_uid="agents.knowledge.second_look"
        )
