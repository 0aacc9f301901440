"""Who is silent, by the clock of whoever listens."""

from conversations.alive import Silences


def heard(silences: Silences, beats: dict[str, int], *seconds: int) -> list[list[str]]:
    """What each of these looks finds, when nobody beats any more."""
    return [silences.look(beats, second) for second in seconds]


def test_a_process_that_beats_is_alive_and_one_that_does_not_is_found():
    silences = Silences(8)
    for second in range(20):
        assert silences.look({"a": second, "b": 7}, second) == (["b"] if second >= 8 else [])


def test_what_was_not_heard_because_nobody_listened_is_no_silence():
    silences = Silences(8)
    heard(silences, {"a": 1}, *range(7))
    silences.anew()  # the database could not be reached
    assert heard(silences, {"a": 1}, *range(7, 15)) == [[]] * 8
    assert silences.look({"a": 1}, 15) == ["a"]


def test_who_stood_still_counts_anew():
    silences = Silences(8)
    heard(silences, {"a": 1}, *range(7))
    assert heard(silences, {"a": 1}, *range(60, 68)) == [[]] * 8
    assert silences.look({"a": 1}, 68) == ["a"]


def test_a_process_that_was_found_and_beats_again_is_alive():
    silences = Silences(8)
    heard(silences, {"a": 1}, *range(9))
    assert silences.look({"a": 2}, 9) == []
    assert silences.look({}, 10) == []
