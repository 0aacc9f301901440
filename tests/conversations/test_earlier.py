"""What a conversation was about is kept in few lines, however long it grows."""

from agents.memory.telling import _oldest_seen
from conversations import state
from conversations.history import MOST, VALUES, before_window, remember
from conversations.turn import ConversationState
from conversations.turn_parts import Stretch


def talk(*matters: str) -> tuple[Stretch, ...]:
    earlier: tuple[Stretch, ...] = ()
    for turn, matter in enumerate(matters, 1):
        earlier = remember(
            earlier, Stretch(turn, turn, 2 * turn, f"{matter}_agent", matter, {"id": f"X{turn}"})
        )
    return earlier


def test_turns_about_one_matter_are_one_line_with_the_newest_values() -> None:
    (bills, order) = talk("bills", "bills", "bills", "order")
    assert (bills.first, bills.last, bills.since, dict(bills.values)) == (1, 3, 2, {"id": "X3"})
    assert (order.first, order.last) == (4, 4)


def test_a_thousand_turns_have_room_and_the_newest_stay() -> None:
    earlier = talk(
        *(("bills", "order", "person")[turn % 3] if turn < 900 else f"m{turn}" for turn in range(1000))
    )
    assert len(earlier) == MOST
    assert earlier[-1].intent == "m999"
    assert len(talk(*(("bills", "order")[turn % 2] for turn in range(1000)))) <= MOST


def test_an_old_matter_joins_the_next_one_about_the_same() -> None:
    matters = ["bills", *(f"m{n}" for n in range(MOST - 1)), "bills", "last"]
    earlier = talk(*matters)
    assert [each.first for each in earlier if each.intent == "bills"] == [1]


def test_values_are_bounded() -> None:
    stretch: tuple[Stretch, ...] = ()
    for turn in range(20):
        stretch = remember(stretch, Stretch(turn, turn, turn, "a", "b", {f"v{turn}": "x"}))
    assert list(stretch[0].values) == [f"v{turn}" for turn in range(20 - VALUES, 20)]


def test_what_is_seen_anyway_is_not_told() -> None:
    earlier = talk("bills", "order", "return")
    assert [each.intent for each in before_window(earlier, 5)] == ["bills", "order"]


def test_it_is_stored_with_the_state() -> None:
    kept = ConversationState(earlier=talk("bills", "order"))
    assert state.read(state.write(kept)).earlier == kept.earlier


def test_what_a_window_shows_is_known_by_its_gap() -> None:
    assert _oldest_seen([1, 20, 21]) == 20, "the first message is seen, too"
    assert _oldest_seen([20, 21, 22]) == 20
    assert _oldest_seen([1, 2, 3]) == 1
