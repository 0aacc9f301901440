from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RoutingConfig(AppConfig):
    """What decides and conducts: tiers, graph, modes, turns, doors."""

    name = "routing"
    verbose_name = _("Routing")

    def ready(self) -> None:
        # The import registers this room's part of a release.
        import routing.sections  # noqa: F401
        from work import branches, kinds

        branches.register(branches.BranchKind("specialist", _work))
        kinds.register(kinds.Kind("evaluate_routing", _evaluate, _("Test a file of messages")))


async def _work(given: Any) -> Any:
    """A specialist's branch; what it needs is loaded when the first one is to be done."""
    from routing.turns.branch import run

    return await run(given)


def _evaluate(context: Any) -> Any:
    """The evaluation of a file of messages, loaded when the first one is to be done."""
    from routing.evaluation.job import run

    return run(context)
