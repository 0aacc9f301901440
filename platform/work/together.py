"""Visits shared by those who come at the same time.

Eight branches that begin or end in the same millisecond would make eight transactions with a commit each;
what comes while one visit is under way is done by the next one, together.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from conversations.errors import DatabaseAway
from conversations.visits import visit
from outbound import runtime

Item = TypeVar("Item")
Result = TypeVar("Result")
AT_MOST = 32


class Together(Generic[Item, Result]):
    """Lives on the runtime loop.

    claim = Together(branch_rows.claim)          # takes a list, gives a list in its order
    row = await claim(Claim(branch_id, sent, run))
    """

    def __init__(self, work: Callable[[Sequence[Item]], list[Result]], patience: float = 0.0) -> None:
        self._work = work
        self._patience = patience  # seconds that a database may be away
        self._waiting: list[tuple[Item, asyncio.Future[Result]]] = []
        self._busy: asyncio.Task[None] | None = None

    async def __call__(self, item: Item) -> Result:
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, future))
        if self._busy is None or self._busy.done():
            self._busy = runtime.spawn(self._work_off())
        return await future

    async def _work_off(self) -> None:
        while self._waiting:
            now, self._waiting = self._waiting[:AT_MOST], self._waiting[AT_MOST:]
            try:
                await self._one_visit(now)
            except Exception as error:
                if len(now) == 1 or isinstance(error, DatabaseAway):
                    for _, future in now:
                        _fail(future, error)
                else:  # one of them spoils it for all: each by itself
                    for each in now:
                        try:
                            await self._one_visit([each])
                        except Exception as its_own:
                            _fail(each[1], its_own)

    async def _one_visit(self, now: list[tuple[Item, "asyncio.Future[Result]"]]) -> None:
        items = [item for item, _ in now]
        results = await visit(lambda: self._work(items), patience=self._patience)
        for (_, future), result in zip(now, results, strict=True):
            if not future.done():  # who waited may have been cancelled
                future.set_result(result)


def _fail(future: "asyncio.Future[Result]", error: Exception) -> None:
    if not future.done():
        future.set_exception(error)
