"""Files into the draft: what they would do first, then all of it or nothing.

>>> plan = look(tenant, {"tools.yaml": b"tools: {...}"})
>>> [str(change) for change in plan.changes]
["Tool 'consultar_fatura' added"]
>>> write(plan)                      # raises BadFiles when something is wrong, and has changed nothing then
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from agents.authored_row import edit_as
from agents.knowledge.errors import NotTaken
from agents.llm.providers import own_address
from audit.append import summarize
from egress import changing
from releases import sections, snapshot
from releases.publish import lock
from studio.files.catalogue import DOCKER, KINDS, kind_of
from studio.files.checking import check
from studio.files.destinations import DESTINATIONS, DestinationKind
from studio.files.entry import Entry, read
from studio.files.errors import BadFiles, DraftMoved, Fault
from studio.files.gathering import is_document
from studio.files.json_files import parse_json
from studio.files.kinds.base import Kind
from studio.files.kinds.profiles import Profiles, find_named_files
from studio.files.nodes import Block
from studio.files.plan import Plan
from studio.files.reading import parse
from tenancy.keys import Program
from tenancy.models import Tenant

NAMED = 200  # files in the audit log
WHOLE = (("agents", "points"), ("gateway", "default"))  # what a section says beside its rows, and needs whole


def look(
    tenant: Tenant,
    files: Mapping[str, bytes],
    *,
    docker: bool = False,
    company: bool = True,
    addresses: bool = True,
    rollout: bool = True,
    channels: bool = True,
    author: object = None,
) -> Plan:
    """What the files would do.

    `docker`: of two lists of servers that of containers; `company`: whether who asks may change the company's
    own settings; `addresses`: whether they may say where data goes; `rollout`: whether they may change the
    rollout; `channels`: whether they may change channels; `author`: the person or program that is going to
    write it. What is wrong is in the plan's `faults`.
    """
    plan = Plan.of(tenant)
    plan.outside.company, plan.outside.addresses, plan.outside.rollout = company, addresses, rollout
    plan.outside.may_channels = channels
    plan.documents = {path: content for path, content in files.items() if is_document(path)}
    plan.roots = _roots(plan, {path: files[path] for path in files.keys() - plan.documents.keys()})
    kinds = _kinds(plan, docker)
    entries = _entries(plan, kinds)
    if plan.faults:  # what names what is asked only of files that can be read
        plan.notes.sort(key=lambda note: (note.file, note.line))
        return plan
    for kind in KINDS:
        for path, entry in entries.items():
            if kinds[path] is kind:
                with plan.telling():
                    kind.read(entry, plan)
    for then in plan.later:
        with plan.telling():
            then()
    _tell_left_out(plan)
    _tell_unnamed(plan)
    if not addresses:
        leave(plan)
    elif author is not None:
        tell_waiting(plan, changing.must_wait(tenant, _person(author)))
    plan.faults += check(plan)
    plan.faults.sort(key=lambda fault: (fault.file, fault.line))
    plan.notes.sort(key=lambda note: (note.file, note.line))
    return plan


def write(plan: Plan, expected_digest: str | None = None, author: object = None) -> None:
    """Brings a plan into the rows, in one transaction.

    Their history names the author, a person or a program with a key. Raises BadFiles, and DraftMoved where
    the draft is no longer the one that the plan was made for.
    """
    if plan.faults:
        raise BadFiles(plan.faults)
    changed: dict[str, dict[str, Any]] = {}
    for section, part, name in plan.list_changed():
        changed.setdefault(section, {}).setdefault(part, {})[name] = plan.rows(section, part)[name]
    for section, part in WHOLE:
        if section in changed or plan.content[section] != plan.before[section]:
            changed.setdefault(section, {})[part] = plan.content[section][part]
    with (
        edit_as(author),
        transaction.atomic(),
        summarize(plan.tenant, "import", "studio.Configuration") as summary,
    ):
        summary["files"] = sorted(plan.roots)[:NAMED]
        locked = lock(plan.tenant)
        now = snapshot.digest(snapshot.take(locked))
        if now != (expected_digest or snapshot.digest(plan.before)):
            raise DraftMoved
        before = changing.now(locked)
        for each in sections.list_sections():
            if each.name in changed:
                each.restore(locked, changed[each.name])
        try:
            plan.outside.write(locked, author)
        except NotTaken as error:
            raise BadFiles([Fault("", 0, str(error))]) from error
        if author is None:  # whoever has the installation's own shell needs nobody
            changing.settle_all(locked, before)
        else:
            changing.hold_all(locked, _person(author), before)
        plan.outside.ask(locked)


def _person(author: object) -> object:
    """Who answers for the addresses that an author says."""
    return author.person if isinstance(author, Program) else author


def _roots(plan: Plan, files: Mapping[str, bytes]) -> dict[str, Block]:
    found: dict[str, Block] = {}
    for path in sorted(files, key=lambda path: (path.count("/"), path)):  # the company's before a profile's
        with plan.telling():
            node = (parse_json if path.endswith(".json") else parse)(path, files[path])
            if node is None:
                continue
            if not isinstance(node, Block):
                raise Fault(path, node.line, _("The file is a mapping of names and values."))
            found[path] = node
    return found


def _entries(plan: Plan, kinds: Mapping[str, Kind]) -> dict[str, Entry]:
    """Every file as its model; what a model does not expect is told."""
    found: dict[str, Entry] = {}
    for path, kind in kinds.items():
        try:
            found[path] = read(kind.model, plan.roots[path], plan.note)
        except BadFiles as error:
            plan.faults += error.faults
    return found


def _kinds(plan: Plan, docker: bool) -> dict[str, Kind]:
    """The kind of every file that is read."""
    kinds_by_path: dict[str, str] = {}
    for path, root in plan.roots.items():
        if kind_of(path) is not None and isinstance(kind_of(path), Profiles):
            kinds_by_path |= dict(find_named_files(root, plan.roots))
    plan.kept["named"] = kinds_by_path
    kinds = {
        path: kind for path in plan.roots if (kind := kind_of(path, kinds_by_path.get(path, ""))) is not None
    }
    skipped: set[str] = set()
    lists = [path for path, kind in kinds.items() if kind.name == "mcp_servers.yaml"]
    of_containers = {path for path in lists if path.rsplit("/", 1)[-1] == DOCKER}
    if of_containers and len(of_containers) < len(lists):
        for path in of_containers if not docker else set(lists) - of_containers:
            del kinds[path]
            plan.note("left", path, 0, _("Another file lists the same servers: this one is not read."))
            skipped.add(path)
    for path in plan.roots:
        if path not in kinds and path not in skipped:
            plan.note("unknown", path, 0, _("No file of this name is known: it is not read."))
    return kinds


def _tell_unnamed(plan: Plan) -> None:
    """Documents that no collection lists."""
    listed = {each.path for brought in plan.outside.documents.values() for each in brought}
    for path in sorted(plan.documents.keys() - listed):
        plan.note("unknown", path, 0, _("No collection lists this document: it is not read."))


def _tell_left_out(plan: Plan) -> None:
    """What only profiles can take, where no file names them."""
    if any(isinstance(kind_of(path), Profiles) for path in plan.roots):
        return
    for file, router in plan.kept.get("routers", {}).items():
        if router:
            sentence = _(
                "'router' is a setting of profiles, and agents.yaml is not among the files: it is not taken."
            )
            plan.note("left", file, plan.roots[file].line_of("router"), sentence)
    for file in plan.kept.get("rails", {}):
        if "/" in file:
            sentence = _("Profiles switch these on, and agents.yaml is not among the files: none is taken.")
            plan.note("left", file, 0, sentence)


def leave(plan: Plan) -> None:
    """Puts the plan's addresses, tokens and keys back to what is stored; a new row has none."""
    for kind in DESTINATIONS.values():
        for name in plan.outside.places[kind.part]:
            _leave_place(plan, kind, name)
        plan.outside.brought[kind.part].clear()
    for name, wanted in plan.outside.channels.items():
        if wanted.pop("url", ""):
            file, line = plan.where["delivery", "channels", name]
            plan.note(
                "left",
                file,
                line,
                _("Where '%s' is, and its token or key, an operator says: that is not taken.") % name,
            )


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
        if _tell_waiting(
            plan,
            (kind.section, kind.part, name),
            wanted[kind.address] or own_address(wanted.get("provider", "")),
            waits,
        ):
            plan.outside.waits.add((kind.part, name))
    for name, said in plan.outside.channels.items():
        _tell_waiting(plan, ("delivery", "channels", name), said.get("url", ""), waits)


def _tell_waiting(plan: Plan, row: tuple[str, str, str], address: str, waits: Callable[[str], bool]) -> bool:
    if not waits(address):
        return False
    file, line = plan.where.get(row, ("", 0))
    sentence = _(
        "The address of '%(name)s', %(address)s, is new to the company: it waits for a second person "
        "(Studio > New addresses)."
    )
    plan.note("waits", file, line, sentence % {"name": row[2], "address": address})
    return True
