"""`manage.py evaluate_routing FILE [--tenant tenant_a] [--profile telecom_contas] [--draft] [--worst 20]`"""

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from releases import draft
from releases.errors import ReleaseError
from routing.decision.evaluation import draft_profile
from routing.decision.evaluation.answers import decide_all
from routing.decision.evaluation.errors import BadMessagesFile
from routing.decision.evaluation.job import Which, lacks, load
from routing.decision.evaluation.lines import LabelSet, read
from routing.decision.evaluation.report import Count, EvaluationReport, report
from routing.errors import RoutingError
from tenancy.lookup import company_named


class Command(BaseCommand):
    help = (
        "Decides messages whose intents are known (CSV or JSON lines: text, intent, state?, kind?) and says "
        "how many were right."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="CSV with a line of column names, or a JSON object a line")
        parser.add_argument("--tenant", default="", help="the company's name; not needed where there is one")
        parser.add_argument("--profile", default="", help="a profile; otherwise the company's default")
        parser.add_argument("--draft", action="store_true", help="the draft instead of what is live")
        parser.add_argument("--worst", type=int, default=20, help="lines to list (at most 50)")

    def handle(self, *args: Any, file: str, tenant: str, profile: str, worst: int, **options: Any) -> None:
        company = company_named(tenant)
        which: Which = "draft" if options["draft"] else "live"
        try:
            content = Path(file).read_bytes()
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        try:
            agent_id = profile or company.default_agent_id
            if lacks(company, agent_id, which):
                self.stdout.write("The draft learns from its examples first ...")
                self.stdout.flush()
                draft_profile.learn(company, draft.of(company).loaded, agent_id)
            published = load(company, agent_id, which)
            lines = read(content, LabelSet.of(published))
        except (ReleaseError, RoutingError, BadMessagesFile) as error:
            raise CommandError(str(error)) from error
        of = "the draft" if which == "draft" else f"release {company.live_release}"
        self.stdout.write(f"{len(lines)} messages, profile {published.profile.agent_id}, {of}")
        self._write(report(decide_all(lines, published, whose=company.pk)), worst)

    def _write(self, found: EvaluationReport, worst: int) -> None:
        total = found.total
        self.stdout.write(f"accuracy   {_percent(total.accuracy)}  the likeliest intent is right")
        self.stdout.write(f"decided    {_percent(total.share)}  a tier was sure")
        self.stdout.write(f"precision  {_percent(total.precision)}  of what was decided is right")
        self.stdout.write(
            f"asked      {_percent(total.asking)}  which of two; {total.asked_well} of {total.asked} with "
            "the right one"
        )
        for title, counts in (("tier", found.methods), ("intent", found.intents), ("kind", found.kinds)):
            if counts:
                self._table(title, counts)
        if found.confusion:
            self.stdout.write("\nnot right (what it is, what it was taken for)")
        for right, got, times in found.confusion:
            self.stdout.write(f"{times:5d}  {right}  ->  {got}")
        if found.worst and worst:
            self.stdout.write("\nworst lines")
        for wrong in found.worst[: max(worst, 0)]:
            text = " ".join(wrong.text.split())[:100]
            self.stdout.write(f"{wrong.number:5d}  {wrong.right}  ->  {wrong.got} ({wrong.method}): {text}")

    def _table(self, title: str, counts: Sequence[Count]) -> None:
        width = max(len(title), *(len(count.name) for count in counts))
        self.stdout.write(f"\n{title:<{width}}  messages  accuracy  decided  precision")
        for count in counts:
            self.stdout.write(
                f"{count.name:<{width}}  {count.messages:8d}   {_percent(count.accuracy)}  "
                f"{_percent(count.share)}    {_percent(count.precision)}"
            )


def _percent(share: float | None) -> str:
    return "      –" if share is None else f"{100 * share:5.1f} %"
