"""`/api/config/*`: the draft as files, what files would change, and files into the draft."""

from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from releases import draft
from releases.snapshot import digest
from routing.api.endpoint_schema import document
from routing.api.problems import Flaw, Refused, escape
from studio.api import shapes
from studio.api.door import ProgramDoor
from studio.files import exporting, importing
from studio.files.errors import BadFiles, Fault
from studio.files.gathering import ALL_DOCUMENTS, from_upload, is_document
from studio.files.plan import Plan
from tenancy.keys import Program

ADDRESSES, ROLLOUT = "addresses:write", "rollout:write"
# Files beside the draft, by the scope that may also import them; members and keys are for people to see.
SEES = {"config:write": ("delivery.view_channel",), ROLLOUT: ("rollout.view_flag", "budgets.view_limit")}
LISTED = 500  # lines of one sort in an answer


class FilesDoor(ProgramDoor):
    scope = "config:write"

    @document("Configuration", "exportConfiguration", None, shapes.Exported, query=shapes.ExportQuery)
    def get(self, program: Program) -> Any:
        """Every file of the draft by its path; no secret is in one.

        With the scope rollout:write also rollout.yaml and budgets.yaml. Members and keys
        (access.yaml) are for people to see: the Studio and `manage.py export_config` write them.
        """
        shown = {needs for scope in program.scopes for needs in SEES.get(scope, ())}
        files = dict(exporting.write(program.tenant, shown.__contains__))
        texts = {path: read().decode() for path, read in sorted(files.items()) if not is_document(path)}
        answer = {"digest": draft.of(program.tenant).digest, "files": texts}
        if "include" in self.query:
            answer["documents"] = _encode({path: files[path] for path in sorted(files.keys() - texts.keys())})
        return answer


class PlanDoor(ProgramDoor):
    scope = "config:write"
    takes_form = True

    @document("Configuration", "planConfiguration", shapes.FilesSent, shapes.Planned)
    def post(self, program: Program) -> Any:
        """What an import of the same files would do; nothing is changed.

        What is wrong in them is 422, with each line.
        """
        return _describe_plan(_look(program, self.body), imported=False)


class ImportDoor(ProgramDoor):
    scope = "config:write"
    takes_form = True

    @document("Configuration", "importConfiguration", shapes.FilesSent, shapes.Planned, refuses=(409,))
    def post(self, program: Program) -> Any:
        """All of them into the draft, or nothing.

        Sent again they change nothing; publishing makes the draft live.
        """
        plan = _look(program, self.body)
        answer = _describe_plan(plan, imported=True)
        importing.write(plan, self.body.get("expected_digest") or None, program)
        return {**answer, "digest": draft.of(program.tenant, fresh=True).digest}


def _look(program: Program, body: dict[str, Any]) -> Plan:
    """What the files would do. Raises Refused with every line that is wrong.

    A key that may write the configuration was given that by an administrator, and with it the company's own
    settings and its channels.
    """
    try:
        texts = [(path, text.encode()) for path, text in body["files"].items()]
        documents = [_document(path, text) for path, text in body.get("documents", {}).items()]
        files = from_upload(texts + documents)
        plan = importing.look(
            program.tenant,
            files,
            docker=body["docker"],
            addresses=ADDRESSES in program.scopes,
            rollout=ROLLOUT in program.scopes,
            author=program,
        )
        if plan.faults:
            raise BadFiles(plan.faults)
    except BadFiles as error:
        raise _refuse(error) from error
    return plan


def _encode(documents: dict[str, Callable[[], bytes]]) -> dict[str, str]:
    """Documents in Base64, no more than an import takes. Raises Refused."""
    found, size = {}, 0
    for path, read in documents.items():
        found[path] = b64encode(read()).decode()
        size += len(found[path])
        if size > ALL_DOCUMENTS * 4 // 3:
            detail = _(
                "They have more than %d MB: export them in the Studio, or with manage.py export_config."
            )
            raise Refused(
                422, "too_many_documents", _("The documents are too large"), detail % (ALL_DOCUMENTS // 2**20)
            )
    return found


def _document(path: str, text: str) -> tuple[str, bytes]:
    try:
        return path, b64decode(text, validate=True)
    except ValueError as error:
        raise BadFiles([Fault(path, 0, _("A document is sent in Base64."))]) from error


def _refuse(error: BadFiles) -> Refused:
    flaws = [Flaw(f"/files/{escape(fault.file)}", str(fault)) for fault in error.faults[:LISTED]]
    detail = _("%(first)s (%(count)d in all; nothing was changed)")
    values = {"first": flaws[0].detail, "count": len(error.faults)}
    return Refused(422, "bad_files", _("The files cannot be taken"), detail % values, flaws)


def _describe_plan(plan: Plan, *, imported: bool) -> dict[str, Any]:
    """A plan as JSON, told before it is carried out."""
    changes = plan.changes
    return {
        "imported": imported,
        "digest": digest(plan.before),
        "changes": shapes.changes(changes[:LISTED]),
        "change_count": len(changes),
        "at_once": list(plan.outside.changes(plan.tenant)),
        "notes": [
            {"sort": note.sort, "file": note.file, "line": note.line, "sentence": note.words}
            for note in plan.notes[:LISTED]
        ],
        "problems": shapes.problems(plan.problems[:LISTED]),
    }
