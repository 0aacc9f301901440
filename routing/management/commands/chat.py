"""A chat in the terminal: python manage.py chat [--tenant tenant_a] [--profile telecom_contas] [--session s1]
[--context msisdn=5511999999999]

Each line is a message; piped lines are answered one after the other. /quit or Ctrl-D ends it.
"""

import sys
import uuid
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from outbound import runtime
from routing.api.adapters.cli import Cli
from routing.turns import life
from routing.turns.request import ChatRequest
from routing.turns.run import run_turn
from tenancy import tokens
from tenancy.authenticate import RawCredentials
from tenancy.lookup import company_named
from tenancy.models import Tenant

USER = "terminal"
QUIT = ("/quit", "/exit")


class Command(BaseCommand):
    _numbered: Mapping[str, str] = {}  # what the numbers shown before options stand for
    help = "Chats with a company's published profile in the terminal, or answers the lines that are piped in."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tenant", default="", help="the company's name; not needed where there is one")
        parser.add_argument("--profile", default="", help="who answers; otherwise the company's default")
        parser.add_argument("--session", default="", help="a session to go on with; otherwise a new one")
        parser.add_argument(
            "--context", action="append", default=[], type=_pair, metavar="KEY=VALUE",
            help=(
                "who is writing, as a channel would say it: msisdn=5511999999999; may be "
                "given several times"
            ),
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        company = company_named(options["tenant"])
        session = options["session"] or f"terminal-{uuid.uuid4().hex[:8]}"
        talks = sys.stdin.isatty()
        failed = False
        runtime.run(life.begin(), 60)
        try:
            while True:
                line = _line(self, talks)
                if line is None:
                    break
                failed |= not self._say(company, options["profile"], session, line, dict(options["context"]))
        except KeyboardInterrupt:
            self.stdout.write("")
        finally:
            runtime.run(life.finish(), settings.DRAIN_SECONDS + 30)
        if failed and not talks:
            raise CommandError("Not every line was answered.")

    def _say(
        self, company: Tenant, profile: str, session: str, text: str, context: Mapping[str, str]
    ) -> bool:
        """One message and its answer; a refusal is said and ends nothing."""
        token = tokens.issue(
            company.pk, USER, context, ("chat", "debug"), seconds=600, epoch=company.token_epoch
        )
        message = ChatRequest(
            door="cli",
            credentials=RawCredentials(authorization=f"Bearer {token}"),
            text=self._numbered.get(text, text),
            agent_id=profile or None,
            session_id=session,
            user_id=USER,
            channel="cli",
        )
        deadline = settings.TURN_DEADLINE + settings.LEASE_MARGIN
        try:
            runtime.run(self._tell(message), deadline)
        except Exception as error:
            self.stderr.write(self.style.ERROR(str(error) or type(error).__name__))
            return False
        return True

    def _write(self, text: str, ending: str = "\n") -> None:
        self.stdout.write(text, ending=ending)
        self.stdout.flush()  # word by word, and not line by line

    async def _tell(self, message: ChatRequest) -> None:
        screen = Cli(self._write)
        async for event in run_turn(message):
            screen.show(event)
        self._numbered = screen.numbered


def _line(command: Command, talks: bool) -> str | None:
    """The next message that is not empty; None at the end."""
    while True:
        if talks:
            command.stdout.write("> ", ending="")
            command.stdout.flush()
        line = sys.stdin.readline()
        if not line or line.strip() in QUIT:
            return None
        if line.strip():
            return line.strip()[: settings.MESSAGE_CHARACTERS]


def _pair(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not key or not equals:
        raise ArgumentTypeError(f"'{text}' is no KEY=VALUE, for example msisdn=5511999999999")
    return key, value
