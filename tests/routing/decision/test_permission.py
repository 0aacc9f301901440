"""What a permission becomes: every state, every event; and its way through the conversation's JSON."""

from dataclasses import replace

import orjson

from conversations import state
from conversations.turn import ConversationState, Permission, Question
from handoffs import permission
from tests.parts.phrases import try_each

ASKED = Permission(
    "live", "asked", "look", "", 1.0, 3, {"agent": "fixer", "arguments": {"table": "incident"}}
)
QUESTION = Question("permission", "May I?", "fixer", turn=3, asked_at=100.0)


@try_each(
    ("before", "event", "then"),
    [
        ("asked", "yes", "granted"), ("asked", "no", "refused"), ("asked", "take_back", "refused"),
        ("asked", "tell", None),
        ("granted", "yes", None), ("granted", "no", "revoked"), ("granted", "take_back", "revoked"),
        ("granted", "tell", None), ("granted", "ask", None),
        ("refused", "yes", None), ("refused", "no", None), ("refused", "tell", "asked"),
        ("refused", "take_back", None), ("refused", "ask", None),
        ("revoked", "yes", None), ("revoked", "no", None), ("revoked", "tell", "asked"),
        ("revoked", "take_back", None), ("revoked", "ask", None),
    ],
)  # fmt: skip
def test_only_these_moves_are_made(before, event, then):
    known = permission.after(replace(ASKED, state=before), event, "ana", 9.0, 5)
    assert (known.state if known else None) == then
    if known is not None:
        assert (known.by, known.at, known.turn, known.tool) == ("ana", 9.0, 5, "look")
        assert known.data == ASKED.data


@try_each(
    ("before", "may"),
    [(None, True), ("asked", True), ("granted", False), ("refused", False), ("revoked", False)],
)
def test_what_was_decided_is_not_asked_again(before, may):
    known = replace(ASKED, state=before) if before else None
    made = permission.request_permission(known, "live", "look", 9.0, 5, {})
    assert (made is not None) is may
    assert made is None or made.state == "asked"


@try_each(
    ("name", "known", "stand"),
    [("", "refused", "use"), ("live", None, "ask"), ("live", "asked", "ask"), ("live", "granted", "use"),
     ("live", "refused", "never"), ("live", "revoked", "never")],
)  # fmt: skip
def test_a_tool_stands_as_its_permission_does(name, known, stand):
    held = {"live": replace(ASKED, state=known)} if known else {}
    assert permission.stand(name, held) == stand


@try_each(
    ("number", "received_at", "counts"),
    [(4, 0.0, True), (4, 101.0, True), (4, 99.0, False), (5, 101.0, False), (9, 0.0, False)],
    ids=["next", "after", "written before", "one turn later", "much later"],
)
def test_only_the_next_turn_answers_and_only_what_was_written_after_the_question(number, received_at, counts):
    assert permission.counts(QUESTION, number, received_at) is counts


@try_each("became", ["asked", "granted", "refused", "revoked"])
def test_it_survives_the_conversations_json(became):
    kept = ConversationState(permissions={"live": replace(ASKED, state=became)}, question=QUESTION)
    assert state.read(orjson.loads(orjson.dumps(state.write(kept)))) == kept
