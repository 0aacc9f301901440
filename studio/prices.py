"""Models of the live release whose turns count no money, for whoever sets a budget in money."""

from django.utils.translation import ngettext

from agents.llm.pricing import list_unpriced
from agents.operational import load
from agents.specs import AgentsSection
from budgets.snapshot import BudgetsSnapshot
from releases import freshness
from tenancy.models import Tenant


def explain_unpriced(company: Tenant, budgets: BudgetsSnapshot) -> str:
    """A sentence that names them; empty where none is, or no limit is in money."""
    in_money = any(each.day is not None or each.month is not None for each in budgets.limits)
    if not in_money or company.live_release is None:
        return ""
    section: AgentsSection = freshness.release(company.pk, company.live_release)["agents"]
    models = list_unpriced(section.llms.values(), load(company.pk).llms, budgets)
    if not models:
        return ""
    sentence = ngettext(
        "Nobody knows what the model %(models)s costs: its turns count no money. Write its price.",
        "Nobody knows what the models %(models)s cost: their turns count no money. Write their prices.",
        len(models),
    )
    return sentence % {"models": ", ".join(models)}
