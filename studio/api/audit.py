"""`/api/audit`: who changed and who read what, and whether the log is whole.

What the endpoints of the audit log take and give.
"""

from typing import Any

from rest_framework import serializers

from audit import chain, reading
from audit.models import AuditEntry
from routing.api.endpoint_schema import document
from routing.api.fields import Text
from routing.api.serializers import TenantQuery
from studio.api.door import ProgramDoor
from studio.api.shapes import a_digest
from studio.auditing import read_query
from tenancy.keys import Program

LAST = 2**63 - 1


class AuditQuery(TenantQuery):
    person = Text(required=False, max_length=128, help_text="A part of the name of who acted.")
    action = serializers.ChoiceField([*AuditEntry.Actions.values], required=False)
    kind = Text(required=False, max_length=64, help_text="For example routing.Intent.")
    row = Text(required=False, max_length=64, help_text="A key, or a part of a name.")
    since = serializers.DateField(required=False)
    until = serializers.DateField(required=False, help_text="Included.")
    before = serializers.IntegerField(required=False, min_value=1, max_value=LAST)
    limit = serializers.IntegerField(required=False, min_value=1, max_value=500, default=100)


class HeadQuery(TenantQuery):
    number = serializers.IntegerField(required=False, min_value=1, max_value=LAST, default=1)
    digest = a_digest(required=False)


class ChainHead(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    digest = serializers.CharField(allow_blank=True)


class AuditWho(serializers.Serializer[Any]):
    kind = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    reference = serializers.CharField(help_text="Stands in the entry; the name can be taken off it.")


AuditLine = type(
    "AuditLine",
    (serializers.Serializer,),
    {
        "__doc__": "One entry.",
        "number": serializers.IntegerField(),
        "at": serializers.DateTimeField(),
        "who": AuditWho(),
        "from": serializers.CharField(allow_blank=True, help_text="The address of the network."),
        "action": serializers.ChoiceField([*AuditEntry.Actions.values]),
        "kind": serializers.CharField(),
        "row": serializers.CharField(allow_blank=True),
        "name": serializers.CharField(allow_blank=True),
        "before": serializers.DictField(),
        "after": serializers.DictField(),
        "digest": serializers.CharField(),
    },
)  # a field's name is a word of the language


class AuditPage(serializers.Serializer[Any]):
    head = ChainHead()
    entries = AuditLine(many=True)


class VerifiedChain(serializers.Serializer[Any]):
    whole = serializers.BooleanField()
    entries = serializers.IntegerField()
    head = ChainHead()
    broken_at = serializers.IntegerField(allow_null=True)
    why = serializers.CharField(allow_blank=True)


class AuditDoor(ProgramDoor):
    scope = "audit:read"

    @document("Audit", "listAuditEntries", None, AuditPage, query=AuditQuery)
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

    @document("Audit", "verifyAudit", None, VerifiedChain, query=HeadQuery)
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
