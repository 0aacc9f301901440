from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RoutingConfig(AppConfig):
    """What decides and conducts: tiers, graph, modes, turns, doors."""

    name = "routing"
    verbose_name = _("Routing")

    def ready(self) -> None:
        # Each import registers one thing: parts of a release, addresses that act at once, how a bot is spoken
        # to.
        import routing.api.adapters.bot_api
        import routing.decision.authored.sections
        import routing.gateway.operational
        import routing.gateway.sections
        import routing.installation_checks
        import routing.personal
        import routing.planning.manifests.section
        import routing.planning.manifests.sync  # noqa: F401
        from agents.audit_rows import watch_authored
        from agents.knowledge import removing
        from conversations import deleting
        from privacy import retention
        from routing import personal
        from routing.answer_cache import keeping
        from routing.decision.authored import cases
        from routing.turns import mode
        from work import branch_kinds, kinds

        mode.provide(_modes)
        watch_authored(self.get_models(), texts_of_users=("routing.RoutingCase",))

        deleting.also(cases.erase)
        deleting.also(personal.erase)
        deleting.also(keeping.erase)
        retention.also_of_turns(keeping.erase_turns)
        removing.also(keeping.throw_all_away)
        branch_kinds.register(branch_kinds.BranchKind("specialist", _work))
        branch_kinds.register(branch_kinds.BranchKind("plan_step", _do_a_step))
        evaluation = kinds.JobKind(
            "evaluate_routing", _evaluate, _("Test a file of messages"), private=("lines", "worst")
        )
        kinds.register(evaluation)
        kinds.register(kinds.JobKind("learn_draft", _learn_draft, _("Learn what a draft needs to be tried")))
        kinds.register(
            kinds.JobKind("check_cases", _check_cases, _("Test the messages that must be routed right"))
        )


def _modes() -> Any:
    """The modes, loaded when the first turn asks for one."""
    from routing.modes.tables import MODES

    return MODES


async def _work(given: Any) -> Any:
    """A specialist's branch; what it needs is loaded when the first one is to be done."""
    from routing.modes.supervisor.branch import run

    return await run(given)


async def _do_a_step(given: Any) -> Any:
    """A step of a long plan; what it needs is loaded when the first one is to be done."""
    from routing.modes.planner.worker import run

    return await run(given)


def _evaluate(context: Any) -> Any:
    """The evaluation of a file of messages, loaded when the first one is to be done."""
    from routing.decision.evaluation.job import run

    return run(context)


def _learn_draft(context: Any) -> Any:
    """What a draft's examples teach, learnt when somebody tries it."""
    from routing.decision.evaluation.draft_profile import run

    return run(context)


def _check_cases(context: Any) -> Any:
    """What a draft would change about the cases, loaded when it is first asked for."""
    from routing.decision.evaluation.cases import run

    return run(context)
