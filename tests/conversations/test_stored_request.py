"""What was asked of a turn, in its row and back."""

import json

from conversations.stored_request import ReceivedMessage, StoredRequest

ASKED = StoredRequest(
    door="chat",
    channel="web",
    context={"order_id": "P100"},
    proven={"msisdn": "5511999999999"},
    trusted=True,
    user_id="u1",
    message_id="m1",
    requested_mode="router",
    mode_source="request",
    flag={"value": "router"},
    takers=("legacy",),
    deliver={"channel": "c1", "target": "t"},
    heard="abc",
    keyed=False,
    rested=True,
    said=(ReceivedMessage("1", "m1", 2, "k"), ReceivedMessage("2")),
)


def test_a_request_is_read_as_it_was_written() -> None:
    assert StoredRequest.from_json(json.loads(json.dumps(ASKED.as_json()))) == ASKED


def test_what_only_some_turns_have_is_left_out_of_the_others_rows() -> None:
    row = StoredRequest(door="chat", channel="web").as_json()
    assert row.keys().isdisjoint({"takers", "deliver", "heard", "rested", "said"})
    assert row["keyed"] is True and row["user_id"] is None


def test_a_row_of_another_version_or_without_content_is_read() -> None:
    assert StoredRequest.from_json({}) == StoredRequest()
    assert StoredRequest.from_json({"door": "chat", "added_later": 1}).door == "chat"
