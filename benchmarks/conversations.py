"""How running conversations are read without a model: whose each turn's matter is, and what is still open.

    python -m benchmarks.conversations FILE [--mode router --mode supervisor] \\
        [--profile telecom_contas] [--wrong]

FILE is a JSON list of conversations, `{"lang": "pt", "turns": [{"user": "...", "matter": ["intent",
...]}]}`; instead of matters a turn may say whom it expects: `"expect":
"billing+orders"`, `"nobody"`, or `"same"`, who was expected before (a courtesy may answer it). Each goes
through `POST /gateway/message` of a demo installation of its own. A turn counts

- right, when who answered or keeps an open part are the specialists of its matters and nobody else (an open
  part of another matter does not count against it, an answer does), or, of courtesies alone, when that
  courtesy answered;
- asked, when the user is asked which of several is meant and each specialist of its matters is among them.
"""

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx2

from benchmarks.measuring import command_line

if TYPE_CHECKING:
    from demo.shape import World

IDENTITY = {"msisdn": "5511999999999", "customer_id": "C001"}
LABELS = ("right", "asked", "wrong")


class Team:
    """Whose the intents of a world are, as this file's turns name them."""

    def __init__(self, world: "World") -> None:
        self._owners: dict[str, str] = {topic.intent.name: topic.intent.agent for topic in world.topics}
        self._out_of_scope = {topic.intent.name for topic in world.topics if topic.intent.out_of_scope}

    def specialists(self, matters: Sequence[str]) -> set[str]:
        return {owner for matter in matters if (owner := self._owners.get(matter))}

    def judge(self, matters: Sequence[str], answer: Mapping[str, Any]) -> str:
        """One of LABELS for one answered turn."""
        metadata = answer["metadata"]
        decided = metadata["intent"] or ""
        wanted = self.specialists(matters)
        if not wanted:
            told_nobody = decided == "fallback" and not self._served(metadata)
            told_nobody = told_nobody and bool(self._out_of_scope & set(matters))
            return "right" if decided in matters or told_nobody else "wrong"
        return self.judge_team(wanted, answer)

    def judge_team(self, wanted: set[str], answer: Mapping[str, Any]) -> str:
        """The same, by who should answer; an empty set: nobody of the team."""
        metadata = answer["metadata"]
        served, options = self._served(metadata), self._offered(metadata)
        if not wanted:
            return "asked" if options else "wrong" if served else "right"
        if options:
            return "asked" if wanted <= options | served else "wrong"
        waiting = {part["agent"] for part in metadata["pending"]}
        return "right" if served and served <= wanted <= served | waiting else "wrong"

    def judge_same(self, before: set[str], answer: Mapping[str, Any]) -> str:
        """The same for a turn that stays with who was expected before it; a courtesy may answer it."""
        metadata = answer["metadata"]
        courtesy = self._owners.get(metadata["intent"] or "", "nobody's") == ""
        if courtesy or (metadata["intent"] == "fallback" and not before):
            return "right" if not self._served(metadata) else "wrong"
        served = self._served(metadata)
        if served and served <= before:
            return "right"
        return self.judge_team(before, answer)

    def _served(self, metadata: Mapping[str, Any]) -> set[str]:
        """The specialists who spoke or asked; a courtesy, and "I can help with ...", is nobody's.

        A coordinator that called in the specialist of a matter only introduced it.
        """
        about = metadata["route_decision"]["metadata"]
        courtesy = metadata["intent"] in self._owners and not self._owners[metadata["intent"]]
        adrift = metadata["intent"] == "fallback" and not about.get("follows")
        if courtesy or adrift or metadata["clarification"]:
            return set()
        spoke = set(metadata["agents"]) & set(self._owners.values())
        owner = self._owners.get(metadata["intent"] or "")
        if metadata["route_decision"]["method"] == "coordinator" and owner in spoke:
            return {owner}
        return spoke

    def _offered(self, metadata: Mapping[str, Any]) -> set[str]:
        """Between whose matters the user is asked to choose."""
        return self.specialists(metadata["route_decision"]["metadata"].get("between", ()))


async def ask(
    client: httpx2.AsyncClient, profile: str, session: str, text: str, **more: str
) -> dict[str, Any]:
    """The answer to a message of a customer who is known."""
    body = {"text": text, "agent_id": profile, "session_id": session, "context": IDENTITY, **more}
    response = await client.post("/gateway/message", json=body)
    response.raise_for_status()
    answer: dict[str, Any] = response.json()
    return answer


async def play(
    url: str, conversations: Sequence[Mapping[str, Any]], team: Team, mode: str, profile: str
) -> list[tuple[str, str, str, str]]:
    """Every turn as (language, label, what was said, who answered)."""
    found: list[tuple[str, str, str, str]] = []
    async with httpx2.AsyncClient(base_url=url, timeout=60) as client:
        for number, conversation in enumerate(conversations):
            before: set[str] = set()
            for turn in conversation["turns"]:
                answer = await ask(client, profile, f"{mode}-{number}", turn["user"], mode=mode)
                metadata = answer["metadata"]
                label, before = judge_turn(team, turn, before, answer)
                waiting = [part["agent"] for part in metadata["pending"]]
                got = f"{metadata['intent']} by {metadata['route_decision']['method']}, {metadata['agents']}"
                got += f", open {waiting}" if waiting else ""
                found.append((conversation["lang"], label, f"{turn['user']} {expected(turn)}", got))
    return found


def judge_turn(
    team: Team, turn: Mapping[str, Any], before: set[str], answer: Mapping[str, Any]
) -> tuple[str, set[str]]:
    """The label of a turn, and whom a next turn "same" stays with."""
    if "matter" in turn:
        return team.judge(turn["matter"], answer), team.specialists(turn["matter"]) or before
    if turn["expect"] == "same":
        return team.judge_same(before, answer), before
    wanted = wanted_of(turn["expect"])
    return team.judge_team(wanted, answer), wanted or before


def wanted_of(expect: str) -> set[str]:
    """The specialists that a label names.

    >>> sorted(wanted_of("billing+orders")), wanted_of("nobody")
    (['billing_agent', 'orders_agent'], set())
    """
    return set() if expect == "nobody" else {f"{name}_agent" for name in expect.split("+")}


def expected(turn: Mapping[str, Any]) -> str:
    """What a turn's line says, for people."""
    return str(turn.get("matter", turn.get("expect")))


def main() -> int:
    parser = command_line(__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--mode", action="append", help="as often as wanted; router and supervisor")
    parser.add_argument("--profile", default="telecom_contas")
    parser.add_argument("--wrong", action="store_true", help="list what was read wrongly")
    arguments = parser.parse_args()
    import django

    django.setup()
    from demo.worlds import DEFAULT, WORLDS
    from tests.parts.installation import installed

    conversations = json.loads(arguments.file.read_text("utf-8"))
    team = Team(WORLDS[DEFAULT])
    with installed("") as home:
        url = home.start()
        for mode in arguments.mode or ("router", "supervisor"):
            found = asyncio.run(play(url, conversations, team, mode, arguments.profile))  # noqa: TID251
            print(f"\n{mode}: {len(found)} turns")
            languages = sorted({language for language, *_ in found})
            for name in (*languages, "all"):
                labels = Counter(label for language, label, *_ in found if name in (language, "all"))
                total = sum(labels.values())
                print(f"{name:<5}", *(f"{label} {100 * labels[label] / total:5.1f}%" for label in LABELS))
            if arguments.wrong:
                for _language, label, said, got in found:
                    if label == "wrong":
                        print(f"  {said} -> {got}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
