"""What a conversation keeps of a specialist's findings over its turns."""

from agents.specialists.handed_over import is_empty, merged

FOUND = {"tool": "order", "result": {"status": "open"}}
LOST = {"tool": "order", "not_found": ["P9"]}


def test_a_tool_is_known_by_what_it_told_last() -> None:
    before = {"findings": [FOUND, "a sentence"], "constraints": [LOST, "no discount"]}
    again = {"tool": "order", "result": {"status": "closed"}}
    now = merged(before, {"findings": [again]})
    assert now["findings"] == ["a sentence", again]
    assert now["constraints"] == ["no discount"]
    assert merged(before, {"constraints": [LOST]})["findings"] == ["a sentence"]


def test_refusals_and_questions_last_as_long_as_they_stand() -> None:
    before = {"constraints": [{"refused": "payments"}], "open_questions": ["Which?"]}
    assert is_empty(merged(before, {}))
    assert merged(before, before)["constraints"] == before["constraints"]


def test_lists_do_not_grow_for_ever() -> None:
    kept: dict = {}
    for n in range(20):
        kept = merged(kept, {"findings": [f"fact {n}"], "recommendations": [f"do {n}"]})
    assert kept["findings"] == [f"fact {n}" for n in range(12, 20)]
    assert len(kept["recommendations"]) == 8
