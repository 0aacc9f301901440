"""The commands that stdio servers are started with: named in settings, never in a row.

    MCP_STDIO_SERVERS={"clock": {"command": "uvx", "args": ["mcp-clock"], "env": {"PATH": "${ENV:PATH}"}}}

The process sees the variables named here and no others.
"""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from agents.named_setting import NamedSetting, fill
from outbound.addresses import VARIABLE
from outbound.sentences import Sentence as _

KEYS = frozenset({"command", "args", "env"})


@dataclass(frozen=True, slots=True)
class Command:
    """A program with its arguments and its whole environment; values may still say `${ENV:NAME}`."""

    program: str
    arguments: tuple[str, ...] = ()
    environment: tuple[tuple[str, str], ...] = field(default=(), repr=False)

    def path(self) -> str | None:
        """Where the program is on this machine."""
        return shutil.which(self.program)

    def variables(self) -> dict[str, str]:
        """What the process will see; a variable that is not set here is left out."""
        return {
            name: fill(value)
            for name, value in self.environment
            if not (whole := VARIABLE.fullmatch(value)) or whole[1] in os.environ
        }


def _command(each: Any) -> Command | None:
    if not isinstance(each, dict) or not each.keys() <= KEYS:
        return None
    program, arguments, environment = each.get("command"), each.get("args", []), each.get("env", {})
    if not isinstance(arguments, list) or not isinstance(environment, dict):
        return None
    texts = [program, *arguments, *environment.values()]
    if not program or not all(isinstance(text, str) and "\0" not in text for text in texts):
        return None
    return Command(program, tuple(arguments), tuple(environment.items()))


SETTING = NamedSetting(
    "MCP_STDIO_SERVERS",
    _command,
    no_object=_("It must be an object of names and commands."),
    malformed=_('Command \'%s\' must look like {"command": "uvx", "args": ["mcp-clock"], "env": {}}.'),
    unknown=_("There is no command '%(name)s' in %(setting)s. Known ones: %(known)s."),
)
names, find = SETTING.names, SETTING.find


def missing(name: str) -> str:
    """The sentence about a name that is not in settings."""
    return SETTING.missing(name) if name else _("No command is chosen.")


def problems() -> Iterator[str]:
    """What is wrong with the setting itself, and which programs are not on this machine, in sentences."""
    commands, wrong = SETTING.read()
    yield from wrong
    for name, command in commands.items():
        if command.path() is None:
            words = _("Command '%(name)s': there is no program %(program)s.")
            yield words % {"name": name, "program": command.program}
