"""`/api/audit`: who changed and who read what, and whether the log is whole."""

from typing import Any

from audit import chain, reading
from routing.api.endpoint_schema import document
from studio.api import audit_shapes as shapes
from studio.api.door import ProgramDoor
from studio.auditing import read_query
from tenancy.keys import Program


class AuditDoor(ProgramDoor):
    scope = "audit:read"

    @document("Audit", "listAuditEntries", None, shapes.AuditPage, query=shapes.AuditQuery)
    def get(self, program: Program) -> Any:
        """The newest first.

        `before` goes on behind a page: it is the number of the last entry that was read.
        """
        company = program.tenant.pk
        rows = reading.find(company, read_query(self.query))
        if self.query.get("before"):
            rows = rows.filter(number__lt=self.query["before"])
        return {
            "head": reading.head(company),
            "entries": reading.as_json(company, rows[: self.query["limit"]]),
        }


class VerifyDoor(ProgramDoor):
    scope = "audit:read"

    @document("Audit", "verifyAudit", None, shapes.VerifiedChain, query=shapes.HeadQuery)
    def get(self, program: Program) -> Any:
        """Whether every entry is as it was written and none is missing.

        `number` and `digest` are a head that you kept.
        """
        kept = (self.query["number"], self.query["digest"]) if self.query.get("digest") else None
        found = chain.verify(program.tenant, kept)
        return {
            "whole": found.broken_at is None,
            "entries": found.entries,
            "head": {"number": found.number, "digest": found.digest},
            "broken_at": found.broken_at,
            "why": found.why,
        }
