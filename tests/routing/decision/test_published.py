"""What a profile of a release is made of."""

from dataclasses import replace

import pytest

from conversations.turn import Utterance
from releases.loaded_release import LoadedRelease
from routing.decision import planning
from routing.decision.input import DecisionInput
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import IntentSpec
from routing.decision.tiers import decide
from routing.errors import UnknownProfile
from tests.routing.decision.shop import shop
from tests.routing.decision.world import AGENTS, FRESH, LIBRARY, NOW, ROUTING, release


def test_built_once_a_release_and_profile() -> None:
    loaded = release()
    assert ProfileRuntime.of(loaded, "library") is ProfileRuntime.of(loaded, "library")
    assert ProfileRuntime.of(loaded, "library") is not ProfileRuntime.of(release(), "library")


def test_unknown_profile_names_those_there_are() -> None:
    with pytest.raises(UnknownProfile, match="library, loans_only"):
        ProfileRuntime.of(release(), "nothing")


def test_intents_serve_by_priority_unless_limited_or_of_another_team() -> None:
    assert list(LIBRARY.intents) == ["fine", "loan", "returns", "greeting"]
    assert list(ProfileRuntime.of(release(), "loans_only").intents) == ["vip", "loan", "greeting"]


def test_specialist_sees_its_own_intents_and_its_targets_without_tools() -> None:
    assert [own.name for own in LIBRARY.slices_of("loans")] == ["loan"]
    assert LIBRARY.slices_of("desk") == ()
    assert [target.name for target in LIBRARY.targets_of("desk")] == ["fines", "loans"]
    seen = LIBRARY.targets_of("fines")[0].intents[0]
    assert (seen.name, seen.keywords, seen.tools) == ("loan", ("livro", "empréstimo", "libro", "loan"), ())


def test_targets_outside_the_team_are_not_offered() -> None:
    assert ProfileRuntime.of(release(), "loans_only").targets_of("fines") == ()


def test_a_tool_that_asks_first_is_offered_whatever_its_intent_says() -> None:
    """A release of earlier days, too, has it among what is called at once."""
    intents = {
        "loan": replace(ROUTING.intents["loan"], prefetch=("read_loan", "renew"), offer_tools=("extend",)),
        "returns": replace(ROUTING.intents["returns"], prefetch=("take_back",), offer_tools=()),
    }
    asks = {
        name: replace(AGENTS.tools["take_back"], name=name, confirm=True) for name in ("renew", "take_back")
    }
    sections = {"routing": replace(ROUTING, intents=intents), "agents": replace(AGENTS, tools=asks)}
    library = ProfileRuntime.of(LoadedRelease(1, "d1", sections), "library")
    found = {name: (each.prefetch, each.offer_tools) for name, each in library.intents.items()}
    assert found == {
        "loan": (("read_loan",), ("renew", "extend")),
        "returns": ((), ("take_back",)),
    }
    (loan,) = library.slices_of("loans")
    assert (loan.prefetch, loan.offer) == found["loan"], "as whoever serves it reads it"
    (heard,) = library.hits("devolver")
    assert heard.payload is library.intents["returns"]


def test_menu_offers_what_the_profile_can_do_in_the_users_language() -> None:
    assert [option.label for option in LIBRARY.menu("en")] == ["I have a fine", "Onde está meu livro?"]
    assert [option.value for option in LIBRARY.menu("pt")] == ["Tenho uma multa", "Onde está meu livro?"]


def test_state_names_the_intent_that_leads_into_it() -> None:
    found = LIBRARY.intent_slice("returns", "state:WAITING_RETURN")
    assert found is not None and found.name == "returns"
    assert LIBRARY.intent_slice("loans", "state:WAITING_RETURN") is None
    assert LIBRARY.intent_slice("loans", "loan") is not None
    assert LIBRARY.intent_slice("loans", None) is None


def test_specialist_that_takes_over_finds_its_own_part() -> None:
    both = Utterance("", "minha multa e o meu livro")
    found = LIBRARY.intent_for("loans", both)
    assert found is not None and found.name == "loan"
    assert LIBRARY.intent_for("desk", both) is None


def test_a_message_is_taken_apart_once_for_all_who_ask() -> None:
    letters = IntentSpec("letter", "desk", keywords=("resume",), takes_text=True)
    routing = replace(ROUTING, intents={**ROUTING.intents, "letter": letters})
    library = ProfileRuntime.of(LoadedRelease(1, "d3", {"routing": routing, "agents": AGENTS}), "library")
    text = "resume: a multa veio alta"
    assert [piece for piece, carried in library.parts(text) if carried] == ["a multa veio alta"]
    decided = decide(Utterance(text, text), FRESH, library, NOW)
    planning.plan(DecisionInput(Utterance(text, text), FRESH, library, 0), 4, decided.decision)
    assert (decided.decision.intent, library._parts.cache_info().misses) == ("letter", 1)


def test_checks_and_tone_of_the_profile() -> None:
    assert [rail.phase for rail in LIBRARY.rails("output")] == ["output"]
    assert LIBRARY.policy.forbidden_phrases == ("nunca",)
    assert "Olá!" in LIBRARY.authored_texts and "o número do empréstimo" in LIBRARY.authored_texts


def test_a_text_is_read_once_for_all_who_ask_about_it() -> None:
    published = replace(shop())  # remembers nothing yet
    first = published.reading("fui cobrada em dobro esse mês")
    assert first is not None and published.reading("fui cobrada em dobro esse mês") is first
    assert published.reading("ok") is None
