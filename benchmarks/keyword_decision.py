"""Keyword decision from raw text: messages of 60 characters against 100 and 10 000 keywords.

    python -m benchmarks.keyword_decision

Prints medians in microseconds of CPU time, and ratios; ends with 1 when a target is missed: at most 10 us
with 10 000 keywords, at most three times what it takes with 100. A linear scan is timed in the same run. No
message comes again before those that a profile remembers have changed.
"""

import random
import statistics
import string
import sys
import time
from collections.abc import Callable, Iterable
from itertools import cycle

import django

django.setup()

from agents.specs import AgentsSection, SpecialistSpec  # noqa: E402
from conversations.turn import ConversationState, Utterance  # noqa: E402
from language.normalise import normalise  # noqa: E402
from releases.freshness import LoadedRelease  # noqa: E402
from routing.decision.learning.trained_model import READINGS  # noqa: E402
from routing.decision.profile_runtime import ProfileRuntime  # noqa: E402
from routing.decision.specs import IntentSpec, ProfileSpec, RoutingSection  # noqa: E402
from routing.decision.tiers import decide  # noqa: E402

DIFFERENT = 4 * READINGS
TWO = tuple(f"Minha fatura {n:04} veio alta e não entendi: enviar o boleto??" for n in range(DIFFERENT))
ONE = tuple(f"Minha fatura {n:04} veio alta e não entendi: explicar o valor?" for n in range(DIFFERENT))
MICROSECONDS_AT_10_000 = 10.0
RATIO_10_000_TO_100 = 3.0
ROUNDS, CALLS = 60, 400


def invented(count: int) -> list[str]:
    """Words and phrases that look like keywords; the same in every run."""
    chance = random.Random(7)

    def word() -> str:
        return "".join(chance.choices(string.ascii_lowercase, k=chance.randint(4, 11)))

    return [word() if chance.random() < 0.7 else f"{word()} {word()}" for _ in range(count)]


def profile_with(count: int) -> ProfileRuntime:
    """A profile with `count` keywords in intents of twenty each.

    Two of them, of different intents, are in the message.
    """
    words = ["boleto", *invented(count - 2), "fatura"]
    intents = {
        f"intent_{number}": IntentSpec(
            f"intent_{number}",
            "agent",
            "domain",
            priority=number,
            keywords=tuple(words[number * 20 : number * 20 + 20]),
        )
        for number in range((count + 19) // 20)
    }
    routing = RoutingSection({"bench": ProfileSpec("bench", fallback_agent="agent")}, intents)
    agents = AgentsSection(specialists={"agent": SpecialistSpec("agent")})
    return ProfileRuntime.of(LoadedRelease(1, "bench", {"routing": routing, "agents": agents}), "bench")


def deciding(published: ProfileRuntime, texts: Iterable[str]) -> Callable[[], object]:
    """The whole decision, as a turn asks for it: all tiers that are asked, with what they saw."""
    utterances, state = cycle([Utterance(text, text) for text in texts]), ConversationState()
    return lambda: decide(next(utterances), state, published, 0.0)


def matching(published: ProfileRuntime) -> Callable[[], object]:
    """Only finding the keywords in raw text."""
    texts = cycle(TWO)
    return lambda: published.keywords.hits(next(texts))


def scanning(published: ProfileRuntime) -> Callable[[], object]:
    """What a loop over the keywords costs, with nothing but `in`."""
    keywords = [
        (normalise(keyword), intent) for intent in published.intents.values() for keyword in intent.keywords
    ]

    def scan() -> object:
        text = normalise(TWO[0])
        return [intent for keyword, intent in keywords if keyword in text]

    return scan


def microseconds(*calls: tuple[Callable[[], object], int]) -> list[float]:
    """Medians of CPU time a call. The rounds of all take turns, so that a busy machine hits each alike."""
    taken: list[list[float]] = [[] for _ in calls]
    for _ in range(ROUNDS):
        for times, (call, repeat) in zip(taken, calls, strict=True):
            began = time.process_time_ns()
            for _ in range(repeat):
                call()
            times.append((time.process_time_ns() - began) / repeat / 1000)
    return [statistics.median(times) for times in taken]


def main() -> int:
    assert {len(text) for text in (*ONE, *TWO)} == {60}
    small, large = profile_with(100), profile_with(10_000)
    for published in (small, large):
        decision = decide(Utterance(TWO[0], TWO[0]), ConversationState(), published, 0.0).decision
        assert decision.intent == "intent_0" and decision.metadata["runner_up"], decision
    sizes = (small, large)
    lines: dict[str, list[float]] = {}
    measured = microseconds(
        *((deciding(size, ONE), CALLS) for size in sizes),
        *((deciding(size, TWO), CALLS) for size in sizes),
        *((matching(size), CALLS) for size in sizes),
        *((scanning(size), repeat) for size, repeat in zip(sizes, (40, 2), strict=True)),
    )
    names = ("decision, one intent", "decision, two intents", "  of it: finding keywords", "linear scan")
    for number, name in enumerate(names):
        lines[name] = measured[2 * number : 2 * number + 2]
    print(f"{'median us of CPU, raw text':28}{'100 keywords':>14}{'10 000':>10}{'ratio':>8}")
    for name, (at_100, at_10_000) in lines.items():
        print(f"{name:28}{at_100:14.2f}{at_10_000:10.2f}{at_10_000 / at_100:8.2f}")
    print(f"scan / decision at 10 000: {lines[names[3]][1] / lines[names[0]][1]:.0f}")
    met = all(
        lines[name][1] <= MICROSECONDS_AT_10_000 and lines[name][1] / lines[name][0] <= RATIO_10_000_TO_100
        for name in names[:2]
    )
    print("targets met" if met else "TARGETS MISSED")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
