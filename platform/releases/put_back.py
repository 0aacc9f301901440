"""One change of the draft undone: its object says again what a release says of it, all else stays.

    target = plan(draft, live, change)   # the draft with that one object as the release has it
    put_back(tenant, live, change, seen=mark(draft, live, change))

What an object is, and where it stands in a section's JSON, the section's `objects` say. Rows are written as
a restored release writes them, addresses and secrets go and come with theirs, and what came of it is compared
with what was meant.
"""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import ProtectedError, RestrictedError

from releases import diff, kept_addresses, sections, snapshot
from releases.authored_rows import kind_of
from releases.diff import Change
from releases.errors import CannotPutBack, StaleDraft
from releases.sections import Content, Json, Place, Section
from tenancy.company_lock import hold
from tenancy.models import Tenant

MISSING: Any = object()
NAMED = 5  # of what stands in the way


def find(changes: "tuple[Change, ...] | list[Change]", place: Place) -> Change | None:
    """The change of the object that stands at a place."""
    return next((each for each in changes if place and each.places[:1] == (place,)), None)


def mark(draft: Content, release: Content, change: Change) -> str:
    """Stands for what both say of an object: whoever saw another one is told."""
    both = [[_look(each, place, None) for place in change.places] for each in (draft, release)]
    return snapshot.digest({"both": both})


def plan(draft: Content, release: Content, change: Change) -> Content:
    """The draft with the object of a change as the release has it.

    Raises CannotPutBack where what it stands in is gone.
    """
    target: dict[str, Json] = deepcopy(dict(draft))
    for place in change.places:
        wanted = _look(release, place, MISSING)
        now = _look(target, place, MISSING)
        if isinstance(wanted, Mapping) and isinstance(now, Mapping):
            wanted = {**wanted, **{key: now[key] for key in change.holds if key in now}}
        _set(target, place, deepcopy(wanted) if wanted is not MISSING else MISSING)
    return target


def put_back(tenant: Tenant, release: Content, change: Change, seen: str) -> list[Change]:
    """Undoes a change of the draft, in one transaction; gives what of its object no release can bring back.

    Raises StaleDraft where the object is not what was `seen`, and CannotPutBack where other rows would have
    to change with it.
    """
    name = change.places[0][0]
    section = next(each for each in sections.list_sections() if each.name == name)
    with transaction.atomic():
        hold(tenant)
        before = snapshot.take(tenant)
        if mark(before, release, change) != seen:
            raise StaleDraft
        target = plan(before, release, change)
        try:
            with transaction.atomic(), kept_addresses.keeping(tenant):
                section.restore(tenant, _narrow(section, target[name], change))
                if change.what == "added":
                    section.prune(tenant, target[name])
        except (ProtectedError, RestrictedError) as error:
            rows: Any = getattr(error, "protected_objects", None) or getattr(error, "restricted_objects", ())
            raise CannotPutBack([f"{kind_of(type(row))} '{row}'" for row in list(rows)[:NAMED]]) from error
        except (IntegrityError, KeyError) as error:  # it leads to a row that the draft does not have
            raise CannotPutBack(()) from error
        left = diff.between(target, snapshot.take(tenant))
        others = [each.sentence for each in left if each.places[:1] != change.places[:1]]
        if others:
            raise CannotPutBack(others[:NAMED])
    return left


def _narrow(section: Section, content: Mapping[str, Json], change: Change) -> dict[str, Json]:
    """A section's JSON with none of its plain rows but those of the change: the others say it already."""
    wanted: dict[str, set[str]] = {}
    for _section, part, *steps in change.places:
        wanted.setdefault(part, set()).update(steps[:1])
    plain = {table.name for table in section.tables}
    return {
        part: {name: each for name, each in value.items() if name in wanted.get(part, ())}
        if part in plain
        else value
        for part, value in content.items()
    }


def _look(content: Content, place: Place, default: Json) -> Json:
    found: Json = content
    for step in place:
        found = next(_step(found, step), MISSING)
        if found is MISSING:
            return default
    return found


def _step(value: Json, step: str) -> Iterator[Json]:
    if isinstance(value, Mapping) and step in value:
        yield value[step]
    elif isinstance(value, list):
        yield from (each for each in value if each["name"] == step)


def _set(content: dict[str, Json], place: Place, value: Json) -> None:
    """Writes a value at its place, or takes it away (MISSING)."""
    *steps, last = place
    within = _look(content, tuple(steps), MISSING)
    if within is MISSING:
        if value is not MISSING:
            raise CannotPutBack((steps[-1],))
    elif isinstance(within, list):
        within[:] = [each for each in within if each["name"] != last] + [value] * (value is not MISSING)
    elif value is MISSING:
        within.pop(last, None)
    else:
        within[last] = value
