"""`identity.yaml`: business keys, and the fields of a request that each is read from, in their order."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from routing.decision import business
from routing.decision.authored.business_keys import all_of
from routing.decision.specs import BUSINESS_KEYS
from studio.files.kinds.base import Key, Written, said, take
from studio.files.part import Part, anything, text, words
from studio.files.plan import Plan

VERSION = 1
KEYS = (Key("description", text), Key("sources", words))


class Identities:
    name = "identity.yaml"
    named_by = "identity_config_path"

    def read(self, root: Part, plan: Plan) -> None:
        if (part := root.inner("identity")) is None:
            return
        if part.take("version", anything, VERSION) != VERSION:
            told = _("Identity has version %d here: another one is not taken.")
            plan.note("left", part.file, part.line_of("version"), told % VERSION)
        for key, about in part.named("keys"):
            with plan.telling():
                self._key(key, about, plan)
            about.rest()
        if "required" in part:
            self._required(part.take("required", words) or [], part, plan)
        part.rest()

    def write(self, plan: Plan) -> Iterator[Written]:
        rows = plan.rows("routing", "business_keys")
        keys = {name: said(rows[name], KEYS) for name in sorted(rows)}
        required = [name for name in keys if rows[name]["required"]]
        yield self.name, {"identity": {"version": VERSION, "required": required, "keys": keys}}

    def _key(self, key: str, part: Part, plan: Plan) -> None:
        if key not in BUSINESS_KEYS:
            part.skip()
            return _unknown(key, part, part.line)
        row = _row(key, part, plan)
        take(part, row, KEYS)
        bare = list(dict.fromkeys(each.split(".")[-1] for each in row["sources"]))
        if bare != row["sources"]:
            told = _("'%(key)s' is read from %(fields)s, wherever in a request these stand.")
            given = {"key": key, "fields": ", ".join(bare)[:200]}
            plan.note("taken", part.file, part.line_of("sources"), told % given)
            row["sources"] = bare
        return None

    def _required(self, needed: list[str], part: Part, plan: Plan) -> None:
        for key in needed:
            if key in BUSINESS_KEYS:
                _row(key, part, plan)
            else:
                _unknown(key, part, part.line_of("required"))
        for key, row in plan.rows("routing", "business_keys").items():
            row["required"] = key in needed


def _row(key: str, part: Part, plan: Plan) -> dict[str, Any]:
    """The row of a key; a new one is read from what it is read from without one."""
    new = key not in plan.rows("routing", "business_keys")
    row = plan.row("routing", "business_keys", key, part)
    if new:
        row["sources"] = list(BUSINESS_KEYS[key].sources)
    return row


def _unknown(key: str, part: Part, line: int) -> None:
    told = _("No business key is named '%s' here: it is not taken.") % key[:64]
    part.plan.note("unknown", part.file, line, told)


def things(plan: Plan) -> frozenset[str]:
    """The arguments that name a thing, which users may name themselves: an order stays one under any key."""
    of_things = frozenset(all_of(plan.rows("routing", "business_keys"))[business.NAMED].sources)
    return (of_things - _other(plan)) | frozenset(BUSINESS_KEYS[business.NAMED].sources)


def persons(plan: Plan) -> frozenset[str]:
    """The arguments that say who writes."""
    return _other(plan) - things(plan)


def _other(plan: Plan) -> frozenset[str]:
    return business.persons(all_of(plan.rows("routing", "business_keys")))
