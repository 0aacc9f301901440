"""Manifests: what cannot be used is told with the place and what to do; what differs is told in words."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from routing.planning.manifests.manifest import content_of, digest_of
from routing.planning.manifests.section import diff_manifests
from routing.planning.manifests.validate import Neighbours, schema, validate
from tests.parts.phrases import try_each
from tests.planning.manifests import LIBRARY, library


def told(manifest: Any, **neighbours: Any) -> dict[str, str]:
    found: dict[str, str] = {}
    for fault in validate(manifest, Neighbours(**neighbours)):
        found[fault.pointer] = " ".join(filter(None, [found.get(fault.pointer), fault.sentence]))
    return found


def with_entity(**about: Any) -> dict[str, Any]:
    made = library()
    made["goals"][1]["entities_schema"]["rank"] |= about
    return made


def with_metadata(**about: Any) -> dict[str, Any]:
    made = library()
    made["capabilities"][0]["metadata"] |= about
    return made


def test_a_good_manifest_has_nothing_to_correct() -> None:
    assert told(LIBRARY) == {}


@try_each(
    ("manifest", "pointer", "word"),
    [
        ({}, "", "'manifest_version' is missing"),
        ([], "", "not of the type object"),
        (library(manifest_version="2"), "/manifest_version", "not written as it must be"),
        (library(domain="No Name"), "/domain", "not written as it must be"),
        (library(capabilities=[]), "/capabilities", "empty"),
        (library(capabilities=[{"description": "x"}]), "/capabilities/0", "name, capability"),
        (library(goals=[{"goal": "A", "capabilities": "find_book"}]), "/goals/0/capabilities", "type array"),
        (library(goals=[{"goal": "A", "capabilities": ["nope"]}]), "/goals/0/capabilities/0",
            "does not have"),
        (with_entity(values=[]), "/goals/1/entities_schema/rank/values", "empty"),
        (with_entity(type="number"), "/goals/1/entities_schema/rank/type", "none of: string, enum, array"),
        (with_entity(default="WORST"), "/goals/1/entities_schema/rank/default", "none of its values"),
        (with_entity(capability_map={"MOST": "most_lend"}),
         "/goals/1/entities_schema/rank/capability_map/MOST",
         "'most_lend'"),
        (with_entity(capability_map={"TOP/10": "most_lent"}),
         "/goals/1/entities_schema/rank/capability_map/TOP~110", "none of its values"),
        (with_metadata(flow={"pre": [{"type": "resolve_symbol", "param": "title",
            "search_capability": "gone"}]}),
         "/capabilities/0/metadata/flow/pre/0/search_capability", "'gone'"),
        (with_metadata(flow={"pre": [{"type": "guess", "param": "title"}]}),
         "/capabilities/0/metadata/flow/pre/0/type", "resolve_symbol"),
        (with_metadata(composition={"followup_roles": ["notifier"]}),
         "/capabilities/0/metadata/composition/followup_roles/0", "no domain has"),
        (with_metadata(composition={"enabled_if": "parameters.notify"}),
         "/capabilities/0/metadata/composition/enabled_if", "not of the type object"),
        (library(capabilities=[{"name": "a", "schema": {"type": "objekt"}}], goals=[]),
         "/capabilities/0/schema/type",
         "no JSON Schema"),
        (library(capabilities=[{"name": "a"}, {"capability": "a"}], goals=[]), "/capabilities/1",
            "stands there twice"),
        (library(goal=[]), "/goal", "has no effect"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_where_it_stands(manifest: Any, pointer: str, word: str) -> None:
    found = told(manifest)
    assert word in found.get(pointer, ""), found


def test_another_domain_in_use_settles_what_is_needed_of_it() -> None:
    made = with_metadata(composition={"followup_roles": ["notifier"]})
    made["goals"][0]["requires_domains"] = ["letters"]
    assert set(told(made)) == {
        "/goals/0/requires_domains/0", "/capabilities/0/metadata/composition/followup_roles/0",
        "/capabilities/0/metadata/composition/param_map",
    }  # fmt: skip
    assert set(told(made, domains={"letters"}, roles={"notifier"})) == {
        "/capabilities/0/metadata/composition/param_map"
    }
    mapped = {"message": {"from_parameters": "_step_explanation", "required": True}}
    made["capabilities"][0]["metadata"]["composition"]["param_map"] = mapped
    assert told(made, domains={"letters"}, roles={"notifier"}) == {}


def test_what_is_only_unwise_is_a_warning() -> None:
    made = library(surprise=1)
    made["goals"][0]["hints"] = {}
    found = validate(made, Neighbours())
    assert {fault.severity for fault in found} == {"warning"} and len(found) == 2


def test_a_hostile_manifest_is_told_briefly_and_soon() -> None:
    made = library(goals=[{"goal": f"G{number}", "capabilities": ["x" * 900]} for number in range(150)])
    found = validate(made, Neighbours())
    assert len(found) == 100 and all(len(fault.sentence) < 300 for fault in found)


def test_two_ways_to_write_a_manifest_are_one() -> None:
    one = library(capabilities=[{"name": "a"}], goals=[{"goal": "G", "capabilities": ["a"]}])
    other = library(capabilities=[{"capability": "a"}], goals=[{"name": "G", "capabilities": ["a"]}])
    assert content_of(one) == content_of(other)
    assert digest_of({"a": 1, "b": 2}) == digest_of({"b": 2, "a": 1}) != digest_of({"a": 1})


def test_a_change_is_told_in_words() -> None:
    new = library()
    new["goals"][0]["hints"]["keywords"].append("shelf")
    del new["capabilities"][4]
    said = [str(change) for change in diff_manifests(LIBRARY, new, "library")]
    assert said == [
        "Capability 'reserve_book · library' removed",
        "Goal 'FIND_BOOK · library' changed; keywords: + shelf",
    ]  # fmt: skip
    assert {change.what for change in diff_manifests(None, LIBRARY, "library")} == {"added"}


@pytest.mark.django_db
def test_the_schema_is_served_as_it_is_used() -> None:
    answer = Client().get("/static/schemas/domain-manifest-1.json")
    assert answer.status_code == 200
    served = json.loads(b"".join(answer.streaming_content))  # type: ignore[attr-defined]
    assert served == schema() and served["$id"] == "/static/schemas/domain-manifest-1.json"


def test_every_field_of_a_manifest_is_explained_in_the_documents() -> None:
    text = (Path(settings.BASE_DIR) / "docs/manifests.md").read_text()

    def fields(part: Any) -> Iterator[str]:
        if isinstance(part, dict):
            for name, about in part.items():
                if name == "properties":
                    yield from about
                yield from fields(about)
        elif isinstance(part, list):
            for each in part:
                yield from fields(each)

    assert [name for name in fields(schema()) if f"{name}`" not in text] == []


def test_whatever_plans_read_of_a_capability_a_manifest_may_say() -> None:
    reads = re.compile(r"""\.part\("(\w+)"\)|\b(?:capability|each|self|\])\.metadata\.get\("(\w+)"\)""")
    code = "".join(path.read_text() for path in (Path(settings.BASE_DIR) / "routing/planning").rglob("*.py"))
    read = {name for found in reads.findall(code) for name in found if name}
    assert (
        {"memory_map", "label", "composition", "flow"}
        <= read
        <= set(schema()["$defs"]["metadata"]["properties"])
    )
