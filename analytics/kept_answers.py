"""How often a kept answer was given again, and what that saved. Reads the record, writes nothing."""

from dataclasses import dataclass, field

from django.db.models import Count, IntegerField, Q, Sum
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from analytics.numbers import percent, share
from analytics.period import Period, of_profile
from analytics.thumbs import Thumbs, count_thumbs, select_thumbs
from conversations.models import Step
from tenancy.models import Tenant

NODE = "cached_answer"


@dataclass(frozen=True, slots=True)
class KeptAnswerReport:
    """Turns whose intent keeps answers, those that got one that was kept, the tokens that these would have
    cost, and the thumbs on them.
    """

    asked: int = 0
    given: int = 0
    tokens_saved: int = 0
    thumbs: Thumbs = field(default_factory=Thumbs)

    @property
    def share(self) -> float:
        """The hit rate, in percent."""
        return share(self.given, self.asked)

    @property
    def shown(self) -> str:
        return percent(self.share)


def report_kept_answers(
    tenant: Tenant | str, period: Period, agent_id: str | None = None
) -> KeptAnswerReport:
    """The figures of a period: two queries."""
    rows = Step.objects.of(tenant).filter(node=NODE, kind="node", **period.within("started_at"))
    rows = of_profile(rows, agent_id, "turn__conversation")
    saved = Cast(KT("detail__tokens_saved"), IntegerField())
    counted = rows.aggregate(asked=Count("*"), given=Count("pk", filter=Q(outcome="ok")), saved=Sum(saved))
    if not counted["asked"]:
        return KeptAnswerReport()
    thumbs = count_thumbs(select_thumbs(tenant, period, agent_id).filter(turn__outcome="cached"))
    return KeptAnswerReport(counted["asked"], counted["given"], counted["saved"] or 0, thumbs)
