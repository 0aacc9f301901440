"""A domain of the draft as a new manifest has it, with what people said otherwise.

    # content: a domain in a release's form (`routing.planning.manifests.release_section`)
    taken(content, manifest)["goals"]

What people changed stays: a goal that was switched off stays off, words that were edited stay where the
manifest's own words did not change. Where they did, the manifest's words are taken, and those that people had
added are kept.
"""

from collections.abc import Mapping
from typing import Any

from releases.sections import Json
from routing.planning.manifests.manifest import content_of, digest_of

TUNED = frozenset({"keywords", "examples", "read_only"})  # what people may say otherwise
Rows = list[dict[str, Any]]


def take_manifest(content: Mapping[str, Any], manifest: Mapping[str, Any]) -> dict[str, Json]:
    """The domain's content once it takes this manifest.

    Goals and capabilities in the order of their names.
    """
    new, old = content_of(manifest), content_of(content["manifest"] or {})
    return {
        **content,
        **{
            key: _merge_tuned(content[key], old[key], new[key])
            for key in ("description", "keywords", "examples")
        },
        **{part: _rows(content[part], old[part], new[part]) for part in ("goals", "capabilities")},
        "manifest": dict(manifest),
        "digest": digest_of(manifest),
    }


def _rows(mine: Rows, before: Rows, now: Rows) -> Rows:
    there = {each["name"]: each for each in mine}
    said = {each["name"]: each for each in before}
    rows: Rows = []
    for each in now:
        own, was = there.get(each["name"], {}), said.get(each["name"], each)
        tuned = {key: _merge_tuned(own[key], was[key], each[key]) for key in TUNED if key in own}
        rows.append({**each, **tuned, "enabled": own.get("enabled", True)})
    return sorted(rows, key=lambda row: str(row["name"]))


def _merge_tuned(mine: Json, before: Json, now: Json) -> Json:
    """What people said where they did; else what the manifest says. Of lists, what people added and took out.

    >>> _merge_tuned(["price", "cost"], ["price"], ["price", "quote"])
    ['price', 'quote', 'cost']
    """
    if mine == before or not isinstance(now, list):
        return now if mine == before else mine
    added = [each for each in mine if each not in before and each not in now]
    gone = {each for each in before if each not in mine}
    return [each for each in now if each not in gone] + added
