"""A turn's tool calls: switched off or not, once for equal reads, intention before and result after a change.

    caller = Caller(kit, context, emit)
    result = await caller.call("consultar_fatura", {"msisdn": "5511999999999"}, agent="billing_agent")
    caller.steps      # what the record keeps

Permission is the caller's matter: whoever calls names only tools that the specialist may use.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Literal, Protocol

import orjson
from django.conf import settings
from django.utils.translation import gettext as _

from agents import facts, platform_tools
from agents.knowledge import citations
from agents.prompt_texts import PromptTexts
from agents.resources import Emit, Resources, ServerAddress
from agents.specs import ToolSpec, in_language
from agents.tools import in_process, result_cache, sessions
from agents.tools.results import RawResult
from conversations import side_effects
from conversations.errors import DatabaseAway, TurnLost
from conversations.turn import Handoff, Json, Outcome, RailDecision, StepRecord, ToolResult, TurnContext
from outbound import runtime
from outbound.cleaning import clean

Reason = Literal["off", "server_down", "argument_missing", "permission", "not_found", "limit", "cached"]
OFF = "MCP tools disabled"  # the words of the agent gateway protocol
SHORTEST = 0.05  # seconds; with less left there is no use in asking


class ResultInspector(Protocol):
    """Who reads results before anybody else does (`agents.guardrails.findings`)."""

    async def read(self, tool: ToolSpec, raw: RawResult) -> RawResult: ...

    def take(self) -> tuple[RailDecision, ...]: ...


_call_id: ContextVar[str] = ContextVar("call_id", default="")  # of the call that this task makes
Reads = dict[bytes, "asyncio.Future[ToolResult]"]  # by tool and arguments


class Caller:
    """Calls tools for one turn and remembers what came of it in `results` and `steps`, in order of ending.

    `reads` are the calls of read-only tools, made once for all specialists who work at the same time;
    `prompts` what the models were given to act by, which no call carries away but for what may be `told`;
    `moved` the turn's handoffs so far; `reader` reads what comes back. `asked` is what of the user's own
    personal data they are asked to agree to in this turn.
    """

    def __init__(
        self,
        resources: Resources,
        context: TurnContext,
        emit: Emit,
        reads: Reads | None = None,
        prompts: Sequence[str] = (),
        told: Sequence[str] = (),
        moved: Sequence[Handoff] = (),
        reader: ResultInspector | None = None,
    ) -> None:
        self.resources = resources
        self.context = context
        self.emit = emit
        self.results: list[ToolResult] = []
        self.steps: list[StepRecord] = []
        self.asked: set[str] = set()
        self.reads: Reads = {} if reads is None else reads
        self._prompts, self._told, self._moved = prompts, told, moved
        self._reader = reader

    async def call(
        self, tool_name: str, arguments: Mapping[str, Any], agent: str, call_id: str = ""
    ) -> ToolResult:
        """Calls a tool; what goes wrong is in the result, and nothing but cancellation is raised.

        An equal call of a read-only tool earlier in the turn, or under way, is not repeated. `call_id` is the
        model's own name of its call, for the record.
        """
        _call_id.set(call_id)
        arguments = clean(dict(arguments))
        tool = self.resources.section.tools.get(tool_name)
        if tool is None:
            words = _("There is no tool '%s' in this release.") % tool_name
            return self.skip(tool_name, "permission", words, agent, arguments)
        if not self.resources.tool_on(tool):
            return self.skip(tool_name, "off", OFF, agent, arguments)
        if self.reads_out(arguments):
            words = (
                _("The arguments read out the instructions of a specialist: %s was not called.") % tool_name
            )
            return self.skip(tool_name, "permission", words, agent)
        if self._time_left() < SHORTEST:
            words = _("No time was left in this turn to call %s.") % tool_name
            return self.skip(tool_name, "limit", words, agent, arguments)
        if not tool.read_only:
            # In a task of its own: stopping the turn must not cut a change off in the middle of its request.
            return await asyncio.shield(runtime.spawn(self._change(tool, arguments, agent)))
        key = orjson.dumps([tool_name, arguments], option=orjson.OPT_SORT_KEYS)
        if (earlier := self.reads.get(key)) is not None:
            return await self._again(tool, arguments, agent, earlier)
        known = self.reads[key] = asyncio.get_running_loop().create_future()
        try:
            result = await self._read(tool, arguments, agent)
            known.set_result(result)
            return result
        finally:
            if not known.done():  # cancelled: whoever waits for it, or asks later, makes the call
                del self.reads[key]
                known.cancel()

    def reads_out(self, arguments: Mapping[str, Any]) -> bool:
        """Whether the arguments of a call give away what a model was given to act by."""
        if not self._prompts:
            return False
        known_texts = [*facts.of_conversation(self.context), *facts.answers_of(self.results), *self._told]
        return PromptTexts.of(self._prompts).gives_away(_join_texts(arguments), known_texts)

    def take_rails(self) -> tuple[RailDecision, ...]:
        """What guardrails made of results since this was asked last."""
        return self._reader.take() if self._reader is not None else ()

    async def _look_at(self, tool: ToolSpec, raw: RawResult) -> RawResult:
        return await self._reader.read(tool, raw) if self._reader is not None else raw

    def skip(
        self,
        tool_name: str,
        reason: Reason,
        words: str,
        agent: str,
        arguments: Mapping[str, Any] | None = None,
    ) -> ToolResult:
        """Records that a tool was not called, and why."""
        tool = self.resources.section.tools.get(tool_name) or ToolSpec(tool_name, server="")
        about: dict[str, Json] = {"arguments": dict(arguments or {}), "skipped": True, "reason": reason}
        result = ToolResult(tool_name, tool.server, ok=False, error=words, metadata=about, agent=agent)
        return self._keep(tool, result, datetime.now(UTC), "skipped", words)

    async def _again(
        self,
        tool: ToolSpec,
        arguments: Mapping[str, Any],
        agent: str,
        earlier: "asyncio.Future[ToolResult]",
    ) -> ToolResult:
        began = datetime.now(UTC)
        try:
            first = await asyncio.shield(earlier)
        except asyncio.CancelledError:
            if not earlier.cancelled():
                raise
            return await self.call(tool.name, arguments, agent, _call_id.get())
        about = {**first.metadata, "skipped": True, "reason": "cached"}
        result = replace(first, cached=True, agent=agent, ms=0.0, metadata=about)
        return self._keep(tool, result, began, "skipped", _("The same call was already made in this turn."))

    async def _read(self, tool: ToolSpec, arguments: Mapping[str, Any], agent: str) -> ToolResult:
        """A read-only call, repeated once when its connection was lost and there is time left."""
        key = result_cache.key_of(self.context, tool, arguments) if tool.cache_seconds else ""
        if key and (known := await result_cache.find(key)) is not None:
            looked = await self._look_at(tool, RawResult(True, known.value))
            if looked.ok:
                return self._reuse(tool, arguments, agent, known._replace(value=looked.value))
        began, clock = datetime.now(UTC), self._start(tool, agent)
        if (handler := platform_tools.handlers.get(tool.server)) is not None:
            raw = await self._ask_platform(handler, tool, arguments, agent)
            return self._end(tool, raw, {"arguments": dict(arguments), "attempts": 1}, agent, began, clock)
        address = self._address(tool)
        raw = await self._send(address, tool, arguments, agent)
        attempts = 1
        if raw.again and self._seconds_left(clock) > SHORTEST:
            raw = await self._send(address, tool, arguments, agent, self._seconds_left(clock))
            attempts = 2
        raw = await self._look_at(tool, raw)
        about: dict[str, Json] = {"arguments": dict(arguments), "attempts": attempts}
        if key:
            about["cache"] = "miss"
        result = self._end(tool, raw, about, agent, began, clock)
        if key and result.ok:
            await result_cache.keep(key, result.result, tool.cache_seconds)
        return result

    def _reuse(
        self, tool: ToolSpec, arguments: Mapping[str, Any], agent: str, known: result_cache.Cached
    ) -> ToolResult:
        """What the tool said to the same person a while ago."""
        read_at = datetime.fromtimestamp(known.at, UTC).isoformat(timespec="seconds")
        about: dict[str, Json] = {"arguments": dict(arguments), "cache": "hit", "read_at": read_at}
        result = ToolResult(tool.name, tool.server, True, known.value, None, about, cached=True, agent=agent)
        return self._keep(tool, result, datetime.now(UTC), "ok", "")

    async def _change(self, tool: ToolSpec, arguments: Mapping[str, Any], agent: str) -> ToolResult:
        """A call that changes the world: never repeated, and `uncertain` when its answer was lost."""
        began, clock = datetime.now(UTC), self._start(tool, agent)
        turn, attempt = self.context.request.turn_id, self.context.request.attempt
        about: dict[str, Json] = {"arguments": dict(arguments), "side_effect": True}
        effect = ""
        if turn:  # an operator's call from the debug door has no turn to keep it
            try:
                left = self._time_left()
                effect = await side_effects.begin(
                    turn, attempt, tool.name, dict(arguments), left, self._moved
                )
            except (TurnLost, DatabaseAway) as error:
                about |= {"skipped": True, "reason": "limit"}
                gone = RawResult(False, error=side_effects.why_not(error))
                return self._end(tool, gone, about, agent, began, clock)
        raw = await self._send(self._address(tool), tool, arguments, agent)
        if raw.lost:
            about["uncertain"] = True
        raw = await self._look_at(tool, raw)
        result = self._end(tool, raw, about, agent, began, clock)
        if effect:
            ok = None if raw.lost else raw.ok
            await side_effects.finish(effect, turn, attempt, ok, raw.error, raw.value)
        return result

    async def _send(
        self,
        address: ServerAddress,
        tool: ToolSpec,
        arguments: Mapping[str, Any],
        agent: str,
        within: float | None = None,
    ) -> RawResult:
        left = self._time_left()
        seconds = min(left, settings.TOOL_DEADLINE if within is None else within)
        if address.toolbox:
            stated = self.resources.settings_of(f"tools:{address.toolbox}")
            request = platform_tools.PlatformCall(tool.name, arguments, agent, self.context, self.resources)
            return await in_process.call(address.toolbox, request, stated, max(seconds, SHORTEST))
        return await sessions.call(address, tool.name, arguments, max(seconds, SHORTEST), left)

    async def _ask_platform(
        self, handler: platform_tools.Handler, tool: ToolSpec, arguments: Mapping[str, Any], agent: str
    ) -> RawResult:
        """A call of a tool of the platform's own. Passages are numbered through the turn, to be cited by."""
        request = platform_tools.PlatformCall(
            tool.name, arguments, agent, self.context, self.resources, tuple(self.results)
        )
        try:
            async with asyncio.timeout(min(self._time_left(), settings.TOOL_DEADLINE)):
                found = await handler(request)
        except TimeoutError:
            return RawResult(False, error=_("%s took too long.") % tool.name)
        except DatabaseAway as error:
            return RawResult(False, error=str(error))
        left = await self._look_at(tool, RawResult(True, found))
        numbered = citations.number_passages(left.value, 1 + citations.count(self.results))
        return replace(left, value=numbered)

    def _time_left(self) -> float:
        """Seconds until the turn's deadline; a call outside a turn has a tool's time."""
        deadline = self.context.request.deadline
        return deadline - time.time() if deadline else float(settings.TOOL_DEADLINE)

    def _address(self, tool: ToolSpec) -> ServerAddress:
        known = self.resources.operational.servers.get(tool.server)
        if known is not None:
            return known
        return ServerAddress(tool.server, "", problem=_("The server '%s' has no address.") % tool.server)

    def _seconds_left(self, clock: float) -> float:
        return float(settings.TOOL_DEADLINE) - (time.perf_counter() - clock)

    def _start(self, tool: ToolSpec, agent: str) -> float:
        self._tell(tool, agent, "started", 0.0)
        return time.perf_counter()

    def _end(
        self,
        tool: ToolSpec,
        raw: RawResult,
        about: dict[str, Json],
        agent: str,
        began: datetime,
        clock: float,
    ) -> ToolResult:
        if raw.down:
            about |= {"skipped": True, "reason": "server_down"}
        if raw.told:
            about["told"] = True  # the error is the tool's own sentence
        result = ToolResult(
            tool.name,
            tool.server,
            raw.ok,
            raw.value,
            raw.error or None,
            about,
            agent=agent,
            ms=round((time.perf_counter() - clock) * 1000, 1),
        )
        outcome: Outcome = "ok" if raw.ok else "skipped" if about.get("skipped") else "failed"
        return self._keep(tool, result, began, outcome, raw.error)

    def _keep(
        self, tool: ToolSpec, result: ToolResult, began: datetime, outcome: Outcome, words: str
    ) -> ToolResult:
        detail = {
            "tool": result.tool_name,
            "server": result.server_name,
            "ok": result.ok,
            "cached": result.cached,
        }
        detail |= {
            name: result.metadata[name]
            for name in ("reason", "uncertain", "attempts", "cache")
            if name in result.metadata
        }
        if call_id := _call_id.get():
            detail["call_id"] = call_id
        summary = f"{result.tool_name}: {words}" if words else result.tool_name
        self.results.append(result)
        self.steps.append(
            StepRecord("tool", "tool", outcome, summary[:400], began, result.ms, result.agent, detail)
        )
        self._tell(tool, result.agent, "done" if result.ok else "failed", result.ms)
        return result

    def _tell(self, tool: ToolSpec, agent: str, phase: str, ms: float) -> None:
        title = in_language(tool.title, self.context.request.utterance.language) or tool.name
        event = {"node": "tool", "agent": agent, "tool": tool.name, "title": title, "phase": phase, "ms": ms}
        self.emit("step", event)


def _join_texts(arguments: Json) -> str:
    """The texts of a call's arguments and their names, a line each."""
    if isinstance(arguments, Mapping):
        return "\n".join(f"{name}\n{_join_texts(each)}" for name, each in arguments.items())
    if isinstance(arguments, list | tuple):
        return "\n".join(_join_texts(each) for each in arguments)
    return arguments if isinstance(arguments, str) else ""
