"""How many natural messages a process decides in a second of CPU: without the sentence encoder, and with it.

    python -m benchmarks.message_rate

The demo's world is published twice, with EMBEDDER=none and with the bundled encoder, each into a database and
a process of its own, which takes some seconds: its examples are learnt. Then, behind some of each profile's
own examples, every message of `tests/routing/natural` is decided once. Ends with 1 when a target is missed: 1
000 messages a second without the encoder; with it at most 6 ms for a message that needs it.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

from benchmarks.measuring import empty_database, machine, median, p95
from benchmarks.natural_messages import published_sets
from language.embedder import BUNDLED, NONE

A_SECOND = 1000  # messages without the encoder
MILLISECONDS = 6.0  # of CPU for a message that needs it
# Examples of a profile that are decided before: what a process builds once, and words it has met, are there
WARMING = 100


def measured(embedder: str) -> list[dict[str, Any]]:
    """Every message in a process of its own: {"method", "asked" (whether the examples were), "ms" of CPU}."""
    command = [sys.executable, "-m", "benchmarks.message_rate", "--here"]
    environment = {**os.environ, "EMBEDDER": embedder, "LOG_LEVEL": "WARNING"}
    found = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    lines: list[dict[str, Any]] = json.loads(found.stdout.splitlines()[-1])
    return lines


def here() -> None:
    """Decides all messages in this process, and prints what each cost."""
    from conversations.turn import ConversationState, Utterance
    from routing.decision.tiers import decide

    spent = []
    for published, lines in published_sets().values():
        for sample in published.learnt.samples[:: max(1, len(published.learnt.samples) // WARMING)]:
            decide(Utterance(sample.text, sample.text), ConversationState(), published)
        for line in lines:
            state = ConversationState(workflow_state=line.state or None, state_since=time.time())
            utterance = Utterance(line.text, line.text)
            began = time.process_time_ns()
            decided = decide(utterance, state, published)
            taken = (time.process_time_ns() - began) / 1_000_000
            asked = any(each.tier == "example" or "weak" in each.saw for each in decided.verdicts)
            spent.append({"method": decided.decision.method, "asked": asked, "ms": taken})
    print(json.dumps(spent))


def line_of(name: str, found: Sequence[dict[str, Any]]) -> tuple[float, float]:
    """Prints a line of the table; gives the messages a second and the median."""
    taken = [each["ms"] for each in found] or [0.0]
    rate = 1000 * len(taken) / max(sum(taken), 1e-9)
    print(f"{name:32}{len(found):9d}{median(taken):11.3f}{p95(taken):9.3f}{rate:12.0f}")
    return rate, median(taken)


def main() -> int:
    print(machine())
    print(f"{'ms of CPU a message':32}{'messages':>9}{'median':>11}{'95 %':>9}{'a second':>12}")
    without, bundled = measured(NONE), measured(BUNDLED)
    rate, _ = line_of("without the encoder", without)
    line_of("  by a keyword alone", [each for each in without if not each["asked"]])
    line_of("with it", bundled)
    line_of("  by a keyword alone", [each for each in bundled if not each["asked"]])
    _, needed = line_of("  that need it", [each for each in bundled if each["asked"]])
    met = rate >= A_SECOND and needed <= MILLISECONDS
    print("targets met" if met else "TARGETS MISSED")
    return 0 if met else 1


if __name__ == "__main__":
    if sys.argv[1:] != ["--here"]:
        sys.exit(main())
    with empty_database():
        here()
