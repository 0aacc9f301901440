"""What a door writes is the plain JSON of what it is given, whatever that is made of."""

from datetime import UTC, date, datetime
from uuid import UUID

import orjson

from conversations.as_json import to_json
from conversations.turn import RouteDecision, Usage
from routing.api.door import reply
from tests.parts.phrases import try_each

DECIDED = RouteDecision("a", "a", "i", 0.5, "why", "keyword", None, False, {"n": (1, 2)}, None, ())
GIVEN = {
    "plain": {"text": "açúcar", "n": [1, 2.5, None, True]},
    "frozen": [Usage(1, by_model={"m": {"calls": 1}}), DECIDED],
    "times": (datetime(2026, 1, 2, tzinfo=UTC), date(2026, 1, 2)),
    "others": [frozenset({"one"}), UUID(int=7), ValueError("no")],
    "keys": {1: "one", None: "none", "deep": {2: {DECIDED.agent: DECIDED}}},
}


@try_each("given", GIVEN.values())
def test_a_reply_is_the_plain_json_of_what_it_is_given(given):
    assert reply(given).content == orjson.dumps(to_json(given), default=str)
