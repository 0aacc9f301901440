"""Sends what is due, in every process: each kind of channel registers how it is spoken to.

sending.register("webhook", post)          # async (Delivery with its channel) -> DeliveryResult
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace

from django.conf import settings
from django.db import Error

from conversations.visits import visit
from delivery import outbox
from delivery.models import Delivery
from delivery.outbox import DeliveryResult
from outbound.sentences import Sentence as _

logger = logging.getLogger(__name__)
SECONDS = 30.0  # one attempt takes at most, well below its lease
Send = Callable[[Delivery], Awaitable[DeliveryResult]]
_senders: dict[str, Send] = {}
_closing: list[Callable[[], Awaitable[None]]] = []
_running: dict["asyncio.Task[None]", Delivery] = {}
_due: asyncio.Event | None = None


def register(kind: str, send: Send, close: Callable[[], Awaitable[None]] | None = None) -> None:
    """How channels of a kind are spoken to, and how the connections that it keeps are ended."""
    _senders[kind] = send
    if close is not None:
        _closing.append(close)


def nudge() -> None:
    """Something may be due in this process; on the runtime loop."""
    if _due is not None:
        _due.set()


async def for_ever() -> None:
    """Looks whenever it is nudged, and every `SWEEP_SECONDS` for what others left and for what is tried
    again.
    """
    global _due
    _due = asyncio.Event()
    while True:
        _due.clear()
        try:
            await once()
        except Error as error:
            logger.warning("The outbox could not be read: %s", error)
        try:
            async with asyncio.timeout(settings.SWEEP_SECONDS):
                await _due.wait()
        except TimeoutError:
            continue


async def once() -> int:
    """Begins to send what is due, and gives how many; a slow receiver holds up nobody else."""
    room = outbox.AT_ONCE - len(_running)
    if room <= 0:
        return 0
    sent = list(_running.values())
    rows = await visit(lambda: outbox.claim(room, sent))
    for row in rows:
        task = asyncio.get_running_loop().create_task(_one(row))
        _running[task] = row
        task.add_done_callback(_end)
    return len(rows)


def _end(task: "asyncio.Task[None]") -> None:
    _running.pop(task, None)
    nudge()  # the next one of the same target, or what there was no room for


async def finish() -> None:
    """Waits for what is being sent."""
    if _running:
        await asyncio.wait(list(_running), timeout=SECONDS)


async def close() -> None:
    """Waits for what is being sent, and ends the connections that are kept."""
    await finish()
    for each in _closing:
        await each()


async def _one(row: Delivery) -> None:
    began = time.perf_counter()
    try:
        async with asyncio.timeout(SECONDS):
            came = await _senders[row.channel.kind](row)
    except TimeoutError:
        came = DeliveryResult(False, error=_("No answer within %(seconds)s s.") % {"seconds": int(SECONDS)})
    except Exception as error:
        logger.exception("Delivery %s failed", row.pk)
        came = DeliveryResult(False, error=type(error).__name__)
    took = (time.perf_counter() - began) * 1000
    timed = replace(came, ms=took)
    try:
        await visit(lambda: outbox.settle(row, timed), patience=SECONDS)
    except Exception:
        # Whatever could not be written, the attempt must count: else it would be sent each minute for ever.
        logger.exception("What came of delivery %s could not be written whole", row.pk)
        bare = DeliveryResult(
            came.ok, error=_("Its answer could not be written down."), final=came.final, ms=took
        )
        await visit(lambda: outbox.settle(row, bare), patience=SECONDS)
