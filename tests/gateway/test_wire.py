"""Events cut out of the bytes that a backend sends, however it sends them."""

import json

import pytest

from routing.errors import BackendFailed
from routing.gateway.wire import EVENT, EventReader, Frame
from tests.parts.phrases import try_each


def test_an_event_of_many_lines_is_joined_whatever_the_pieces():
    sent = b"event: text\r\nid: 1.2\r\ndata: a\r\ndata:b\r\n\r\n: keepalive\n\ndata: c\n\n"
    for size in (1, 2, 5, len(sent)):
        frames = EventReader()
        found = [frame for at in range(0, len(sent), size) for frame in frames.feed(sent[at : at + size])]
        assert found == [Frame("text", b"a\nb", "1.2"), Frame("message", b"c")]


@try_each("end", [b"\n", b"\r\n", b"\r"], ids=["LF", "CRLF", "CR"])
def test_a_line_ends_as_readers_of_events_have_it(end):
    sent = end.join([b"event: text", b"data: a", b"data: b", b"", b"data: c", b"", b""])
    for size in (1, 2, 3, len(sent)):
        frames = EventReader()
        found = [frame for at in range(0, len(sent), size) for frame in frames.feed(sent[at : at + size])]
        assert found == [Frame("text", b"a\nb"), Frame("message", b"c")]


def test_a_cr_that_an_lf_follows_later_ends_one_line():
    frames = EventReader()
    pieces = (b"data: a\r", b"", b"\n", b"\ndata: b\r", b"\r")
    found = [frame for piece in pieces for frame in frames.feed(piece)]
    assert found == [Frame("message", b"a"), Frame("message", b"b")]


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "line", [b"data:x\n", b"id:x\n", b": x\n", b"x"], ids=["data", "id", "comment", "one line"]
)
def test_an_event_without_end_is_refused_before_it_costs_anything(line):
    frames, piece = EventReader(), line * 8192
    with pytest.raises(BackendFailed, match="too long"):
        for _ in range(EVENT // len(piece) + 1):
            frames.feed(piece)


def test_many_events_one_after_the_other_are_no_long_event():
    event = b"data: " + json.dumps({"text": "x" * 1000}).encode() + b"\n\n"
    frames = EventReader()
    assert sum(len(frames.feed(event)) for _ in range(EVENT // len(event) + 10)) > EVENT // len(event)
