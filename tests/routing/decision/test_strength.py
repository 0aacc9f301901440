"""Which keywords are weak.

By the keyword tier's own rule, so that what it would not count misleads nobody.
"""

import pytest

from routing.decision.learning.samples import Sample
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import IntentSpec, ProfileSpec, RoutingSection
from routing.decision.strength import find_misled
from tests.parts.phrases import try_each
from tests.routing.decision.world import AGENTS, LIBRARY, LoadedRelease, ask

LETTERS = ProfileRuntime.of(
    LoadedRelease(1, "letters", {
        "agents": AGENTS,
        "routing": RoutingSection(
            profiles={"letters": ProfileSpec("letters", fallback_agent="desk")},
            intents={intent.name: intent for intent in (
                IntentSpec("fine", "fines", priority=10, keywords=("multa",)),
                IntentSpec("summary", "desk", priority=50, keywords=("resumir",), takes_text=True),
            )},
        ),
    }),
    "letters",
)  # fmt: skip


def weak(text: str, intent: str, published: ProfileRuntime = LIBRARY) -> set[str]:
    return {keyword for keyword, _ in find_misled([Sample(text, intent)], published.find_named)}


def test_a_keyword_that_wins_on_anothers_example_is_weak() -> None:
    assert weak("a conta do livro", "loan") == {"conta"}
    assert ask("a conta do livro").decision.intent == "fine"


@try_each(
    "text",
    [
        pytest.param("não é sobre a multa, é sobre o livro", id="denied"),
        pytest.param("quis dizer o livro, não a multa", id="corrected"),
        pytest.param("onde está o livro?\n\nEm 3 de maio, Ana escreveu:\n> a multa chegou", id="quoted"),
    ],
)
def test_a_keyword_that_does_not_count_in_an_example_does_not_mislead(text: str) -> None:
    assert weak(text, "loan") == set()
    assert ask(text).decision.intent == "loan"


def test_a_keyword_in_a_text_to_be_worked_on_does_not_mislead() -> None:
    assert weak('pode resumir isto: "a multa veio alta"', "summary", LETTERS) == set()
    assert weak("pode resumir a minha multa", "summary", LETTERS) == {"multa"}


def _library(*keywords: str, priority: int = 10) -> ProfileRuntime:
    fine = IntentSpec("fine", "fines", priority=priority, keywords=keywords, examples=("quanto devo",))
    loan = IntentSpec("loan", "desk", priority=50, keywords=("livro",), examples=("a conta do livro",))
    routing = RoutingSection(
        profiles={"library": ProfileSpec("library", fallback_agent="desk")},
        intents={intent.name: intent for intent in (fine, loan)},
    )
    return ProfileRuntime.of(LoadedRelease(1, "x", {"agents": AGENTS, "routing": routing}), "library")


def test_another_priority_is_held_against_examples_that_stayed() -> None:
    """A release has its samples, and what keywords mislead on them, of an equal one before it."""
    first, lower = _library("conta"), _library("conta", priority=90)
    assert first.learnt.samples is lower.learnt.samples
    assert [set(each.misleading) for each in (first, lower)] == [{("conta", "fine")}, set()]
    assert set(_library("multa").misleading) == set()
    assert _library("conta").misleading == first.misleading
