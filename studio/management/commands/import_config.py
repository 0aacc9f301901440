"""`manage.py import_config DIR --tenant tenant_a [--dry-run] [--docker]`"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from agents.tools import discover
from studio.files import importing
from studio.files.errors import FilesError
from studio.files.gathering import from_folder
from studio.files.plan import Plan
from tenancy.lookup import company_named
from work import dispatch


class Command(BaseCommand):
    help = "Reads a folder of configuration files (YAML) into a company's draft."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", help="the folder with agents.yaml, routing.yaml, tools.yaml ...")
        parser.add_argument("--tenant", required=True, help="the company's name, for example tenant_a")
        parser.add_argument("--dry-run", action="store_true", help="say what it would do, change nothing")
        parser.add_argument(
            "--docker", action="store_true", help="take mcp_servers.docker.yaml, not mcp_servers.yaml"
        )

    def handle(
        self, *args: Any, folder: str, tenant: str, dry_run: bool, docker: bool, **options: Any
    ) -> None:
        row = company_named(tenant)
        try:
            plan = importing.look(row, from_folder(Path(folder)), docker=docker)
            self._tell(plan)
            if plan.faults:
                raise CommandError(f"Nothing was changed: {len(plan.faults)} of these must be mended first.")
            if dry_run:
                return
            importing.write(plan)
        except FilesError as error:
            raise CommandError(str(error)) from error
        dispatch.finish()  # servers are asked about their tools
        for tool, server in discover.list_gone(row).items():
            self.stderr.write(f"Tool '{tool}': the server '{server}' has no tool of this name.")
        self.stdout.write(
            self.style.SUCCESS(f"{tenant}: read into the draft. manage.py publish makes it live.")
        )

    def _tell(self, plan: Plan) -> None:
        # What is read of wrong files says nothing of the draft.
        readable = not plan.faults
        for title, lines in (
            ("changes of the draft", readable and ([str(each) for each in plan.changes] or ["nothing"])),
            ("acts at once", readable and list(plan.outside.changes(plan.tenant))),
            ("not known, not taken", [str(note) for note in plan.notes if note.sort == "unknown"]),
            ("left", [str(note) for note in plan.notes if note.sort == "left"]),
            ("needs your word", [str(note) for note in plan.notes if note.sort == "word"]),
            ("waits for a second person", [str(note) for note in plan.notes if note.sort == "waits"]),
            ("taken so", [str(note) for note in plan.notes if note.sort == "taken"]),
            (
                "publishing would say",
                readable and [f"{each.severity}: {each.where}: {each.sentence}" for each in plan.problems],
            ),
        ):
            if lines:
                self.stdout.write(f"{title}:")
            for line in lines or ():
                self.stdout.write(f"  {line}")
        self.stdout.flush()  # else what is wrong stands within it where both go to one place
        for fault in plan.faults:
            self.stderr.write(f"wrong: {fault}")
