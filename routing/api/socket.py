"""`ws/chat/{session_id}/`: one conversation over one WebSocket, both ways.

Each frame is a JSON object. A client's first one says who it is, the others are what a door would be sent;
the server's are the events of `/gateway/message/sse`. docs/protocols/websocket.md has them all.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext as _

from conversations import visits
from conversations.models import conversation_key
from conversations.turn import TurnEvent
from routing.api import body, door, frames, gateway_request, problems, rates
from routing.api.problems import Flaw, Refused, invalid
from routing.api.watching import watch_credential
from routing.errors import Draining
from routing.turns import registry
from routing.turns.follow import follow_missed
from routing.turns.run import run_turn, stop
from tenancy.authenticate import RawCredentials, admit_with_tenant

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
DOOR = "gateway_ws"
AGAIN = 2000  # milliseconds before a client connects again, as a stream's `retry`
AT_ONCE = 16  # turns that are told at the same time
UNREAD_SECONDS = 20.0  # that a client may leave a frame unread
GOING, SLOW = (1012, "restarting, retry=2000"), (1013, "reads too slowly")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far somebody has told a conversation.

    `mine`: this turn is theirs to tell; None: not known yet, or told.
    """

    key: str
    turn: int
    mine: bool | None = None


class SocketEnded(Exception):
    """The socket ends: with this code and reason, or without a word where the client has gone (code 0)."""

    def __init__(self, code: int = 0, reason: str = "") -> None:
        super().__init__(code, reason)
        self.code, self.reason = code, reason


