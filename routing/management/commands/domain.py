"""Domains from the command line: `manage.py domain list | add | sync | approve | bootstrap`."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Count

from agents.models import MCPServer
from releases import diff
from routing.planning.errors import BadDomainsFile, ManifestRefused, NotValid
from routing.planning.manifests.approve import approve
from routing.planning.manifests.bootstrap import register_file
from routing.planning.manifests.section import diff_manifests
from routing.planning.manifests.sync import sync
from routing.planning.models import Domain, ProposedManifest
from tenancy.lookup import company_named
from tenancy.models import Tenant
from tenancy.operational import touch


class Command(BaseCommand):
    """Lists, registers, looks at and approves domains; what is approved acts with the next release."""

    help = "Lists, registers, looks at and approves domains; what is approved acts with the next release."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tenant", help="the company; may be left out where there is one only")
        verbs = parser.add_subparsers(dest="verb", required=True)
        verbs.add_parser("list", help="every domain, and what it was when last asked")
        add = verbs.add_parser("add", help="registers a domain and asks for its manifest")
        add.add_argument("name")
        where = add.add_mutually_exclusive_group(required=True)
        where.add_argument("--url", help="address of an HTTP domain, without /manifest")
        where.add_argument("--server", help="name of an MCP server of the company")
        add.add_argument("--timeout", type=float, default=10)
        again = verbs.add_parser("sync", help="asks for manifests; what differs waits for approval")
        again.add_argument("names", nargs="*", help="which; none: all in use")
        again.add_argument("--approve", action="store_true", help="approves what is proposed at once")
        agree = verbs.add_parser("approve", help="takes what a domain proposes")
        agree.add_argument("name")
        agree.add_argument("--digest", help="only this one; its beginning, as `sync` showed it, will do")
        file = verbs.add_parser("bootstrap", help="registers the domains of a file where they are absent")
        file.add_argument("path", nargs="?", default="", help="else the file that DOMAINS_BOOTSTRAP names")

    def handle(self, *args: Any, verb: str, tenant: str | None, **options: Any) -> None:
        company = company_named(tenant)
        {
            "list": self._list,
            "add": self._add,
            "sync": self._sync,
            "approve": self._approve,
            "bootstrap": self._bootstrap,
        }[verb](company, options)

    def _list(self, company: Tenant, options: dict[str, Any]) -> None:
        rows = Domain.objects.of(company).select_related("server").defer("manifest")
        rows = rows.annotate(goal_count=Count("goals", distinct=True))
        waiting = set(ProposedManifest.objects.of(company).values_list("domain_id", flat=True))
        for row in rows:
            where = row.server.name if row.server else row.url
            state = "proposed" if row.pk in waiting else "approved" if row.digest else "not approved"
            used = "" if row.enabled else ", off"
            problem = f"  ({row.last_error})" if row.last_error else ""
            self.stdout.write(
                f"{row.name}  {row.kind}  {where}  {row.goal_count} goals  {state}{used}{problem}"
            )
        if not rows:
            self.stdout.write("No domains yet: manage.py domain add NAME --url ADDRESS")

    def _add(self, company: Tenant, options: dict[str, Any]) -> None:
        server = None
        if options["server"]:
            server = MCPServer.objects.of(company).filter(name=options["server"]).first()
            if server is None:
                raise CommandError(f"There is no MCP server '{options['server']}'.")
        kind = Domain.Kinds.MCP if server else Domain.Kinds.HTTP
        row = Domain(
            tenant=company, name=options["name"], kind=kind, url=options["url"] or "", server=server,
            timeout=options["timeout"],
        )  # fmt: skip
        try:
            row.full_clean()
        except ValidationError as error:
            raise CommandError("; ".join(error.messages)) from error
        row.save()
        touch(company)
        self.stdout.write(f"Registered {row.name}.")
        self._look(row, at_once=False)

    def _sync(self, company: Tenant, options: dict[str, Any]) -> None:
        rows = Domain.objects.of(company).select_related("server", "tenant")
        found = list(
            rows.filter(name__in=options["names"]) if options["names"] else rows.filter(enabled=True)
        )
        unknown = set(options["names"]) - {row.name for row in found}
        if unknown:
            raise CommandError(f"No such domain: {', '.join(sorted(unknown))}.")
        failed = [row.name for row in found if not self._look(row, at_once=options["approve"])]
        if failed:
            raise CommandError(f"Not looked at: {', '.join(failed)}.")

    def _approve(self, company: Tenant, options: dict[str, Any]) -> None:
        found = ProposedManifest.objects.of(company).filter(domain__name=options["name"]).first()
        if found is None:
            raise CommandError(
                f"'{options['name']}' proposes nothing: manage.py domain sync {options['name']}"
            )
        wanted = options["digest"] or found.digest
        try:
            approve(found.domain, found.digest if found.digest.startswith(wanted) else wanted)
        except ManifestRefused as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Approved {options['name']}: it acts with the next release (manage.py publish).")

    def _bootstrap(self, company: Tenant, options: dict[str, Any]) -> None:
        path = options["path"] or settings.DOMAINS_BOOTSTRAP
        if not path:
            raise CommandError("Name a file, or set DOMAINS_BOOTSTRAP.")
        try:
            made = register_file(company, Path(path))
        except BadDomainsFile as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Registered: {', '.join(made.added) or 'none'}; there already: {len(made.there)}.")
        if made.inside:
            self.stdout.write(f"Left out, they run inside another program: {', '.join(made.inside)}.")
        for row in (
            Domain.objects.of(company).filter(name__in=made.to_sync).select_related("server", "tenant")
        ):
            self._look(row, at_once=False)

    def _look(self, row: Domain, *, at_once: bool) -> bool:
        try:
            found = sync(row)
            if found.state == "same":
                self.stdout.write(f"{row.name}: nothing new.")
                return True
            row.refresh_from_db()
            proposed = ProposedManifest.objects.of(row.tenant_id).get(domain=row)
            self.stdout.write(f"{row.name} proposes {found.digest[:12]}:")
            for change in diff_manifests(row.manifest, proposed.manifest, row.name):
                self._tell(change)
            for fault in found.warnings:
                self.stdout.write(f"  note {fault.pointer or '/'}: {fault.sentence}")
            if at_once:
                approve(row, found.digest)
                self.stdout.write("  approved: it acts with the next release (manage.py publish).")
            else:
                self.stdout.write(f"  to take it: manage.py domain approve {row.name}")
        except NotValid as error:
            self.stderr.write(f"{row.name}: its manifest cannot be used.")
            for fault in error.faults:
                self.stderr.write(f"  {fault.pointer or '/'}: {fault.sentence}")
            return False
        except ManifestRefused as error:
            self.stderr.write(str(error))
            return False
        return True

    def _tell(self, change: diff.Change) -> None:
        self.stdout.write(f"  {change.sentence}")
        if change.what == "changed":
            for line in change.lines:
                self.stdout.write(f"    {line}")
