"""`manifests/<domain>.json`: what a domain says of itself, as approved.

Its goals and capabilities are made of it.
"""

from collections.abc import Iterator
from contextlib import suppress

from routing.planning.manifests.approve import take_manifest
from routing.planning.manifests.validate import find_neighbours, validate
from studio.files.entry import Entry, Text, key
from studio.files.kinds.base import Written
from studio.files.plan import Plan

FOLDER = "manifests"


class ManifestFile(Entry):
    """A domain's manifest as it was approved; [what may stand in it](../manifests.md)."""

    ROW = ("planning", "domains")
    OPEN = True
    domain: Text = key(..., "Whose it is.", "finance")


class Manifests:
    name = "manifest.json"
    named_by = ""
    model = ManifestFile

    def read(self, root: ManifestFile, plan: Plan) -> None:
        name, manifest = root.domain, root.content
        row = plan.row(name, root)

        def check() -> None:
            for fault in validate(manifest, find_neighbours(plan.rows("planning", "domains"), name)):
                words = f"{fault.pointer or '/'}: {fault.sentence}"
                if fault.severity == "error":
                    raise root.fault("domain", words)
                plan.note("unknown", root.file, 0, words)

        if manifest == row["manifest"]:
            return
        plan.later.insert(0, check)  # its neighbours may stand in a file that is read later
        with suppress(
            TypeError, AttributeError, ValueError, KeyError
        ):  # of another form: then `check` says so
            row.update(take_manifest(row, manifest))

    def write(self, plan: Plan) -> Iterator[Written]:
        for name, row in sorted(plan.rows("planning", "domains").items()):
            if row["manifest"] is not None:
                yield f"{FOLDER}/{name}.json", row["manifest"]