class ChatConsumer(AsyncWebsocketConsumer):
    """One open socket.

    It holds no rule: each frame is admitted, read and authenticated as a request of its own.
    """

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Runs until one side has had enough."""
        self._request: HttpRequest = frames.make_request(scope)
        self._named: dict[str, Any] = {"session_id": scope["url_route"]["kwargs"]["session"]}
        self._token: str | None = None
        self._places: dict[object, Progress] = {}  # what is being told, by whom
        self._reached: dict[str, tuple[int, int]] = {}  # the furthest event told of each conversation
        self._moved = asyncio.Event()  # one of them goes on, or ends
        self._opening = asyncio.Lock()  # while a message becomes a turn, which nobody else begins to tell
        self._newest: str | None = None
        self._leaving = False
        self._silent = False  # the credential has ended: nothing more is told to whoever holds it
        self._awaited: asyncio.Task[None] | None = None  # who waits for the first frame
        with translation.override(translation.get_language_from_request(self._request)):
            last = SocketEnded()
            try:
                async with asyncio.TaskGroup() as self._tasks:
                    await super().__call__(scope, receive, _make_patient(send))  # type: ignore[arg-type]
            except* SocketEnded as ended:
                last = ended.exceptions[0]  # type: ignore[assignment]
            if last.code:
                with suppress(OSError):
                    await send({"type": "websocket.close", "code": last.code, "reason": last.reason})

    async def dispatch(self, message: Any) -> None:
        """Without Channels' look at database connections before each frame: they live with the visits."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        await self.accept()
        try:
            self._may_connect()
        except Exception as error:
            raise await self._refuse(error) from None
        self._awaited = self._tasks.create_task(self._await_hello())

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self._awaited is None:
            await self._answer(text_data)
        else:
            self._awaited.cancel()
            self._awaited = None
            await self._greet(text_data)

    async def disconnect(self, code: int) -> None:
        raise SocketEnded

    # --- who it is ---------------------------------------------------------------------------------
    async def _greet(self, text: str | None) -> None:
        """Reads the first frame. Whatever is wrong with it ends the socket with the code 4000 + status."""
        ref: Any = None
        try:
            sent = _read(text)
            ref = sent.pop("ref", None)
            hello = body.read_form(frames.Hello, {**sent, "session_id": self._named["session_id"]})
            self._token = hello.pop("token", None) or None
            last = hello.pop("last_event_id", None)
            self._named |= {name: value for name, value in hello.items() if value and name != "type"}
            self._request = frames.make_request(self.scope, self._token)
            await rates.admit(self._request)
            key = await visits.visit(self._conversation_key)
        except SocketEnded:
            raise
        except Exception as error:
            raise await self._refuse(error, ref) from None
        self._tasks.create_task(self._watch())
        await self._say("ready", {"session_id": self._named["session_id"], "retry": AGAIN}, ref)
        if last:
            events = follow_missed(self._credentials(), key, last, self._named.get("user_id"))
            self._tell(Progress(key, int(last.partition(".")[0])), events)

    def _may_connect(self) -> None:
        if settings.SECURE_SSL_REDIRECT and not self._request.is_secure():
            raise Refused(403, "not_secure", _("This line is not secure"), _("Connect with wss:// instead."))
        door.require_origin(self._request)

    async def _await_hello(self) -> None:
        await asyncio.sleep(settings.SOCKET_HELLO_SECONDS)
        words = _("Nobody said who is there"), _('Send {"type": "hello", "token": "..."} first.')
        raise await self._refuse(Refused(408, "no_hello", *words))

    def _conversation_key(self) -> str:
        principal, tenant = admit_with_tenant(self._credentials())
        principal.require("chat")
        session = str(self._named["session_id"])
        if session.count(":") >= 2 and session.startswith(f"{tenant.pk}:"):
            return session
        return conversation_key(tenant.pk, self._named.get("agent_id") or tenant.default_agent_id, session)

    def _credentials(self, tenant_id: str | None = None) -> RawCredentials:
        return RawCredentials.of(self._request, self._named.get("tenant_id") or tenant_id)

    async def _watch(self) -> None:
        """Ends the socket when its token has ended, also while nothing is said."""
        with watch_credential(self._credentials()) as gone:
            raise await self._refuse(await gone)

    # --- what it is sent ---------------------------------------------------------------------------
    async def _answer(self, text: str | None) -> None:
        """Does what one frame asks for; what is wrong with it is said, and the socket stays open."""
        ref: Any = None
        try:
            try:
                sent = _read(text)
                ref = sent.pop("ref", None)
            finally:  # what cannot be read is counted too
                await rates.admit(self._request)
            kind = sent.pop("type", "message")
            if kind == "message":
                await self._message(sent, ref)
            elif kind == "stop":
                await self._stop(sent, ref)
            else:
                raise invalid(Flaw("/type", _("Expected message or stop.")))
        except SocketEnded:
            raise
        except Exception as error:
            await self._object(error, ref)

    async def _message(self, sent: dict[str, Any], ref: Any) -> None:
        """A body of `/gateway/message/sse`, of this session; the next frame is read when it is accepted."""
        if self._leaving or registry.is_draining():
            raise Draining
        if len(self._places) >= AT_ONCE:
            raise Refused(
                429, "too_many_turns", _("Too many turns at once"), _("Wait for an answer."),
                headers={"Retry-After": "1"}
            )  # fmt: skip
        self._agrees(sent)
        key = sent.pop("idempotency_key", None)
        request = frames.make_request(self.scope, self._token, key)
        events = run_turn(gateway_request.read(request, {**sent, **self._named}, DOOR))
        async with self._opening:
            accepted = await anext(events)
            self._newest = str(accepted.data["turn_id"])
            place = Progress(str(accepted.data["conversation_key"]), accepted.turn, True)
            mine = place not in self._places.values()
            # An id stands for all that came before it: not so while a turn before this one is being told.
            alone = all(other.key != place.key for other in self._places.values())
            self._tell(replace(place, mine=mine), events, accepted, ref, alone)

    def _agrees(self, sent: Mapping[str, Any]) -> None:
        for name, value in self._named.items():
            if sent.get(name) not in (None, "", value):
                raise invalid(Flaw(f"/{name}", _("This socket is for '%(name)s'.") % {"name": value}))

    async def _stop(self, sent: dict[str, Any], ref: Any) -> None:
        wish = body.read_form(frames.Stop, sent)
        self._agrees(wish)
        turn_id = wish.get("turn_id") or self._newest
        if turn_id is None:
            raise invalid(Flaw("/turn_id", _("Nothing was begun over this socket: name a turn.")))
        user_id = self._named.get("user_id") or wish.get("user_id")
        who = self._credentials(wish.get("tenant_id"))
        await self._say("stopped", await stop(who, turn_id, user_id), ref)

    # --- what it says ------------------------------------------------------------------------------
    def _tell(
        self,
        place: Progress,
        events: AsyncIterator[TurnEvent],
        first: TurnEvent | None = None,
        ref: Any = None,
        alone: bool = True,
    ) -> None:
        teller = object()
        self._places[teller] = place
        self._tasks.create_task(self._send_told(teller, events, first, ref, alone))

    async def _send_told(
        self, teller: object, events: Any, first: TurnEvent | None, ref: Any, alone: bool
    ) -> None:
        """Sends what is told of a conversation: each turn once, and after those before it."""
        try:
            if first is not None:
                await self._say(first.name, first.data, ref, first.id if alone else "")
            if self._places[teller].mine is not False:
                async for event in events:
                    key, at = self._places[teller].key, (event.turn, event.number)
                    if not await self._is_mine(teller, event.turn):
                        pass
                    elif first is not None or at > self._reached.get(key, (0, 0)):  # else told meanwhile
                        await self._say(event.name, event.data, None, event.id)
                        self._reached[key] = max(at, self._reached.get(key, at))
                    if event.name == "done":
                        self._goes_on(teller, replace(self._places[teller], mine=None))
        except SocketEnded:
            raise
        except Exception as error:
            await self._object(error, ref)
        finally:
            self._goes_on(teller, None)
            await events.aclose()
        if self._leaving and not self._places:
            raise SocketEnded(*GOING)

    async def _is_mine(self, teller: object, turn: int) -> bool:
        """Whether this turn is this teller's to tell; waits for those before it."""
        place = self._places[teller]
        if place.turn != turn or place.mine is None:
            async with self._opening:
                taken = Progress(place.key, turn, True) in self._places.values()
                place = Progress(place.key, turn, not taken)
                self._goes_on(teller, place)
        while place.mine and any(o.key == place.key and o.turn < turn for o in self._places.values()):
            await self._moved.wait()
        return bool(place.mine)

    def _goes_on(self, teller: object, place: Progress | None) -> None:
        """Somebody tells another turn, or no more: who waits for that looks again."""
        if place is None:
            del self._places[teller]
        else:
            self._places[teller] = place
        self._moved.set()
        self._moved = asyncio.Event()

    async def _object(self, error: Exception, ref: Any) -> None:
        """Says a problem of one frame or turn.

        Only a token that has expired, or was revoked, ends the socket.
        """
        ended = await self._refuse(error, ref)
        if ended.code == 4401:
            raise ended from None

    async def _refuse(self, error: Exception, ref: Any = None) -> SocketEnded:
        """Says a problem, and gives the end that it would be of the whole socket."""
        problem = problems.in_stream(error, self._request)
        ended = SocketEnded(4000 + problem["status"], problem["code"][:100])
        if not self._silent:
            self._silent = ended.code == 4401
            await self.send(frames.write("error", problem, ref, ""))
        return ended

    async def _say(self, name: str, data: Mapping[str, Any], ref: Any = None, number: str = "") -> None:
        if self._silent:
            return
        await self.send(frames.write(name, data, ref, number))

    # --- how it ends -------------------------------------------------------------------------------
    async def websocket_leave(self, _message: Message) -> None:
        """This process stops: nothing new, and the end once what is being told has been told."""
        if not self._places:
            raise SocketEnded(*GOING)
        if not self._leaving:
            self._leaving = True
            self._tasks.create_task(_end_later(settings.DRAIN_SECONDS))


async def _end_later(seconds: float) -> None:
    await asyncio.sleep(seconds)
    raise SocketEnded(*GOING)


def _make_patient(send: Send) -> Send:
    """Waits for the client to read.

    What waits is the turn's one ring of events, not a queue of this socket.
    """

    async def sent(message: Message) -> None:
        try:
            async with asyncio.timeout(UNREAD_SECONDS):
                await send(message)
        except TimeoutError:
            raise SocketEnded(*SLOW) from None
        except OSError:  # it has gone
            raise SocketEnded from None

    return sent


def _read(text: str | None) -> dict[str, Any]:
    if text is None:
        raise Refused(
            415, "unsupported_media_type", _("Only JSON is read here"), _("Send JSON as a text frame.")
        )
    return body.parse(text.encode())
