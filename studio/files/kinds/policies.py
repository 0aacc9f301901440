"""`prompt_policy.yaml`, one a policy, in both shapes of the format: id and prefix, or tone and vocabulary."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from studio.files.kinds.base import Written, folder_of
from studio.files.nodes import Block
from studio.files.part import Part, text, texts, words
from studio.files.plan import Plan

FOLDER = "prompt_policies"


class Policies:
    name = "prompt_policy.yaml"
    named_by = "prompt_policy_path"

    def read(self, root: Part, plan: Plan) -> None:
        given = root.take("id", text) or folder_of(root.file) or root.file.rsplit("/", 1)[-1].split(".")[0]
        name = re.sub(r"[^a-z0-9_]+", "_", given.lower())[:64]
        if name != given:
            told = _("The policy '%(given)s' is named '%(name)s' here.") % {"given": given[:64], "name": name}
            plan.note("taken", root.file, root.line_of("id"), told)
        entry = plan.row("agents", "policies", name, root)
        for key in ("version", "system_prefix"):
            if key in root:
                entry[key] = root.take(key, text)
        if (tone := root.inner("tone")) is not None:
            if "style" in tone:
                entry["style"] = tone.take("style", text)
            if "forbidden_phrases" in tone:
                entry["forbidden_phrases"] = tone.take("forbidden_phrases", words)
            tone.rest()
        if (vocabulary := root.inner("vocabulary")) is not None:
            self._preferred(vocabulary, entry)
            vocabulary.rest()
        root.no_place("description", "intents")
        plan.kept.setdefault("policies", {})[root.file] = name

    def write(self, plan: Plan) -> Iterator[Written]:
        for name, entry in sorted(plan.rows("agents", "policies").items()):
            yield path_of(name), _said(name, entry)

    def _preferred(self, vocabulary: Part, entry: dict[str, Any]) -> None:
        """A word and what is said instead; a bare list of words names no other word for them."""
        if isinstance(vocabulary.node("preferred"), Block):
            entry["preferred"] = vocabulary.take("preferred", texts)
        elif listed := vocabulary.take("preferred", words):
            told = _("'preferred' names words to use, and not instead of which: %s. They are not taken.")
            shown = ", ".join(listed)[:200]
            vocabulary.plan.note("left", vocabulary.file, vocabulary.line_of("preferred"), told % shown)


def path_of(name: str) -> str:
    return f"{FOLDER}/{name}.yaml"


def _said(name: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": name,
        "version": entry["version"],
        "system_prefix": entry["system_prefix"],
        "tone": {"style": entry["style"], "forbidden_phrases": entry["forbidden_phrases"]},
        "vocabulary": {"preferred": entry["preferred"]},
    }
