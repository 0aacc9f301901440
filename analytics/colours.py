"""Each specialist has one of eight colours, the same on every page and in the chat: `c0` to `c7`."""

from collections.abc import Iterable

from django.utils.translation import gettext

from handoffs.to_person import PERSON
from releases import freshness
from releases.errors import ReleaseError
from tenancy.models import Tenant

COLOURS = 8


def list_team(company: Tenant) -> list[str]:
    """Who is published, in the order that gives each a colour (as `static/chat/colours.js` does).

    Those of a profile side by side, so that no two of them look the same.
    """
    try:
        profiles = freshness.release(company.pk, company.live_release)["routing"].profiles
    except ReleaseError:
        return []
    return list(
        dict.fromkeys(name for _, each in sorted(profiles.items()) for name in sorted(each.specialists))
    )


def list_names(company: Tenant) -> dict[str, str]:
    """What people call the published specialists, by the names that the record keeps."""
    try:
        specialists = freshness.release(company.pk, company.live_release)["agents"].specialists
    except ReleaseError:
        specialists = {}
    shown = {name: each.display_name for name, each in specialists.items() if each.display_name}
    return {**shown, PERSON: gettext("a person")}


def choose_colours(names: Iterable[str], published: Iterable[str] = ()) -> dict[str, int]:
    """A colour for each specialist: by its place among the published, for another one that is free.

    >>> sorted(colours(["billing", "orders"])) == ["billing", "orders"]
    True

    Somebody who is not published begins at a place of its own and takes the next one that is free, so that
    a newcomer moves few; two are the same only when there are more of them than colours.
    """
    places = {name: place % COLOURS for place, name in enumerate(published)}
    wanted = set(names)
    found = {name: places[name] for name in sorted(wanted & places.keys())}
    free = set(range(COLOURS)) - set(found.values())
    for name in sorted(wanted - places.keys()):
        free = free or set(range(COLOURS))
        own = _own(name)
        found[name] = next(place % COLOURS for place in range(own, own + COLOURS) if place % COLOURS in free)
        free.discard(found[name])
    return found


def _own(name: str) -> int:
    own = 0
    for letter in name:
        own = (own * 31 + ord(letter)) % 9973
    return own
