"""What is checked before a profile in mode `coordinator` is published, in sentences."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from agents import prompt_points
from releases.errors import Problem

PROMPT = ("role", "objective", "context")
MODE = "coordinator"


def check(
    where: str,
    profile: Mapping[str, Any],
    specialists: Mapping[str, Mapping[str, Any]],
    team: Collection[str],
) -> Iterator[Problem]:
    """The problems of one profile: who speaks first, whom it may call in, what their prompts tell."""
    chosen = profile.get("coordinator") or ""
    if chosen and not specialists.get(chosen, {}).get("enabled"):
        yield Problem(
            "error",
            where,
            _("Its coordinator '%s' is not in use. Switch it on, or choose another one.") % chosen,
        )
    if profile["mode"] != MODE:
        return
    if not chosen:
        sentence = _(
            "It has no coordinator: '%s', who answers when nothing matches, speaks first. Choose one."
        )
        yield Problem("warning", where, sentence % profile["fallback"])
    first = chosen or profile["fallback"]
    if first == profile["single"]:
        sentence = _("'%s' is its coordinator and its single agent: the rollout would make no difference.")
        yield Problem("warning", where, sentence % first)
    named = set(profile["specialists"])
    called = [
        name for name in sorted(team)
        if name != first and (name != profile["single"] or name in named) and specialists.get(name,
            {}).get("enabled")
    ]  # fmt: skip
    if not called:
        sentence = _("The coordinator has nobody to call in. Add a specialist to the profile.")
        yield Problem("error", where, sentence)
    for name in called:
        if not specialists[name]["purpose"].strip():
            sentence = _("The coordinator is not told when to call in '%s': say what it is for.")
            yield Problem("warning", where, sentence % name)
    for name in filter(specialists.__contains__, (first, *called)):
        for words in prompt_points.opposites("\n".join(specialists[name].get(each) or "" for each in PROMPT)):
            yield Problem("warning", _("Specialist '%s'") % name, words)
