"""The event names of the agent gateway protocol, for clients that want them: streams with `?names=seed`.

>>> [name for name, _numbered in list_event_names("done")]
['workflow.completed', 'flow.end']
"""

from collections.abc import Iterator, Mapping

CONNECTED = "connected"  # what such a stream begins with
NAMES: Mapping[str, tuple[str, ...]] = {
    "accepted": ("flow.start", "session.upserted", "message.received", "workflow.started"),
    "answer": ("message.responded",),
    "done": ("workflow.completed", "flow.end"),
    "error": ("server.error",),
}


def list_event_names(name: str) -> Iterator[tuple[str, bool]]:
    """What an event is called there, one after the other, and which has its id.

    The last, for an id stands for all before it. What the protocol has no name for keeps its own.
    """
    names = NAMES.get(name, (name,))
    for place, each in enumerate(names, 1):
        yield each, place == len(names)
