"""What a model wrote although its prompt forbids it, kept from the user and counted.

A step of kind `rail` each.

`ANNOUNCED`: a transfer said aloud; `JSON`: structured data. Also words that nobody was to see count: a model
that announces beside its call did not follow its prompt.
"""

from collections.abc import Iterator

from agents.guardrails.announcements import CODE as ANNOUNCED
from agents.guardrails.announcements import SENTENCES, find_announcement
from conversations.turn import StepRecord
from routing.turns.plain import CODE as JSON
from routing.turns.plain import Plain
from routing.turns.team.results import SpecialistResult

CODES = (ANNOUNCED, JSON)


def steps(done: SpecialistResult) -> tuple[StepRecord, ...]:
    """One step for each kind of slip in a specialist's part."""
    found = dict(_find(done))
    return tuple(
        StepRecord(
            node=code, kind="rail", outcome="blocked", summary=words[:400], at=done.at, agent=done.agent
        )
        for code, words in found.items()
    )


def _find(done: SpecialistResult) -> Iterator[tuple[str, str]]:
    unseen = done.worked.withheld
    sentence = next((each for each in SENTENCES.split(unseen) if find_announcement(each) is not None), "")
    if sentence:
        yield ANNOUNCED, f"announced beside a call, not shown: “{sentence[:200]}”"
    if unseen and (cut := _cut(unseen)):
        yield JSON, f"structured data beside a call, not shown: {cut[:120]}"
    for rail in done.rails:
        if rail.code in CODES and rail.phase == "output" and not rail.allowed:
            yield rail.code, rail.reason


def _cut(text: str) -> str:
    plain = Plain()
    plain.feed(text)
    plain.finish()
    return plain.cut[0] if plain.cut else ""
