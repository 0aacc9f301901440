"""Seed 000's names of events, for clients that were written for it: `?names=seed` at the doors of streams.

>>> [name for name, _numbered in said("done")]
['workflow.completed', 'flow.end']
"""

from collections.abc import Iterator, Mapping

CONNECTED = "connected"  # what such a stream begins with
SEED: Mapping[str, tuple[str, ...]] = {
    "accepted": ("flow.start", "session.upserted", "message.received", "workflow.started"),
    "answer": ("message.responded",),
    "done": ("workflow.completed", "flow.end"),
    "error": ("server.error",),
}


def said(name: str) -> Iterator[tuple[str, bool]]:
    """What an event is called there, one after the other, and which has its id: the last, for an id stands for all
    before it. What the seed has no name for keeps its own."""
    names = SEED.get(name, (name,))
    for place, each in enumerate(names, 1):
        yield each, place == len(names)
