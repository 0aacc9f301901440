"""What a profile of plans can be asked for, as examples: one of each goal, in each language it is said in.

>>> offers(section)[0]
{'pt': 'qual o preço da Nordea?', 'es': '¿cuánto cuesta Santander?', 'en': "what's the price of Apple?"}
"""

from functools import lru_cache

from language.detect import language
from routing.planning.specs import DomainSpec, GoalSpec, PlanningSection


def offers(section: PlanningSection) -> list[dict[str, str]]:
    """Examples by language. A goal that only follows on others (a notification) is none to begin with."""
    found = [_by_language(goal) for domain in section.domains.values() for goal in _begins(domain)]
    return [each for each in found if each]


def _begins(domain: DomainSpec) -> list[GoalSpec]:
    return [
        goal
        for goal in domain.goals.values()
        if any(not _follows(domain, name) for name in goal.capabilities)
    ]


def _follows(domain: DomainSpec, capability: str) -> bool:
    composition = domain.capabilities[capability].metadata.get("composition")
    return isinstance(composition, dict) and bool(composition.get("role"))


def _by_language(goal: GoalSpec) -> dict[str, str]:
    said: dict[str, str] = {}
    for example in goal.hints.examples:
        said.setdefault(_detect_language(example), example)
    return said


@lru_cache(maxsize=4096)
def _detect_language(example: str) -> str:
    return language(example, None)
