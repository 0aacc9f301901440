"""`manifests/<domain>.json`: what a domain says of itself, as approved: its goals and capabilities are made of it."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from routing.planning.consistency import Neighbours, roles_of
from routing.planning.manifest import content_of, digest_of
from routing.planning.models import BUILT_IN
from routing.planning.validate import validate
from studio.files.kinds.base import Written
from studio.files.nodes import plain
from studio.files.part import Part, text
from studio.files.plan import Plan

FOLDER = "manifests"
OURS = ("keywords", "examples", "read_only")  # what people may say otherwise


class Manifests:
    name = "manifest.json"
    named_by = ""

    def read(self, root: Part, plan: Plan) -> None:
        name = root.need("domain", text)
        manifest = {key: plain(node) for key, node in root.nodes.items()}
        entry = plan.row("planning", "domains", name, root)
        root.skip()

        def check() -> None:
            for fault in validate(manifest, _neighbours(plan, name)):
                words = f"{fault.pointer or '/'}: {fault.sentence}"
                if fault.severity == "error":
                    raise root.fault("domain", words)
                plan.note("unknown", root.file, 0, words)

        if manifest == entry["manifest"]:
            return
        plan.later.insert(0, check)  # its neighbours may stand in a file that is read later
        with suppress(
            TypeError, AttributeError, ValueError, KeyError
        ):  # of another form: then `check` says so
            _take(entry, manifest)

    def write(self, plan: Plan) -> Iterator[Written]:
        for name, entry in sorted(plan.rows("planning", "domains").items()):
            if entry["manifest"] is not None:
                yield f"{FOLDER}/{name}.json", entry["manifest"]


def _take(entry: dict[str, Any], manifest: Mapping[str, Any]) -> None:
    """Makes a domain's goals and capabilities what its manifest says; words that people changed stay."""
    new, old = content_of(manifest), content_of(entry["manifest"] or {})
    for key in ("description", "keywords", "examples"):
        if not entry[key] or entry[key] == old[key]:
            entry[key] = new[key]
    for part in ("goals", "capabilities"):
        mine = {each["name"]: each for each in entry[part]}
        before = {each["name"]: each for each in old[part]}
        rows = []
        for each in new[part]:
            own, was = mine.get(each["name"], {}), before.get(each["name"], {})
            tuned = {key: own[key] for key in OURS if key in own and own[key] != was.get(key)}
            rows.append({**each, **tuned, "enabled": own.get("enabled", True)})
        entry[part] = sorted(rows, key=lambda row: str(row["name"]))
    entry["manifest"], entry["digest"] = dict(manifest), digest_of(manifest)


def _neighbours(plan: Plan, apart: str) -> Neighbours:
    others = {name: each for name, each in plan.rows("planning", "domains").items() if name != apart}
    roles = roles_of([each for row in others.values() for each in row["capabilities"]])
    return Neighbours({*others, BUILT_IN}, roles)
