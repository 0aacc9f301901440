"""How surely a passage answers is told by how far it outdoes the others."""

from agents.knowledge import tools
from agents.knowledge.ranking import TWICE, FoundPassage, tell_answers
from agents.knowledge.retriever import SearchQuery
from agents.specs import CollectionSpec

WORDS = 6
KNOWN = (CollectionSpec("any"),)


def test_what_stands_alone_answers_and_what_many_say_does_not() -> None:
    alone = tell_answers({1: -2.0, 2: -6.0, 3: -6.0}, TWICE, WORDS)
    among_many = tell_answers({1: -2.0, 2: -2.2, 3: -2.4}, TWICE, WORDS)
    assert alone[1] > 0.5 > among_many[1]


def test_what_says_more_leaves_less_to_chance() -> None:
    short, long, endless = (tell_answers({1: -3.0, 2: -5.0}, TWICE, words)[1] for words in (2, 8, 900))
    assert short < 0.5 < long < endless < 0.9


def test_the_only_passage_does_not_answer_whatever_is_asked() -> None:
    only = tell_answers({1: -7.5}, TWICE, WORDS)
    assert only[1] < 0.1


def test_what_does_not_fit_is_not_quoted_however_far_it_outdoes_the_rest() -> None:
    fits, does_not = _passage(tools.NEAR), _passage(tools.NEAR / 2)
    assert tools.fitting(_question("en"), [fits, does_not], KNOWN) == [fits]


def test_who_asks_in_another_language_is_shown_what_fits_less() -> None:
    """Nothing of it has the question's words."""
    fits_less = _passage(tools.NEAR_IN_ANOTHER, score=0.1)
    shown = {
        language: tools.answer_of(_question(language), [fits_less], KNOWN)["found"]
        for language in ("en", "es")
    }
    assert shown == {"en": False, "es": True}


def _question(language: str) -> SearchQuery:
    return SearchQuery("q", {"opening": ("open",), "hours": ("hour",)}, language=language)


def _passage(fit: float, score: float = 0.9) -> FoundPassage:
    return FoundPassage(1, "d", "any", "", "", "", None, "en", "text", score, fit, 0.4, 0.2)
