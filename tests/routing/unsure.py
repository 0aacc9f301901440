"""A message of the demo that its examples leave between two intents, whatever they have taught by now."""

from functools import cache

from routing.decision.evaluation.answers import decide_all
from routing.decision.evaluation.job import load
from routing.decision.evaluation.lines import LabelledMessage
from tenancy.models import Tenant

CANDIDATES = {
    "telecom_contas": (
        "me mandaram a coisa errada e cobraram a mais",
        "Tenho uma dúvida sobre um assunto qualquer",
        "não recebi o que comprei",
        "until what day may I pay without interest",
        "deu problema com o que comprei",
    ),
}


@cache
def between(profile: str) -> tuple[str, tuple[str, str]]:
    """The message and the names of its two intents, the likelier first."""
    published = load(Tenant.objects.get(pk="tenant_a"), profile, "live")
    lines = [LabelledMessage(number, text, ("",)) for number, text in enumerate(CANDIDATES[profile], 1)]
    found = next(each for each in decide_all(lines, published) if len(each.asked) == 2)
    return found.line.text, (found.asked[0], found.asked[1])
