"""How surely a passage answers is told by how far it outdoes the others."""

from agents.knowledge import tools
from agents.knowledge.ranking import TWICE, FoundPassage, tell_answers
from agents.specs import CollectionSpec

WORDS = 6


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
    known = (CollectionSpec("any"),)
    fits, does_not = (
        FoundPassage(pk, "d", "any", "", "", "", None, "en", "text", 0.9, fit, 0.4, 0.2)
        for pk, fit in ((1, tools.NEAR), (2, tools.NEAR / 2))
    )
    assert tools.fitting([fits, does_not], known) == [fits]
