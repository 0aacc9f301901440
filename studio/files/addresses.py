"""Addresses that files say: told and left as they are where whoever reads them may not say where data goes,
and told where they wait for a second person.
"""

from collections.abc import Callable

from django.utils.translation import gettext as _

from agents.llm.providers import own_address
from studio.files.destinations import DESTINATIONS, DestinationKind
from studio.files.plan import Plan


def leave(plan: Plan) -> None:
    """Puts the plan's addresses, tokens and keys back to what is stored; a new row has none."""
    for kind in DESTINATIONS.values():
        for name in plan.outside.places[kind.part]:
            _leave_place(plan, kind, name)
        plan.outside.brought[kind.part].clear()


def _leave_place(plan: Plan, kind: DestinationKind, name: str) -> None:
    outside, entry = plan.outside, plan.rows(kind.section, kind.part)[name]
    stored = outside.stored[kind.part].get(name) or kind.make(*kind.fields)
    before = plan.before.get(kind.section, {}).get(kind.part, {}).get(name) or kind.make(*kind.drafted)
    drafted = {each: before[each] for each in kind.drafted}
    brought = name in outside.brought[kind.part]
    if outside.places[kind.part][name] != stored or brought or entry != {**entry, **drafted}:
        file, line = plan.where.get((kind.section, kind.part, name), ("", 0))
        sentence = _("Where '%s' is, and its token or key, an operator says: that is not taken.") % name
        plan.note("left", file, line, sentence)
    outside.places[kind.part][name] = dict(stored)
    entry |= drafted


def tell_waiting(plan: Plan, waits: Callable[[str], bool]) -> None:
    """Notes each address that would wait for a second person."""
    for kind, name in plan.outside.list_moved():
        wanted = plan.outside.places[kind.part][name]
        address = wanted[kind.address] or own_address(wanted.get("provider", ""))
        if waits(address):
            plan.outside.waits.add((kind.part, name))
            file, line = plan.where.get((kind.section, kind.part, name), ("", 0))
            sentence = _(
                "The address of '%(name)s', %(address)s, is new to the company: it waits for a second person "
                "(Studio > New addresses)."
            )
            plan.note("waits", file, line, sentence % {"name": name, "address": address})
