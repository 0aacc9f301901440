"""What it costs to find a kept answer: the same text, the same telling words, and none, among as many as a
company keeps.

    python -m benchmarks.kept_answers

A database of its own (SQLite; with DATABASE_URL the one that it names, which must be empty), and in it a
company with 2 000 kept answers. Prints medians of the whole look, its visit to the database with it, in
milliseconds and in milliseconds of CPU; ends with 1 when a hit takes more than 5 ms of CPU.
"""

import asyncio
import sys
import time
from datetime import timedelta
from typing import TYPE_CHECKING

from benchmarks.measuring import empty_database, machine, median, p95

if TYPE_CHECKING:
    from conversations.turn_parts import AnswerLookup
    from routing.decision.profile_runtime import ProfileRuntime

MILLISECONDS = 5.0
KEPT, LOOKS = 2000, 400


def main() -> int:
    with empty_database(named=True):
        taken = asyncio.run(measure())  # noqa: TID251
    print(machine())
    print(f"{'':<28}median ms      CPU      p95   (of {KEPT} kept answers)")
    for name, each in taken.items():
        waited, spent = [ms for ms, _ in each], [cpu for _, cpu in each]
        print(f"{name:<28}{median(waited):9.2f}{median(spent):9.2f}{p95(spent):9.2f}")
    slow = [name for name, each in taken.items() if median([cpu for _, cpu in each]) > MILLISECONDS]
    return 1 if slow else 0


async def measure() -> dict[str, list[tuple[float, float]]]:
    """Milliseconds of each look, and of CPU, by what it finds."""
    from conversations.turn import Identity, RouteDecision, TurnContext, TurnDecision, TurnRequest, Utterance
    from conversations.visits import visit
    from language.embedder import load_bundled
    from outbound import runtime
    from routing.answer_cache import looking

    runtime.adopt()
    load_bundled().warm()
    published = _published()

    def context(text: str) -> TurnContext:
        request = TurnRequest(
            turn_id="t", tenant_id="bench", agent_id="bench", conversation_key="k", mode="router",
            mode_source="",
            channel="web", number=1, attempt=1, release=1, identity=Identity(),
            utterance=Utterance(text, text, "en"),
        )  # fmt: skip
        route = RouteDecision("agent", "agent", "how_to", method="keyword")
        return TurnContext(request, TurnDecision(route=route))

    def lookup(text: str) -> "AnswerLookup":
        found = looking.make_lookup(context(text), 3600)
        assert found is not None
        return found

    questions = [f"how do I change setting number {number} of the product" for number in range(KEPT)]
    await visit(lambda: _fill([looking.add_meaning(lookup(text)) for text in questions]))
    asked = {
        "the same text": lambda n: lookup(questions[n]),
        "the same telling words": lambda n: lookup(
            f"Hello, how can I change the setting number {n} of my product?"
        ),
        "none": lambda n: lookup(f"how do I remove setting number {n}"),
    }
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in asked}
    for number in range(LOOKS):  # by turns, so that a busy machine hits all alike
        for name, make in asked.items():
            began, before = time.perf_counter(), time.process_time()
            served = await looking.find(make(number), "bench", published)
            waited, spent = time.perf_counter() - began, time.process_time() - before
            taken[name].append((waited * 1000, spent * 1000))
            assert (served is None) == (name == "none"), (name, number)
    return taken


def _published() -> "ProfileRuntime":
    from agents.specs import AgentsSection, SpecialistSpec
    from releases.freshness import LoadedRelease
    from routing.decision.profile_runtime import ProfileRuntime
    from routing.decision.specs import ProfileSpec, RoutingSection

    routing = RoutingSection({"bench": ProfileSpec("bench", fallback_agent="agent")}, {})
    agents = AgentsSection(specialists={"agent": SpecialistSpec("agent")})
    return ProfileRuntime.of(LoadedRelease(1, "bench", {"routing": routing, "agents": agents}), "bench")


def _fill(lookups: "list[AnswerLookup]") -> None:
    from django.utils import timezone

    from conversations.models import Conversation
    from routing.models import CachedAnswer
    from tenancy.models import Tenant

    tenant = Tenant(slug="bench", title="Bench")
    tenant.save()
    conversation = Conversation(tenant=tenant, agent_id="bench", key="bench:bench:1", session_id="1")
    conversation.save()
    until = timezone.now() + timedelta(days=1)
    CachedAnswer.unscoped.bulk_create(
        CachedAnswer(
            tenant=tenant,
            agent_id="bench",
            intent=each.intent,
            agent=each.agent,
            language="en",
            release=1,
            question=each.question,
            answer="Open the settings. " * 20,
            key=each.key,
            wording=each.wording,
            embedder=each.embedder,
            vector=each.vector,
            conversation=conversation,
            turn="t",
            expires_at=until,
        )
        for each in lookups
    )


if __name__ == "__main__":
    sys.exit(main())
