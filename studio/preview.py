"""What would this message do? Asks the decision tiers, with the draft or the live release; stores nothing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from conversations.turn import ConversationState, RouteDecision, Utterance, Verdict
from language.detect import language
from releases import freshness, snapshot
from routing.decision.tiers import decide
from routing.published import Published
from routing.reasons import because, facts_in_words, method_in_words
from routing.specs import RoutingSection
from tenancy.models import Tenant

Which = Literal["draft", "live"]


@dataclass(frozen=True, slots=True)
class Preview:
    """What was decided, what every tier saw, and the matched words."""

    decision: RouteDecision
    verdicts: Sequence[Verdict]
    language: str

    @property
    def words(self) -> list[str]:
        return [str(word) for word in self.decision.metadata.get("matched_keywords", ())]

    @property
    def because(self) -> str:
        return because(
            {
                name: getattr(self.decision, name)
                for name in ("method", "agent", "intent", "metadata", "reason")
            }
        )

    @property
    def tiers(self) -> list[tuple[str, bool, list[tuple[str, str]]]]:
        """Each tier in words: its name, whether it decided, what it saw."""
        return [
            (method_in_words(verdict.tier), verdict.decision is not None, facts_in_words(verdict.saw))
            for verdict in self.verdicts
        ]


def load(company: Tenant, which: Which) -> freshness.LoadedRelease:
    """The draft as if it were published, or the live release. Raises NothingPublished."""
    if which == "live":
        return freshness.release(company.pk, company.live_release)
    content = snapshot.take(company)
    return freshness.build(0, "draft", content)


def profiles(release: freshness.LoadedRelease) -> list[str]:
    """The profiles of a release, in the order of their names."""
    section: RoutingSection = release["routing"]
    return sorted(section.profiles)


def preview(release: freshness.LoadedRelease, company: Tenant, agent_id: str, text: str) -> Preview:
    """The decision for one message that begins a conversation.

    >>> preview(load(tenant, "draft"), tenant, "telecom_contas", "Minha fatura veio alta").words
    ['fatura']
    """
    spoken = language(text, company.default_language)
    decided = decide(
        Utterance(raw=text, text=text, language=spoken), ConversationState(), Published.of(release, agent_id)
    )
    return Preview(decided.decision, decided.verdicts, spoken)
