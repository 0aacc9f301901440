"""Who gets what from the doors to what belongs to whoever asks. `test_matrix` joins it to `rules`."""

from tests.tenancy.door_rules import Knock

FACT = {"key": "name"}
ATTACHMENT = {"attachment_id": "none"}

OWN: dict[str, tuple[Knock, ...]] = {
    # Of whoever asks; in this order, so that there is something to forget.
    "memory-fact": (
        Knock("PUT", FACT, {"value": "Ana"}, names=False, foreign="403", owner="403"),
        Knock("DELETE", FACT, names=False, foreign="403", owner="403"),
    ),
    "memory": (Knock(owner="403"), Knock("DELETE", owner="403")),
    # Of whoever asks, and none is there; no profile takes any: tests/api/test_attachments.py.
    "chat-attachments": (
        Knock(owner="403"),
        Knock("POST", names=False, user="403", foreign="403", owner="403"),
    ),
    "chat-attachment": tuple(
        Knock(method, ATTACHMENT, names=False, foreign="403", owner="403", user="404")
        for method in ("GET", "DELETE")
    ),
}
