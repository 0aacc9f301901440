"""What is published, ready to be looked up: goals and capabilities by name, and the words that name them.

>>> catalogue = Catalogue.of(section)
>>> catalogue.goal("finance", "GET_QUOTE").capabilities
('get_stock_price',)
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple

from language.automaton import Automaton
from language.lexicon import begins, first_words, join_languages
from language.lexicon.phrase import plain
from language.normalise import words
from routing.decision.profile_runtime import ProfileRuntime
from routing.planning.specs import (
    BUILT_IN,
    CapabilitySpec,
    DomainSpec,
    GoalSpec,
    Hints,
    PlanningSection,
    texts_of,
)
from routing.planning.understand.typed_values import with_slots

CHAT = "CHAT"
LIST_GOALS = "LIST_CAPABILITIES"
TALK, LIST_ALL = "chat", "list_capabilities"

_LIST_HINTS = Hints(keywords=tuple(sorted(join_languages("ASKS_WHAT_WE_DO"))))

GENERAL = DomainSpec(
    BUILT_IN,
    kind="built_in",
    description="Small talk, and what can be asked for.",
    goals={
        CHAT: GoalSpec(CHAT, BUILT_IN, "Talks about what no other goal is for.", (TALK,)),
        LIST_GOALS: GoalSpec(
            LIST_GOALS, BUILT_IN, "Says what can be asked for.", (LIST_ALL,), hints=_LIST_HINTS
        ),
    },
    capabilities={
        TALK: CapabilitySpec(TALK, BUILT_IN, "Answers in a sentence.", read_only=True),
        LIST_ALL: CapabilitySpec(LIST_ALL, BUILT_IN, "Lists the published goals.", read_only=True),
    },
)


STEM = 4  # letters that two forms of one word share at least
ENDING = 2  # letters in which they may differ
CONDITIONS = first_words(join_languages("CONDITIONS"))
LATER = first_words(join_languages("CONDITIONS") | join_languages("LATER"))


class Vocabulary:
    """Of a release.

    `conditions`: an example has something happen under a condition ("me avise se passar de 40").
    """

    def __init__(self, texts: Iterable[str], examples: Iterable[str]) -> None:
        spoken = list(map(plain, examples))
        self.conditions = any(begins(each[at:], LATER) for each in spoken for at in range(1, len(each)))
        known = {word for text in texts for word in words(text.replace("_", " "))}.union(*spoken)
        self._stems = frozenset(stem for word in known for stem in _stems(word))

    def has(self, word: str) -> bool:
        """Whether some goal has a form of this normalised word."""
        return any(stem in self._stems for stem in _stems(word))


def _stems(word: str) -> list[str]:
    return [word[:length] for length in range(max(STEM, len(word) - ENDING), len(word))] + [word]


Level = Literal["goal", "capability", "domain"]


class HintTarget(NamedTuple):
    """What a hint stands for: a goal, a capability or a whole domain."""

    level: Level
    domain: str
    name: str


@dataclass(frozen=True, eq=False)
class Catalogue:
    """The domains of a release, with the built-in one. Built once, kept with the release."""

    domains: Mapping[str, DomainSpec]

    @classmethod
    def of(cls, section: PlanningSection) -> "Catalogue":
        return cls(
            {
                **{name: _usable(each, section) for name, each in section.domains.items()},
                GENERAL.name: GENERAL,
            }
        )

    @cached_property
    def _hinted(self) -> list[tuple[HintTarget, Hints]]:
        return [hinted for domain in self.domains.values() for hinted in _hints_of(domain)]

    @cached_property
    def hints(self) -> Automaton[HintTarget]:
        """The keywords of all goals: a tenth of a second, which only those pay who plan."""
        return Automaton((keyword, named) for named, hints in self._hinted for keyword in hints.keywords)

    @cached_property
    def examples(self) -> Mapping[tuple[str, ...], HintTarget]:
        """What each example is for, by its words."""
        return {
            tuple(words(example)): named
            for named, hints in reversed(self._hinted)
            for example in hints.examples
            if named.level != "domain"
        }

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words by which all goals say what they do."""
        own = [domain for domain in self.domains.values() if domain is not GENERAL]
        goals = [goal for domain in own for goal in domain.goals.values()]
        used = [each for domain in own for each in domain.capabilities.values() if each.plannable]
        hints = [*(goal.hints for goal in goals), *(each.hints for each in used)]
        texts = [text for part in (*map(_names_of, goals), *map(_labels, used)) for text in part]
        return Vocabulary(
            [*texts, *(text for each in hints for text in each.keywords)],
            [text for each in hints for text in each.examples],
        )

    def domain(self, name: str) -> DomainSpec | None:
        return self.domains.get(name)

    def goal(self, domain: str, name: str) -> GoalSpec | None:
        """A goal by its name, in whatever case it is written."""
        found = self.domains.get(domain)
        if found is None:
            return None
        return found.goals.get(name) or next(
            (goal for known, goal in found.goals.items() if known.casefold() == name.casefold()), None
        )

    def capability(self, domain: str, name: str) -> CapabilitySpec | None:
        found = self.domains.get(domain)
        return found.capabilities.get(name) if found is not None else None

    def capabilities(self) -> Iterator[CapabilitySpec]:
        """The capabilities of all domains."""
        for domain in self.domains.values():
            yield from domain.capabilities.values()

    def goals(self) -> Iterator[GoalSpec]:
        """Every goal, the built-in domain's last."""
        for domain in self.domains.values():
            yield from domain.goals.values()

    def goals_of(self, named: HintTarget) -> tuple[GoalSpec, ...]:
        """The goals that a hint speaks for."""
        domain = self.domains[named.domain]
        if named.level == "goal":
            return (domain.goals[named.name],)
        if named.level == "capability":
            return tuple(goal for goal in domain.goals.values() if named.name in goal.capabilities)
        return tuple(domain.goals.values())

    def with_role(self, role: str) -> list[CapabilitySpec]:
        """The capabilities that can follow on others, the one with the highest priority first."""
        found = [each for each in self.capabilities() if each.role == role and each.plannable]
        return sorted(found, key=lambda each: (-_priority(each), each.domain, each.name))

    def follows_only(self, goal: GoalSpec) -> bool:
        """Whether a goal's capabilities only follow on others.

        It is what a message wants beside something else.
        """
        return bool(goal.capabilities) and all(each.role for each in self.serving(goal))

    def serving(self, goal: GoalSpec) -> list[CapabilitySpec]:
        """The capabilities of a goal."""
        known = self.domains[goal.domain].capabilities
        return [known[name] for name in goal.capabilities if name in known]

    def examples_of(self, goal: GoalSpec) -> list[str]:
        """Messages that mean a goal: its own, then those of its capabilities."""
        own = (text for each in self.serving(goal) for text in each.hints.examples)
        return [*goal.hints.examples, *own]


