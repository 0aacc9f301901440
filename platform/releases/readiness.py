"""Makes a release ready to decide with, off the event loop: the one place where what it needs is built.

What a decision needs beyond a release's words (models of its parts, automata, an encoder's weights) takes up
to seconds. Whoever publishes in a process that serves turns builds it before the release goes live there;
elsewhere the first turn under a release has it built by a thread, and waits with those that come meanwhile,
while the loop goes on. Parts that arrive later are decided with once they are built, and nobody waits for
them.

>>> await readiness.ready(pinned.release)
"""

import asyncio
import logging
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING

from releases import sections

if TYPE_CHECKING:
    from releases.loaded_release import LoadedRelease, StoredArtifact

logger = logging.getLogger(__name__)
# One thread: two that build would take the processor from turns, and gain nothing.
_builder = ThreadPoolExecutor(1, thread_name_prefix="readiness")
_serving = False


def serve(yes: bool = True) -> None:
    """Says that this process serves turns: what it publishes is ready there before it is live."""
    global _serving
    _serving = yes


def before_publish(release: "LoadedRelease") -> None:
    """Builds what the first message would wait for, where this process serves turns at all."""
    if _serving:
        make_ready(release)


def make_ready(release: "LoadedRelease") -> None:
    """Builds what decisions under a release need, in the caller's thread.

    At once when that is done already.
    """
    state = release.readiness
    with state.building:
        while not state.done or state.arrived:
            with state.gate:
                arrived = dict(state.arrived)
            whole = {**release.parts, **arrived}
            for made in whole.values():
                made.built  # noqa: B018  built here, so that nobody else has to
            for section in sections.list_sections():
                section.ready(release, whole)
            with state.gate:
                release.parts.update(arrived)
                for key in arrived.keys() & state.arrived.keys():
                    if state.arrived[key] is arrived[key]:
                        del state.arrived[key]
                state.done = all(made.is_built for made in release.parts.values())


def arrive(release: "LoadedRelease", found: Mapping[str, "StoredArtifact"]) -> None:
    """Adds parts to a release: at once where nobody decides with it yet, else once they are built."""
    state = release.readiness
    with state.gate:
        (state.arrived if state.done else release.parts).update(found)


async def ready(release: "LoadedRelease") -> None:
    """Returns when the release is ready to decide with; what arrived later is built in the background."""
    state = release.readiness
    if not state.done:
        # Shielded: a turn that is stopped while it waits must not stop those that wait beside it.
        await asyncio.shield(asyncio.wrap_future(_build(release)))
    elif state.arrived:
        _build(release)


def _build(release: "LoadedRelease") -> "Future[None]":
    state = release.readiness
    with state.gate:
        if state.under_way is None or state.under_way.done():
            state.under_way = _builder.submit(_build_release, release)
        return state.under_way


def _build_release(release: "LoadedRelease") -> None:
    try:
        make_ready(release)
    except Exception:
        logger.exception("release %d could not be made ready", release.number)
        raise
