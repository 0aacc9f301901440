"""What files would do to a company's draft.

The draft as they want it, what acts at once, and all that is told.

A release's words are the middle: files are read into a draft's content (`releases.snapshot`) and written from
one, so that the difference is told, checked and brought into the rows in the one way in which releases do it.
"""

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Literal

from django.utils.translation import gettext as _

from releases import diff, sections, snapshot
from releases.authored_rows import (
    make_row,
)
from releases.diff import Change
from releases.errors import Problem
from releases.publish import check
from releases.sections import Content, RowTable
from studio.files.entry import Entry
from studio.files.errors import Fault
from studio.files.nodes import Block
from studio.files.outside import Outside
from tenancy.models import Tenant

LIKE = 0.8  # how much a name is like another, from which on it may be a slip of the pen
Sort = Literal["unknown", "left", "taken", "word", "waits"]


@dataclass(frozen=True, slots=True)
class Note:
    """Something that is told beside the changes.

    A key nobody knows, one that has no place here, how one was taken, what needs somebody's word, which
    address waits for a second person.
    """

    sort: Sort
    file: str
    line: int
    words: str

    def __str__(self) -> str:
        return str(Fault(self.file, self.line, self.words))


@dataclass
class Plan:
    """Read the files into `content`; then ask for `changes`, `notes` and `faults`."""

    tenant: Tenant
    before: Content
    content: dict[str, Any]
    outside: Outside
    roots: Mapping[str, Block] = field(default_factory=dict)  # every file by its path
    documents: Mapping[str, bytes] = field(default_factory=dict)  # what is no configuration, by its path
    faults: list[Fault] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    where: dict[tuple[str, str, str], tuple[str, int]] = field(default_factory=dict)
    kept: dict[str, Any] = field(default_factory=dict)  # what one kind of file leaves for another
    made: set[str] = field(default_factory=set)  # specialists that files only name
    later: list[Callable[[], None]] = field(default_factory=list)  # what waits until every file is read

    @classmethod
    def of(cls, tenant: Tenant) -> "Plan":
        before = snapshot.take(tenant)
        return cls(tenant, before, copy.deepcopy(before), Outside.of(tenant))

    def rows(self, section: str, part: str) -> dict[str, Any]:
        """The draft's rows of one kind by name: `plan.rows("routing", "intents")["billing"]`."""
        found: dict[str, Any] = self.content[section].setdefault(part, {})
        return found

    def row(self, name: str, place: Entry, of: tuple[str, str] | None = None) -> dict[str, Any]:
        """The row of an entry as the files want it; a new one has the defaults of its model.

        `of`: of another part.
        """
        section, part = of or place.ROW
        rows = self.rows(section, part)
        if name not in rows:
            rows[name] = make_row(list_tables()[section, part])
        self.where[section, part, name] = (place.file, place.line)
        row: dict[str, Any] = rows[name]
        return row

    def is_new(self, section: str, part: str, name: str) -> bool:
        return name not in self.before.get(section, {}).get(part, {})

    def specialist(self, name: str, place: Entry) -> None:
        """A specialist that a file names; one that nobody has is made, without a prompt."""
        if name and name not in self.rows("agents", "specialists"):
            like = get_close_matches(name, self.rows("agents", "specialists"), 1, LIKE)
            self.row(name, place, ("agents", "specialists"))
            self.made.add(name)
            if like:
                asked = _("New specialist '%(name)s': did you mean '%(like)s'?")
                self.note("word", place.file, place.line, asked % {"name": name, "like": like[0]})
                return
            told = _("Specialist '%s' is new and has no prompt yet: write one on its page.") % name
            self.note("taken", place.file, place.line, told)

    @contextmanager
    def telling(self) -> Iterator[None]:
        """What is wrong inside is told with everything else that is wrong."""
        try:
            yield
        except Fault as fault:
            self.faults.append(fault)

    def note(self, sort: Sort, file: str, line: int, words: str) -> None:
        self.notes.append(Note(sort, file, line, words))

    @property
    def changes(self) -> Sequence[Change]:
        """What the draft would say otherwise, in words; specialists that a file only names come first.

        How a server speaks acts at once and is told by `outside`.
        """
        agents, now = self.before["agents"], self.rows("agents", "servers")
        servers = {
            name: {**row, "transport": now.get(name, row)["transport"]}
            for name, row in agents["servers"].items()
        }
        before = {**self.before, "agents": {**agents, "servers": servers}}
        changes = diff.between(before, self.content)
        return sorted(changes, key=lambda each: not (each.what == "added" and each.name in self.made))

    @property
    def problems(self) -> Sequence[Problem]:
        """What publishing it would say; documents that come with the files are there by then."""
        collections = {
            name: {**row, "documents": row.get("documents") or len(self.outside.documents.get(name, ()))}
            for name, row in self.rows("agents", "collections").items()
        }
        return list(check({**self.content, "agents": {**self.content["agents"], "collections": collections}}))

    def list_changed(self) -> Iterator[tuple[str, str, str]]:
        """Section, part and name of every row that would be another one."""
        for section, part in list_tables():
            before = self.before.get(section, {}).get(part, {})
            for name, each in self.rows(section, part).items():
                if before.get(name) != each:
                    yield section, part, name


def list_tables() -> dict[tuple[str, str], RowTable]:
    """The parts of a draft that files know, by section and name."""
    return {
        (section.name, part.name): part for section in sections.list_sections() for part in section.tables
    }
