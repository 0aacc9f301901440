"""Rails that wait for somebody else: those of a phase are asked at once, each within its row's time.

    decided, added = await ask_all(waiting, decided, text, about, resources)

What is late or broken is noted: which, how long, and what then. A second opinion (`RailSpec.confirms`) is
asked only where the check that it is on refused the text, and what it does not confirm passes.
"""

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from agents import plugin_settings
from agents.errors import NotChecked
from agents.guardrails.base import About, AnyRail, AsyncRail, is_async
from agents.guardrails.verdicts import obey_row
from agents.resources import Resources
from agents.specs import RailSpec
from conversations.turn import Json, RailDecision, Usage

logger = logging.getLogger(__name__)
Waiting = Sequence[tuple[AsyncRail, RailSpec]]


def find_waiting(specs: Sequence[RailSpec], rails: Mapping[str, AnyRail]) -> list[tuple[AsyncRail, RailSpec]]:
    """The rails of these rows that wait for somebody else."""
    return [(rail, spec) for spec in specs if is_async(rail := rails[spec.code])]


async def ask_all(
    waiting: Waiting, decided: Sequence[RailDecision], text: str, about: About, resources: Resources
) -> tuple[list[RailDecision], list[RailDecision]]:
    """What was `decided` by the rules as second opinions leave it, and what the others say; nobody is asked
    about a text that the rules refuse anyway.
    """
    opinions = {spec.confirms for _rail, spec in waiting if spec.confirms}
    refused = {each.code for each in decided if not each.allowed}
    if not text.strip() or refused - opinions:
        return list(decided), []
    due = [(rail, spec) for rail, spec in waiting if not spec.confirms or spec.confirms in refused]
    about = replace(about, kit=resources)
    found = await asyncio.gather(*(ask_one(rail, spec, text, about) for rail, spec in due))
    denied: dict[str, str] = {}
    added: list[RailDecision] = []
    for (_rail, spec), decision in zip(due, found, strict=True):
        if not spec.confirms:
            added.append(decision)
            continue
        if _passes(decision):
            denied[spec.confirms] = spec.code
        seen: Mapping[str, Json] = {**decision.metadata, "opinion_on": spec.confirms}
        added.append(replace(decision, allowed=True, sanitized_text=None, metadata=seen))
    return [_overrule(each, denied[each.code]) if each.code in denied else each for each in decided], added


async def ask_one(rail: AsyncRail, spec: RailSpec, text: str, about: About) -> RailDecision:
    """A rail's word by its row, or what is noted of one that has none; `ms` is how long it took."""
    at, began, kit = time.time(), time.perf_counter(), about.kit
    values = kit.settings_of(f"guardrails:{spec.code}") if kit is not None else {}
    missed, why = "failed", ""
    try:
        own = plugin_settings.fill_settings(rail, values)
        about = replace(about, settings=spec.settings, spec=spec, own_settings=own)
        async with asyncio.timeout(spec.seconds):
            decision = obey_row(spec, await rail.check(text, about), text, about)
        missed = ""
    except TimeoutError:
        missed, why = "late", f"not done in {spec.seconds:g} s"
    except NotChecked as error:
        why = str(error)
    except Exception as error:  # whatever somebody else's code does
        logger.exception("Guardrail %s failed.", spec.code)
        why = f"the check failed: {type(error).__name__}"
    ms = round((time.perf_counter() - began) * 1000, 1)
    if not missed:
        return replace(decision, metadata={**decision.metadata, "ms": ms}, ms=ms, at=at)
    closed = (spec.fail_closed or rail.fail_closed) and spec.action != "observe"
    metadata: Mapping[str, Json] = {
        "missed": missed, "ms": ms, "then": "refused" if closed else "passed", "action": spec.action,
    }  # fmt: skip
    return RailDecision(spec.code, not closed, why, None, metadata, about.phase, ms, at)


def sum_usage(decisions: Sequence[RailDecision]) -> Usage:
    """What models cost that rails asked."""
    spent = (each.metadata.get("usage") for each in decisions)
    return Usage.sum(Usage(**each) for each in spent if isinstance(each, Mapping))


def _passes(decision: RailDecision) -> bool:
    """Whether a second opinion finds nothing; one that is missing leaves the first as it is."""
    return not decision.has_found and not decision.metadata.get("missed")


def _overrule(decision: RailDecision, by: str) -> RailDecision:
    metadata: Mapping[str, Json] = {**decision.metadata, "observed": True, "overruled_by": by}
    return replace(decision, allowed=True, sanitized_text=None, metadata=metadata)
