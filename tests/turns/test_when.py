"""When people are there again, in words."""

from datetime import UTC, datetime

from language.spoken_languages import CODES, speak
from routing.turns.to_person import _when
from tests.parts.phrases import try_each

FRIDAY, MONDAY = datetime(2026, 3, 6, 20, tzinfo=UTC), datetime(2026, 3, 9, 8, tzinfo=UTC)


@try_each("language", CODES)
def test_a_day_of_this_week_is_a_phrase_of_its_language(language: str) -> None:
    assert _when(FRIDAY, MONDAY, language) == speak("on Monday at {time}", language, time="08:00")
