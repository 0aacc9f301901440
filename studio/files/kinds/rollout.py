"""`rollout.yaml`: who gets the team of specialists. It acts at once, and holds no user's name."""

from collections.abc import Iterator
from decimal import Decimal

from django.utils.translation import gettext as _

from rollout.control import multi_agent
from rollout.models import Flag as RolloutFlag
from routing.turns.mode import MODES
from studio.files.entry import Entry, Flag, Number, Text, Words, key
from studio.files.kinds.base import Written
from studio.files.plan import Plan


class FlagEntry(Entry):
    """The flag of the orchestration. Users that are always inside or outside stand in no file."""

    percentage: Number = key(100, "How many users get the team, 0 to 100 in steps of 0.01.", 12.5)
    killed: Flag = key(False, "Everybody is outside, but overrides.", False)
    off_variant: Text = key("single", "The mode of users outside.", "single")
    on_variant: Text = key("", "The mode of users inside; empty: as the profile says.", "supervisor")
    salt: Text = key("multi_agent:1", "Another salt draws other users.", "multi_agent:2")
    agent_ids: Words = key([], "Only for these profiles; empty: all.", ["shop"])


class RolloutFile(Entry):
    """Who gets the team of specialists."""

    multi_agent: FlagEntry | None = key(None, "The flag of the orchestration.", {"percentage": 10})


class Rollout:
    name = "rollout.yaml"
    named_by = ""
    needs = "rollout.view_flag"  # what an export of it needs
    model = RolloutFile

    def read(self, root: RolloutFile, plan: Plan) -> None:
        entry = root.multi_agent
        if entry is None:
            return
        if not plan.outside.rollout:
            sentence = _("The rollout is an operator's to change: it stays as it is.")
            plan.note("left", root.file, root.line_of("multi_agent"), sentence)
            return
        share = Decimal(str(entry.percentage))
        if not 0 <= share <= 100 or share != round(share, 2):
            raise entry.fault(
                "percentage", _("A percentage is a number from 0 to 100 with at most two decimals.")
            )
        for name, modes in (("off_variant", MODES), ("on_variant", ("", *MODES))):
            if getattr(entry, name) not in modes:
                sentence = _("There is no such mode. There are: %s.") % ", ".join(MODES)
                raise entry.fault(name, sentence)
        wanted = {name: getattr(entry, name) for name in FlagEntry.model_fields if entry.says(name)}
        plan.outside.flag = {**wanted, **({"percentage": share} if "percentage" in wanted else {})}

    def write(self, plan: Plan) -> Iterator[Written]:
        flag: RolloutFlag = multi_agent(plan.tenant)
        row = {name: getattr(flag, name) for name in FlagEntry.model_fields}
        entry = FlagEntry.from_row({**row, "percentage": float(flag.percentage)})
        yield self.name, {"multi_agent": entry}
