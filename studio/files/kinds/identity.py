"""`identity.yaml`: business keys, and the fields of a request that each is read from, in their order."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from routing.decision import business
from routing.decision.authored.business_keys import all_of
from routing.decision.specs import BUSINESS_KEYS
from studio.files.entry import Anything, Entry, Named, Text, Words, key
from studio.files.kinds.base import Written
from studio.files.plan import Plan

VERSION = 1


class BusinessKeyEntry(Entry):
    """A business key."""

    ROW = ("routing", "business_keys")
    description: Text = key("", "Who or what it says.", "Who the customer is.")
    sources: Words = key([], "The fields of a request that it is read from, in their order.", ["customer_id"])


class IdentityBody(Entry):
    """What of a request says who writes, and about what."""

    version: Anything = key(VERSION, "Of this shape.", VERSION)
    required: Words = key([], "Keys that a message must bring.", ["session_key"])
    keys: Named[BusinessKeyEntry] = key(
        {},
        f"The keys by their names, of which there are these: {', '.join(BUSINESS_KEYS)}.",
        {"customer_key": {"sources": ["customer_id"]}},
    )


class IdentityFile(Entry):
    """Business keys, and what they are read from."""

    identity: IdentityBody | None = key(None, "All of it.", {"required": ["session_key"]})


class Identities:
    name = "identity.yaml"
    named_by = "identity_config_path"
    model = IdentityFile

    def read(self, root: IdentityFile, plan: Plan) -> None:
        if (body := root.identity) is None:
            return
        if body.version != VERSION:
            sentence = _("Identity has version %d here: another one is not taken.")
            plan.note("left", body.file, body.line_of("version"), sentence % VERSION)
        for name, entry in body.keys.items():
            self._key(name, entry, plan)
        if body.says("required"):
            self._require(body.required, body, plan)

    def write(self, plan: Plan) -> Iterator[Written]:
        rows = plan.rows("routing", "business_keys")
        keys = {name: BusinessKeyEntry.from_row(rows[name]) for name in sorted(rows)}
        required = [name for name in keys if rows[name]["required"]]
        yield self.name, {"identity": {"version": VERSION, "required": required, "keys": keys}}

    def _key(self, name: str, entry: BusinessKeyEntry, plan: Plan) -> None:
        if name not in BUSINESS_KEYS:
            return _unknown(name, entry.file, entry.line, plan)
        row = _row(name, entry, plan)
        entry.take(row)
        bare = list(dict.fromkeys(each.split(".")[-1] for each in row["sources"]))
        if bare != row["sources"]:
            sentence = _("'%(key)s' is read from %(fields)s, wherever in a request these stand.")
            given = {"key": name, "fields": ", ".join(bare)[:200]}
            plan.note("taken", entry.file, entry.line_of("sources"), sentence % given)
            row["sources"] = bare
        return None

    def _require(self, needed: Sequence[str], body: IdentityBody, plan: Plan) -> None:
        for name in needed:
            if name in BUSINESS_KEYS:
                _row(name, body, plan)
            else:
                _unknown(name, body.file, body.line_of("required"), plan)
        for name, row in plan.rows("routing", "business_keys").items():
            row["required"] = name in needed


def _row(name: str, place: Entry, plan: Plan) -> dict[str, Any]:
    """The row of a key; a new one is read from what it is read from without one."""
    new = name not in plan.rows("routing", "business_keys")
    row = plan.row(name, place, ("routing", "business_keys"))
    if new:
        row["sources"] = list(BUSINESS_KEYS[name].sources)
    return row


def _unknown(name: str, file: str, line: int, plan: Plan) -> None:
    sentence = _("No business key is named '%(name)s' here: it is not taken. The keys are: %(keys)s.")
    plan.note("unknown", file, line, sentence % {"name": name[:64], "keys": ", ".join(BUSINESS_KEYS)})


def list_things(plan: Plan) -> frozenset[str]:
    """The arguments that name a thing, which users may name themselves: an order stays one under any key."""
    of_things = frozenset(all_of(plan.rows("routing", "business_keys"))[business.NAMED].sources)
    return (of_things - _other(plan)) | frozenset(BUSINESS_KEYS[business.NAMED].sources)


def list_persons(plan: Plan) -> frozenset[str]:
    """The arguments that say who writes."""
    return _other(plan) - list_things(plan)


def _other(plan: Plan) -> frozenset[str]:
    return business.persons(all_of(plan.rows("routing", "business_keys")))
