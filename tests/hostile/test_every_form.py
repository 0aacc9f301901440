"""Every page and form of the product against everything in `attacks`: refused in words, at once.

The addresses come from the URL configuration and the rules in `tests/tenancy`: a new one is here by itself.
"""

import re

import pytest

from tests.hostile.attacks import BODIES, HEADERS, METHODS, QUERIES, SEGMENTS, VALUES, WRAPPINGS
from tests.hostile.report import GROWTH, Report, places
from tests.hostile.target import TOKEN, Place, Target

FIELD = re.compile(rb'<(?:input|select|textarea)[^>]*?\bname="([^"]+)"')
FORM = (b"Content-Type", b"application/x-www-form-urlencoded")
pytestmark = [pytest.mark.stores, pytest.mark.timeout(600)]  # 1 000 requests and more
# Each page gets every eighth query or value, another one the next; the other shares where there is time.
SHARES = 8
SHARE = [pytest.param(n, marks=pytest.mark.endurance if n else pytest.mark.slow) for n in range(SHARES)]


@pytest.mark.parametrize("share", SHARE)
def test_queries_and_addresses_of_every_page(aim, share):
    report = Report(aim)
    for at, place in enumerate(places(aim, "GET", kind="page")):
        listing = not place.given and place.name.endswith(
            ("changelist", "index", "test", "analytics", "search", "chat")
        )
        for name, query in list(QUERIES.items())[(at + share) % SHARES :: SHARES]:
            if listing or name in ("NUL", "no UTF-8"):
                report.throw(place, name, "GET", place.path + b"?" + query, ())
        for name, end in list(SEGMENTS.items())[(at + share) % SHARES :: SHARES] if place.given else ():
            report.throw(place, name, "GET", place.given + end, ())
    report.end()


@pytest.mark.parametrize("share", SHARE)
def test_values_in_every_form(aim, share):
    report, memory = Report(aim), aim.server.megabytes()
    for at, place in enumerate(places(aim, "POST", kind="page")):
        fields = fields_of(aim, place)
        for name, value in list(VALUES.items())[(at + share) % SHARES :: SHARES]:
            body = (
                b"csrfmiddlewaretoken="
                + TOKEN.encode()
                + b"".join(b"&%s=%s" % (one, value) for one in fields)
            )
            report.throw(place, name, "POST", place.path, [FORM], body)
    report.end()
    assert aim.server.megabytes() - memory < GROWTH


@pytest.mark.slow
def test_wrappings_of_forms(aim):
    report, memory = Report(aim), aim.server.megabytes()
    wanted = ("admin:login", "set_language", "admin:routing_intent_add", "admin:publish")
    for place in [one for one in aim.places if one.name in wanted]:
        for name, (headers, body) in WRAPPINGS.items():
            report.throw(place, name, "POST", place.path, [(b"X-CSRFToken", TOKEN.encode()), *headers], body)
        for name in ("10 MB", "100 000 lists", "invalid UTF-8", "UTF-16"):
            report.throw(
                place, name, "POST", place.path, [(b"X-CSRFToken", TOKEN.encode()), FORM], BODIES[name]
            )
        for name, headers in HEADERS.items():
            report.throw(place, name, "GET", place.path, headers)
        for method in METHODS:
            report.throw(place, method, method, place.path, ())
    report.end()
    assert aim.server.megabytes() - memory < GROWTH


@pytest.mark.slow
def test_it_still_answers(aim):
    got = aim.server.send("GET", b"/admin/", aim.browser)
    assert got.status == 200


def fields_of(aim: Target, place: Place) -> list[bytes]:
    """The names of the fields of the page's own form; a page without one gets what buttons send."""
    got = aim.server.send("GET", place.path, aim.browser)
    found = [name for name in dict.fromkeys(FIELD.findall(got.body)) if name != b"csrfmiddlewaretoken"]
    return [name for name in found if not name.startswith(b"_")] or [
        b"note",
        b"kind",
        b"name",
        b"language",
        b"company",
    ]
