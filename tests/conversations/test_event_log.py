"""What a process remembers of turns that ended."""

from conversations import event_log
from conversations.turn import TurnEvent


def test_turns_that_never_end_here_do_not_keep_the_others_in_memory(monkeypatch, settings):
    settings.REDIS_URL = ""
    monkeypatch.setattr(event_log, "KEEP_SECONDS", -1)
    log = event_log.EventLog()
    for n in range(20):
        log.publish(f"lost-{n}", TurnEvent("accepted", {}, 1, 1))
    for n in range(100):
        log.publish(f"ended-{n}", TurnEvent("done", {}, 1, 1))
    assert sum(log.knows(f"ended-{n}") for n in range(100)) == 1
    assert log.knows("lost-0")
