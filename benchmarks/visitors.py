"""How first messages of visitors are answered without a model: by whom, asked, or told that nobody serves
them.

    python -m benchmarks.visitors FILE [--profile telecom_contas --profile retail_orders] [--wrong]

FILE has an object a line, {lang, text, expect}; `expect` is a specialist's short name (billing, orders,
product, support), or nobody. Each opens a conversation of its own at `POST /gateway/message` of a demo
installation. Printed: of the served ones, how many the right specialist answered with their matter, how many
were asked with the right one among what is offered, told that nobody serves them, or answered by another; of
those out of scope, how many a specialist answered. Without `--wrong` no message is printed, for a set that
must stay unread.
"""

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import httpx2

from benchmarks.conversations import Team, ask, wanted_of
from benchmarks.measuring import command_line

OUTCOMES = ("answered", "asked", "told nobody", "another")


class Answered(NamedTuple):
    """A visitor's line, and what became of it; `got` says how it was decided."""

    line: Mapping[str, str]
    outcome: str
    got: str


def outcome_of(team: Team, expect: str, answer: Mapping[str, Any]) -> str:
    """One of OUTCOMES; of one out of scope "told nobody" is right, and "another" is somebody's answer."""
    wanted = wanted_of(expect)
    label = team.judge_team(wanted, answer)
    if not wanted:
        return {"right": "told nobody", "asked": "asked", "wrong": "another"}[label]
    if label != "wrong":
        return "answered" if label == "right" else "asked"
    return "told nobody" if team.judge_team(set(), answer) == "right" else "another"


async def visit(url: str, lines: Sequence[Mapping[str, str]], team: Team, profile: str) -> list[Answered]:
    """Every line, sent as the first message of a conversation."""
    found = []
    async with httpx2.AsyncClient(base_url=url, timeout=60) as client:
        for number, line in enumerate(lines):
            answer = await ask(client, profile, f"{profile}-{number}", line["text"])
            metadata = answer["metadata"]
            decision = metadata["route_decision"]
            got = f"{metadata['intent']} by {decision['method']}, {metadata['agents']}"
            got += f" {decision['metadata'].get('between') or ''}"
            found.append(Answered(line, outcome_of(team, line["expect"], answer), got))
    return found


def report(found: Iterable[Answered], listed: bool) -> None:
    """Prints the figures, and what was not answered as expected where it is to be listed."""
    found = list(found)
    for name in (*sorted({each.line["lang"] for each in found}), "all"):
        here = [each for each in found if name in (each.line["lang"], "all")]
        for kind, those in (
            ("served", [each for each in here if each.line["expect"] != "nobody"]),
            ("out of scope", [each for each in here if each.line["expect"] == "nobody"]),
        ):
            counts = Counter(each.outcome for each in those)
            shares = (f"{of} {counts[of]} ({100 * counts[of] / max(1, len(those)):.1f} %)" for of in OUTCOMES)
            print(f"{name:<4} {kind:<8} {len(those):4d}  ", ", ".join(shares))
    if listed:
        for each in found:
            right = "told nobody" if each.line["expect"] == "nobody" else "answered"
            if each.outcome != right:
                print(f"  {each.line['expect']}: {each.line['text']} -> {each.outcome}: {each.got}")


def main() -> int:
    parser = command_line(__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--profile", action="append", help="as often as wanted; telecom_contas")
    parser.add_argument("--wrong", action="store_true", help="list what was not answered as expected")
    arguments = parser.parse_args()
    import django

    django.setup()
    from demo.worlds import DEFAULT, WORLDS
    from tests.parts.installation import installed

    lines = [json.loads(line) for line in arguments.file.read_text("utf-8").splitlines() if line.strip()]
    team = Team(WORLDS[DEFAULT])
    with installed("") as home:
        url = home.start()
        for profile in arguments.profile or ("telecom_contas",):
            print(f"\n{profile}: {len(lines)} first messages")
            report(asyncio.run(visit(url, lines, team, profile)), arguments.wrong)  # noqa: TID251
    return 0


if __name__ == "__main__":
    sys.exit(main())
