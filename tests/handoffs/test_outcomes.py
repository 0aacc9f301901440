"""What becomes of a handoff, and when the guard stops one."""

from django.utils import timezone

from agents.intent_slices import Target
from agents.specialists import delegating
from conversations.turn import Handoff, ToolResult
from handoffs import record
from routing.turns.team import stopping
from tests.parts.phrases import try_each

PEDIDOS = Target("orders_agent", "Pedidos")
SUPORTE = Target("support_agent", "Trocas e suporte")


def move(giver: str, receiver: str, blocked: bool = False) -> Handoff:
    return Handoff(giver, receiver, "r", "s", timezone.now(), blocked=blocked)


def test_what_is_given_back_came_back() -> None:
    moved = [move("a", "b"), move("b", "c")]
    record.mark_returned(moved, "c", "b")
    assert [each.outcome for each in moved] == ["helped", "came_back"]


def test_a_receiver_that_gives_up_abandons_only_what_it_was_given() -> None:
    moved = [move("a", "b"), move("b", "c"), move("c", "b", blocked=True)]
    record.mark_given_up(moved, "b")
    assert [each.outcome for each in moved] == ["abandoned", "helped", "helped"]
    record.mark_given_up(moved, "nobody")
    assert [each.outcome for each in moved] == ["abandoned", "helped", "helped"]


def test_a_turn_cut_short_leaves_its_last_receiver() -> None:
    assert [each.outcome for each in record.end_cut_short([move("a", "b"), move("b", "c")])] == [
        "helped",
        "abandoned",
    ]
    assert record.end_cut_short([]) == ()


@try_each(
    ("this_turn", "before", "path", "most", "stop"),
    [
        ([], [], ("a", "a"), None, "to_itself"),
        ([("a", "b")], [], ("b", "a"), None, "back_again"),
        ([("a", "b"), ("b", "c")], [], ("c", "d"), 2, "too_many"),
        ([], [], ("a", "b"), 0, "too_many"),
        ([], [("a", "b"), ("a", "b")], ("a", "b"), None, "path_repeated"),
        (
            [],
            [("a", "b"), ("a", "b"), ("c", "d"), ("d", "c"), ("c", "d"), ("d", "e")],
            ("a", "b"),
            None,
            None,
        ),
        ([("a", "b"), ("b", "c"), ("c", "d"), ("d", "e")], [], ("e", "f"), None, None),
    ],
)
def test_the_guard(this_turn: list, before: list, path: tuple, most: int | None, stop: str | None) -> None:
    assert record.check_loop(this_turn, before, *path, most) == stop


@try_each(
    ("sentence", "target"),
    [
        ("Vou transferir você para Pedidos.", "orders_agent"),
        ("I'll connect you with orders.", "orders_agent"),
        ("Vou te passar para o orders_agent.", "orders_agent"),
        ("Vou passar para Trocas e Suporte.", "support_agent"),
        ("Vou transferir você para Pedidos ou Trocas e suporte.", "support_agent"),
        ("Vou transferir você para o financeiro.", None),
        ("Vou transferir você para os pedidosos.", None),
    ],
)
def test_whom_a_sentence_names(sentence: str, target: str | None) -> None:
    found = delegating.find_target(sentence, (PEDIDOS, SUPORTE))
    assert (found.name if found else None) == target


def test_a_summary_says_only_what_nobody_has_said() -> None:
    found = ToolResult("lookup", "s", True, {"status": "open", "number": "A1"}, metadata={"arguments": {}})
    first = stopping.summarise([found], {}, "en")
    assert first.startswith("I could not finish everything just now. What I found so far: ")
    assert "A1" in first
    assert "so far:" not in stopping.summarise([found], {}, "en", said=first)
    assert stopping.summarise([], {}, "en").startswith("I have not found anything")
    failed = ToolResult("lookup", "s", False, error="boom", metadata={})
    assert "boom" not in stopping.summarise([failed], {}, "en")
