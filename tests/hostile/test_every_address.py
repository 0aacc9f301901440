"""Every door of the product against everything in `attacks`: refused in words, at once, and nothing kept.

The addresses come from the URL configuration and the rules in `tests/tenancy`: a new one is here by itself.
"""

import pytest

from tests.hostile.attacks import BODIES, HEADERS, JSON, METHODS, QUERIES, SEGMENTS, WRAPPINGS
from tests.hostile.report import GROWTH, Report, places

pytestmark = [pytest.mark.slow, pytest.mark.stores, pytest.mark.timeout(600)]  # 2 500 requests and more


def test_bodies_at_every_door(aim):
    report, memory = Report(aim), aim.server.megabytes()
    for place in places(aim, "POST", kind="door"):
        for name, body in BODIES.items():
            report.throw(place, name, "POST", place.path, [JSON], body)
        for name, (headers, body) in WRAPPINGS.items():
            report.throw(place, name, "POST", place.path, headers, body)
    report.end()
    assert aim.stored() - report.before == 2 * report.accepted, "something of a refused message was stored"
    assert aim.server.megabytes() - memory < GROWTH


def test_headers_and_methods_at_every_door(aim):
    report = Report(aim)
    for place in places(aim, "GET", "POST", kind="door"):
        for name, headers in HEADERS.items():
            sent = [JSON, *headers] if place.method == "POST" else headers
            report.throw(
                place, name, place.method, place.path, sent, b"{}" if place.method == "POST" else b""
            )
        for method in METHODS:
            report.throw(place, method, method, place.path, ())
        report.throw(place, "the other one", "POST" if place.method == "GET" else "GET", place.path, ())
    report.end()


def test_queries_and_addresses_at_every_door(aim):
    report = Report(aim)
    for place in places(aim, "GET", "POST", "DELETE", kind="door"):
        sent, body = ([JSON], b"{}") if place.method == "POST" else ((), b"")
        for name, query in QUERIES.items():
            report.throw(place, name, place.method, place.path + b"?" + query, sent, body)
        for name, end in SEGMENTS.items() if place.given else ():
            report.throw(place, name, place.method, place.given + end, sent, body)
    report.end()
    assert aim.stored() == report.before


def test_it_still_answers(aim):
    got = aim.server.send("GET", b"/healthz")
    assert got.status == 200
