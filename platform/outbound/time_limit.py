"""A time limit for what others have to do: it stands still while this process has no hand free.

    async with time_limit.seconds(10):
        await ask(server)

`asyncio.timeout` goes on while the event loop is busy with other turns: whoever is called is then blamed for
an answer that lies unread in this process, or for a request that never left it.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

SLICE = 0.1  # seconds that pass at most between two looks at an idle loop; a late look counts as one


@asynccontextmanager
async def seconds(most: float) -> AsyncIterator[None]:
    """Raises `TimeoutError` in the block after so many seconds in which the loop could have gone on."""
    loop, left = asyncio.get_running_loop(), most
    next_look: asyncio.TimerHandle
    async with asyncio.timeout(None) as end:

        def look() -> None:
            nonlocal left, next_look
            left -= SLICE
            if left > 0:
                next_look = loop.call_later(min(SLICE, left), look)
            else:
                end.reschedule(loop.time())

        next_look = loop.call_later(min(SLICE, most), look)
        try:
            yield
        finally:
            next_look.cancel()
