"""What went wrong is stored as what it was made of, and read in the language of whoever reads."""

import copy
import json

import pytest
from django.utils.translation import override

from outbound.sentences import Sentence, fit_column, join_sentences, read, sentence_of
from tests.parts.phrases import try_each

SAID = {
    "pt-br": "Sem resposta em 5 s.",
    "es": "Sin respuesta en 5 s.",
    "en": "No answer within 5 s.",
}


def late() -> Sentence:
    return Sentence("No answer within %s s.") % 5


@pytest.mark.parametrize("asker", SAID)
@pytest.mark.parametrize("reader", SAID)
def test_whoever_asked_the_reader_reads_their_own_language(asker: str, reader: str) -> None:
    with override(asker):
        made = late()
        kept = fit_column(made, 400)
    assert made == SAID[asker]
    with override(reader):
        assert read(kept) == SAID[reader]


def test_sentences_within_a_sentence_follow_the_reader_too() -> None:
    with override("es"):
        whole = Sentence("It could not be reached: %(why)s.") % {"why": join_sentences([late(), "full!"])}
        kept = fit_column(whole, 400)
    with override("en"):
        assert read(kept) == "It could not be reached: No answer within 5 s.; full!."


@try_each("said", ["full!", "", '["No answer within %s s.", 5]', "[]", '["%(a)s"]', "50 % of it", "%s"])
def test_what_somebody_else_said_stays_as_it_was_said(said: str) -> None:
    assert read(fit_column(said, 400)) == said
    assert read(fit_column(Sentence("%(why)s") % {"why": said}, 400)) == said


@try_each("kept", ['["%(a)s", 5]', '["%d", "x"]', '["', '[""]', '["%s %s", "a"]', "[1]"])
def test_what_cannot_be_read_is_shown_as_it_is_stored(kept: str) -> None:
    assert read(kept) in (kept, "")


def test_one_that_is_too_long_is_kept_in_english_and_cut() -> None:
    with override("pt-br"):
        kept = fit_column(Sentence("It could not be reached: %(why)s.") % {"why": "x" * 500}, 400)
    assert len(kept) == 400 and kept.startswith("It could not be reached: xxx")


def test_what_no_database_takes_is_left_out() -> None:
    kept = fit_column(Sentence("It could not be reached: %(why)s.") % {"why": "a\x00b\ud800"}, 400)
    assert json.loads(kept) == ["It could not be reached: %(why)s.", {"why": "ab?"}]
    assert fit_column("a\x00b\ud800", 400) == "ab?"


@try_each("again", [copy.copy, copy.deepcopy])
def test_a_copy_is_a_sentence_too(again) -> None:
    assert fit_column(again(late()), 400) == fit_column(late(), 400)


def test_an_exception_says_its_sentence() -> None:
    assert isinstance(sentence_of(ValueError(late())), Sentence)
    assert (sentence_of(ValueError("no")), sentence_of(ValueError())) == ("no", "ValueError")
