"""The commands that stdio servers are started with: named in settings, never in a row.

    MCP_STDIO_SERVERS={"clock": {"command": "uvx", "args": ["mcp-clock"], "env": {"PATH": "${ENV:PATH}"}}}

A row only picks a name, so that nobody who edits rows can start programs. The process sees the variables
named here and no others; `${ENV:NAME}` is taken from the environment of this process.
"""

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.conf import settings

from outbound.addresses import VARIABLE
from outbound.sentences import Sentence as _

SETTING = "MCP_STDIO_SERVERS"
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
            name: VARIABLE.sub(lambda match: os.environ.get(match[1], ""), value)
            for name, value in self.environment
            if not (whole := VARIABLE.fullmatch(value)) or whole[1] in os.environ
        }


def names() -> list[str]:
    """The names a row may pick.

    >>> names()   # MCP_STDIO_SERVERS={"clock": {"command": "uvx", "args": ["mcp-clock"]}}
    ['clock']
    """
    return sorted(_read(settings.MCP_STDIO_SERVERS)[0])


def find(name: str) -> Command | None:
    """The command behind a name; None when settings know no such name."""
    return _read(settings.MCP_STDIO_SERVERS)[0].get(name)


def missing(name: str) -> str:
    """The sentence about a name that is not in settings."""
    if not name:
        return _("No command is chosen.")
    known = ", ".join(names()) or "-"
    words = _("There is no command '%(name)s' in %(setting)s. Known ones: %(known)s.")
    return words % {"name": name, "setting": SETTING, "known": known}


def problems() -> Iterator[str]:
    """What is wrong with the setting itself, and which programs are not on this machine, in sentences."""
    commands, wrong = _read(settings.MCP_STDIO_SERVERS)
    yield from wrong
    for name, command in commands.items():
        if command.path() is None:
            words = _("Command '%(name)s': there is no program %(program)s.")
            yield words % {"name": name, "program": command.program}


@lru_cache(maxsize=8)
def _read(text: str) -> tuple[Mapping[str, Command], tuple[str, ...]]:
    """The commands that can be read, and a sentence for each that cannot."""
    try:
        value = json.loads(text or "{}")
    except ValueError as error:
        return {}, (_("It is not JSON: %s.") % error,)
    if not isinstance(value, dict):
        return {}, (_("It must be an object of names and commands."),)
    found: dict[str, Command] = {}
    wrong: list[str] = []
    for name, each in value.items():
        if (command := _command(each)) is not None and 0 < len(name) <= 64:
            found[name] = command
        else:
            words = _('Command \'%s\' must look like {"command": "uvx", "args": ["mcp-clock"], "env": {}}.')
            wrong.append(words % name)
    return found, tuple(wrong)


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
