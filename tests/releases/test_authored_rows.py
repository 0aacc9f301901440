"""Rows as a release keeps them: by name, and back."""

from dataclasses import dataclass

import pytest

from agents import release_section
from agents.models import Guardrail, MCPTool, Specialist
from releases.authored_rows import (
    compile_rows,
    make_row,
    name_as_fields,
    name_of,
    prune_rows,
    read_spec,
    restore_rows,
)
from releases.sections import RowTable
from tenancy.models import Tenant

pytestmark = pytest.mark.django_db
SPECIALISTS = next(part for part in release_section.TABLES if part.name == "specialists")
RAILS = next(part for part in release_section.TABLES if part.name == "rails")


@dataclass(frozen=True)
class Word:
    name: str
    phrases: tuple[str, ...] = ()
    seconds: float = 5.0


@pytest.fixture
def empty() -> Tenant:
    return Tenant.objects.create(slug="empty", title="Empty")


def _specialist(**said: object) -> dict[str, object]:
    return {**make_row(SPECIALISTS), **said}


def test_rows_that_lead_to_each_other_are_brought_back_whatever_their_order(empty: Tenant) -> None:
    wanted = {"first": _specialist(targets=["second"]), "second": _specialist(targets=["first"])}
    restore_rows(SPECIALISTS, empty, {"specialists": wanted})
    kept = compile_rows(SPECIALISTS, empty)
    assert {name: each["targets"] for name, each in kept.items()} == {
        "first": ["second"],
        "second": ["first"],
    }


def test_a_name_of_nobody_leads_nowhere(empty: Tenant) -> None:
    wanted = {"only": _specialist(tools=["gone"], llm="gone")}
    row = restore_rows(SPECIALISTS, empty, {"specialists": wanted})["only"]
    assert (row.llm, list(row.tools.all())) == (None, [])
    assert not MCPTool.objects.of(empty).exists()


def test_a_row_of_two_names_is_found_by_both(empty: Tenant) -> None:
    wanted = {"MSK:input": make_row(RAILS), "MSK:output": make_row(RAILS)}
    restore_rows(RAILS, empty, {"rails": wanted})
    assert compile_rows(RAILS, empty) == wanted
    prune_rows(RAILS, empty, {"rails": {"MSK:output": {}}})
    assert [row.phase for row in Guardrail.objects.of(empty)] == ["output"]


def test_a_name_with_an_empty_part_leads_back_to_its_row() -> None:
    assert name_as_fields(Guardrail, name_of(Guardrail(code="MSK"))) == {"code": "MSK", "phase": ""}


def test_what_did_not_change_leaves_no_line_of_history(empty: Tenant) -> None:
    for _ in range(2):
        restore_rows(SPECIALISTS, empty, {"specialists": {"only": _specialist()}})
    assert Specialist.history.filter(tenant_id=empty.pk).count() == 1


def test_a_frozen_word_takes_what_it_knows_of_an_older_or_newer_row() -> None:
    word = read_spec(Word, {"phrases": ["a", "b"], "of_a_newer_version": 1}, name="TOX")
    assert word == Word("TOX", ("a", "b"), 5.0)


def test_a_part_of_fields_alone_is_a_table(empty: Tenant) -> None:
    part = RowTable("specialists", Specialist, ("purpose",))
    restore_rows(part, empty, {"specialists": {"only": {"purpose": "Opening hours"}}})
    assert compile_rows(part, empty) == {"only": {"purpose": "Opening hours"}}
