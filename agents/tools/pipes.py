"""The pipes to an MCP server that runs as a process: one JSON message a line, each way.

    async with streams("clock", command) as (read, write): ...        # for the SDK's Client

The SDK's own stdio transport hands the process part of our environment, holds a line of any length in memory
and ends the whole session on a line it cannot read. Here lines are capped, and what goes wrong with one
request is answered to that request, in the words of `agents.tools.wire`.
"""

import asyncio
import logging
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCRequest

from agents.commands import Command
from agents.errors import ServerFailed
from agents.tools.open_requests import OpenRequests, Read, Write, encode
from agents.tools.results import too_large
from agents.tools.wire import wire_bytes
from outbound.sentences import Sentence as _

log = logging.getLogger(__name__)

TIED = str(Path(__file__).with_name("child_process.py"))
ID = re.compile(rb'"id"\s*:\s*(\d+)')
PIECE = 65_536
LEAVE_SECONDS = 0.8  # between the end of its input and SIGTERM, and between that and SIGKILL
LOGGED = 500


@asynccontextmanager
async def streams(server: str, command: Command) -> AsyncIterator[tuple[Read, Write]]:
    """Starts the process and ends it, with whatever it started, on leaving."""
    process = await _start(server, command)
    incoming, read = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    write, outgoing = anyio.create_memory_object_stream[SessionMessage](0)
    pipe = _Pipe(server, process, incoming)
    tasks = [asyncio.create_task(each) for each in (pipe.read(), pipe.log(), pipe.write(outgoing))]
    try:
        yield read, write
    finally:
        pipe.leaving = True
        try:
            await _end(process)
        finally:
            _kill(process, signal.SIGKILL)
            for task in tasks:
                task.cancel()
            for stream in (incoming, read, write, outgoing):
                stream.close()


async def _start(server: str, command: Command) -> asyncio.subprocess.Process:
    program = command.path()
    if program is None:
        raise ServerFailed(server, _("There is no program %s.") % command.program)
    try:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-I", "-S", TIED, str(os.getpid()), program, *command.arguments),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=command.variables(),
            start_new_session=True,
        )
    except OSError as error:
        words = _("%(server)s could not be started: %(error)s.")
        raise ServerFailed(server, words % {"server": server, "error": error.strerror}) from error


async def _end(process: asyncio.subprocess.Process) -> None:
    """As MCP asks: its input ends; then SIGTERM; the caller kills what is left."""
    if process.stdin is not None:
        process.stdin.close()
    if not await _is_gone(process):
        _kill(process, signal.SIGTERM)
        await _is_gone(process)


async def _is_gone(process: asyncio.subprocess.Process) -> bool:
    """Polled: `wait` also waits for pipes, which a grandchild may hold open."""
    until = asyncio.get_running_loop().time() + LEAVE_SECONDS
    while process.returncode is None and asyncio.get_running_loop().time() < until:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    return process.returncode is not None


def _kill(process: asyncio.subprocess.Process, how: signal.Signals) -> None:
    """Ends it with whatever it started, also what outlived it."""
    if process.returncode is None or not _is_taken(process.pid):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, how)


def _is_taken(number: int) -> bool:
    """Whether another process has the number of one that has ended: then nothing is left of its group."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


class _Pipe(OpenRequests):
    """One process's lines; answers every request, also those that the process will never answer."""

    def __init__(
        self,
        server: str,
        process: asyncio.subprocess.Process,
        incoming: "MemoryObjectSendStream[SessionMessage | Exception]",
    ) -> None:
        super().__init__(server, incoming)
        self.process = process
        self.over = self.leaving = False

    async def read(self) -> None:
        """Passes on what the process writes, until it ends; then fails what was asked and not answered."""
        assert self.process.stdout is not None
        line = bytearray()
        cap, skipping = wire_bytes(), False
        with suppress(OSError):
            while piece := await self.process.stdout.read(PIECE):
                *ends, rest = piece.split(b"\n")
                for end in ends:
                    if not skipping:
                        await self._line(bytes(line + end))
                    line.clear()
                    skipping = False
                if not skipping:
                    line += rest
                if len(line) > cap:
                    await self._too_long(bytes(line))
                    line.clear()
                    skipping = True
        self.over = True
        if not self.leaving:
            log.warning("MCP server %s has ended.", self.server)
        for request in list(self.asked):
            await self.fail(request, _("The connection to %s broke.") % self.server, lost=True, again=True)

    async def write(self, outgoing: "MemoryObjectReceiveStream[SessionMessage]") -> None:
        """Sends what the SDK says; a request to a process that has ended was certainly not carried out."""
        assert self.process.stdin is not None
        async for each in outgoing:
            message = each.message
            request = message.id if isinstance(message, JSONRPCRequest) else None
            if not self.over:
                if request is not None:
                    self.asked.add(request)
                with suppress(OSError):
                    self.process.stdin.write(encode(message) + b"\n")
                    await self.process.stdin.drain()
            elif request is not None:
                self.asked.add(request)
                await self.fail(request, _("%s has ended.") % self.server, gone=True)

    async def log(self) -> None:
        """What the process says beside the protocol, for who looks for a fault."""
        assert self.process.stderr is not None
        with suppress(OSError):
            while piece := await self.process.stderr.read(PIECE):
                if log.isEnabledFor(logging.DEBUG):
                    for line in piece.decode(errors="replace").splitlines():
                        log.debug("MCP server %s: %s", self.server, line[:LOGGED])

    async def _line(self, line: bytes) -> None:
        if not line.strip():
            return
        try:
            await self.receive(line)
        except ValueError:
            # Many programs greet on their standard output; a call whose answer was lost here meets its
            # deadline.
            log.debug("MCP server %s wrote something that is not MCP: %r", self.server, line[:LOGGED])

    async def _too_long(self, line: bytes) -> None:
        """Whose answer it is stands at one of its ends; when it cannot be seen, every open request fails."""
        found = ID.search(line[:LOGGED]) or ID.search(line[-LOGGED:])
        own = int(found[1]) if found else None
        for request in [own] if own in self.asked else list(self.asked):
            if request is not None:
                await self.fail(request, too_large(self.server), lost=True)
