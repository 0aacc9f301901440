"""`specialists.yaml`: the team with its prompts. A file of ours: the format has none for specialists."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from studio.files.kinds.base import Key, Written, known, said, take
from studio.files.part import Part, flag, text, whole, words
from studio.files.plan import Plan

PROMPT = (Key("role", text), Key("objective", text), Key("context", text))
KEYS = (
    Key("display_name", text),
    Key("purpose", text),
    *PROMPT,
    Key("llm", text),
    Key("targets", words),
    Key("tools", words),
    Key("forward", flag),
    Key("max_runs", whole),
    Key("enabled", flag),
)


class Specialists:
    name = "specialists.yaml"
    named_by = ""

    def read(self, root: Part, plan: Plan) -> None:
        team = dict(root.named("specialists"))
        for name, part in team.items():
            plan.row("agents", "specialists", name, part)
        for name, part in team.items():
            with plan.telling():
                self._specialist(name, part, plan)
            part.rest()

    def write(self, plan: Plan) -> Iterator[Written]:
        rows = plan.rows("agents", "specialists")
        team = {
            name: {**said(rows[name], KEYS), "prompt_version": rows[name]["prompt_version"]}
            for name in sorted(rows)
        }
        yield self.name, {"specialists": team}

    def _specialist(self, name: str, part: Part, plan: Plan) -> None:
        entry = plan.row("agents", "specialists", name, part)
        before = _prompt(entry)
        take(part, entry, KEYS)
        number = part.take("prompt_version", whole, 1) or 0
        for key, rows, what in (
            ("targets", plan.rows("agents", "specialists"), _("specialist")),
            ("tools", plan.rows("agents", "tools"), _("tool")),
        ):
            entry[key] = sorted({known(part, key, each, rows, what) for each in entry[key]})
        if entry["llm"]:
            known(part, "llm", entry["llm"], plan.rows("agents", "llms"), _("model"))
        if plan.is_new("agents", "specialists", name):
            entry["prompt_version"] = number if any(_prompt(entry)) or number == 0 else 1
        elif _prompt(entry) != before:  # a prompt is never written over
            entry["prompt_version"] += 1


def _prompt(entry: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(entry[key.name] for key in PROMPT)
