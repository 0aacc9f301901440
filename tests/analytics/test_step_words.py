"""What the record keeps in English is said again in the reader's language."""

from django.utils.translation import override

from analytics import step_words
from analytics.step_words import say_again
from tests.parts.phrases import try_each


@try_each(
    "sentence",
    [
        "nothing found",
        "The model 'vet-1' did not answer in time.",
        "vet-1: The model 'vet-1' did not answer in time.",
        "The turn took longer than 60 s.",
        "Good morning. How can I help?",
        "orders: it is on its way",
        "left out Bookings, Payments",
        "look_up: The same call was already made in this turn.",
        "shop did not answer within 7.5 s.",
    ],
)
def test_a_recorded_sentence_is_itself_in_english(sentence: str) -> None:
    with override("en"):
        assert say_again(sentence) == sentence


def test_it_is_said_in_the_readers_language_with_its_values() -> None:
    with override("es"):
        assert say_again("nothing found") == step_words.gettext("nothing found") != "nothing found"
        told = say_again("vet-1: The model 'vet-1' did not answer in time.")
        template = step_words.gettext("The model '%(model)s' did not answer in time.")
        assert told == f"vet-1: {template % {'model': 'vet-1'}}"
        assert "did not answer" not in told