def _usable(domain: DomainSpec, section: PlanningSection) -> DomainSpec:
    """A domain without the goals that need another one which is not published."""
    goals = {
        name: goal
        for name, goal in domain.goals.items()
        if all(each in section.domains for each in goal.requires_domains)
    }
    return domain if len(goals) == len(domain.goals) else replace(domain, goals=goals)


def _names_of(goal: GoalSpec) -> Iterator[str]:
    """How a goal and its values are called."""
    yield from (goal.name, goal.description)
    for entity in goal.entities.values():
        for aliases in entity.aliases.values():
            yield from aliases


def _labels(capability: CapabilitySpec) -> Iterator[str]:
    """How a capability is called."""
    yield from (capability.name, capability.description)
    for name in ("label", "intent_description"):
        label = capability.metadata.get(name)
        yield from texts_of(tuple(label.values()) if isinstance(label, Mapping) else (label,))


def _priority(capability: CapabilitySpec) -> float:
    given = capability.composition.get("priority", 0)
    return float(given) if isinstance(given, int | float) else 0.0


def _hints_of(domain: DomainSpec) -> Iterator[tuple[HintTarget, Hints]]:
    for goal in domain.goals.values():
        yield HintTarget("goal", domain.name, goal.name), goal.hints
    for capability in domain.capabilities.values():
        if capability.plannable:
            yield HintTarget("capability", domain.name, capability.name), capability.hints
    yield HintTarget("domain", domain.name, ""), domain.hints


def catalogue_of(published: ProfileRuntime) -> Catalogue:
    """The catalogue of the release that a profile is published with; made once a profile."""
    found: Catalogue | None = published.memo.get(Catalogue)
    if found is None:
        section: PlanningSection = published.sections.get("planning") or PlanningSection()
        section = with_slots(section, published.agents)
        found = published.memo.setdefault(Catalogue, Catalogue.of(section))
    return found
