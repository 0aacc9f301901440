"""`manifests/<domain>.json`: what a domain says of itself, as approved: its goals and capabilities are made of it."""

from collections.abc import Iterator
from contextlib import suppress

from routing.planning.manifests.consistency import neighbours_of
from routing.planning.manifests.taking import take_manifest
from routing.planning.manifests.validate import validate
from studio.files.kinds.base import Written
from studio.files.nodes import plain
from studio.files.part import Part, text
from studio.files.plan import Plan

FOLDER = "manifests"


class Manifests:
    name = "manifest.json"
    named_by = ""

    def read(self, root: Part, plan: Plan) -> None:
        name = root.need("domain", text)
        manifest = {key: plain(node) for key, node in root.nodes.items()}
        entry = plan.row("planning", "domains", name, root)
        root.skip()

        def check() -> None:
            for fault in validate(manifest, neighbours_of(plan.rows("planning", "domains"), name)):
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
            entry.update(take_manifest(entry, manifest))

    def write(self, plan: Plan) -> Iterator[Written]:
        for name, entry in sorted(plan.rows("planning", "domains").items()):
            if entry["manifest"] is not None:
                yield f"{FOLDER}/{name}.json", entry["manifest"]
