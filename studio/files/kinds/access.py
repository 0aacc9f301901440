"""`access.yaml`: who works for the company, and what its keys may, to be read and compared.

Nobody gets in by a file.
"""

from collections.abc import Iterator
from datetime import date

from django.utils.translation import gettext as _

from studio.files.entry import Entry, Listed, Text, Words, key
from studio.files.kinds.base import Written
from studio.files.plan import Plan
from tenancy.models import ApiKey, Membership


class MemberEntry(Entry):
    """A person and their role."""

    person: Text = key(..., "The account's name.", "ana@example.com")
    role: Text = key(..., "viewer, editor, publisher, operator, analyst or admin.", "editor")


class ApiKeyEntry(Entry):
    """A key that works: what it may, never what it is."""

    name: Text = key(..., "Who uses it.", "web shop")
    scopes: Words = key([], "What it may.", ["chat"])
    until: Text = key("", "The day on which it ends; empty: when it is revoked.", "2027-01-31")


class AccessFile(Entry):
    """Members with their roles, keys with their scopes."""

    members: Listed[MemberEntry] = key(
        [], "Who works for the company.", [{"person": "ana", "role": "editor"}]
    )
    keys_: Listed[ApiKeyEntry] = key(
        [], "The keys of programs.", [{"name": "web shop", "scopes": ["chat"]}], alias="keys"
    )


class Access:
    name = "access.yaml"
    named_by = ""
    needs = "tenancy.view_membership"  # what an export of it needs
    model = AccessFile

    def read(self, root: AccessFile, plan: Plan) -> None:
        """Tells what differs; changes nothing."""
        roles, keys = _roles(plan), {name: scopes for name, scopes, _until in _keys(plan)}
        for member in root.members:
            if roles.get(member.person) != member.role:
                sentence = _(
                    "'%(person)s' as %(role)s: people join by an invitation and get a role on their page."
                )
                values = {"person": member.person[:64], "role": member.role[:16]}
                plan.note("left", member.file, member.line, sentence % values)
        for each in root.keys_:
            if keys.get(each.name) != sorted(each.scopes):
                sentence = _(
                    "Key '%(name)s' with %(scopes)s: a key is made and changed on its page, and shown once."
                )
                values = {"name": each.name[:64], "scopes": ", ".join(each.scopes)[:200] or "–"}
                plan.note("left", each.file, each.line, sentence % values)

    def write(self, plan: Plan) -> Iterator[Written]:
        yield (
            self.name,
            {
                "members": [
                    {"person": person, "role": role} for person, role in sorted(_roles(plan).items())
                ],
                "keys": [
                    {"name": name, "scopes": scopes, **({"until": until.isoformat()} if until else {})}
                    for name, scopes, until in _keys(plan)
                ],
            },
        )


def _roles(plan: Plan) -> dict[str, str]:
    members = Membership.objects.filter(tenant=plan.tenant)
    return dict(members.values_list("user__username", "role"))


def _keys(plan: Plan) -> list[tuple[str, list[str], date | None]]:
    """Name, scopes and end of every key that is not revoked, in the order of their names."""
    rows = ApiKey.objects.of(plan.tenant).filter(revoked_at=None).order_by("name", "pk")
    return [(row.name, sorted(row.scopes), row.expires_at.date() if row.expires_at else None) for row in rows]
