"""`prompt_policy.yaml`, one a policy, in both shapes of the format: id and prefix, or tone and vocabulary."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from django.utils.translation import gettext as _
from pydantic import BeforeValidator

from studio.files.entry import Entry, Text, Words, key, read_texts, read_words
from studio.files.kinds.base import Written, find_folder
from studio.files.nodes import Items
from studio.files.plan import Plan

FOLDER = "prompt_policies"


class ToneEntry(Entry):
    """How the company speaks."""

    style: Text = key("", "In a few words.", "cordial, short sentences")
    forbidden_phrases: Words = key([], "What no answer may say; answers are checked.", ["not my problem"])


class VocabularyEntry(Entry):
    """Words that the company prefers."""

    preferred: Annotated[
        dict[str, str] | list[str],
        BeforeValidator(lambda node: (read_words if isinstance(node, Items) else read_texts)(node)),
    ] = key(
        {},
        "A word, and what is said instead; a bare list of words is told and not taken.",
        {"parcel": "order"},
    )


class PolicyFile(Entry):
    """How the company speaks: what every prompt begins with, and what no answer may say."""

    ROW = ("agents", "policies")
    NO_PLACE = ("description", "intents")
    id: Text = key("", "The policy's name. Empty: that of its folder or file.", "formal_tone")
    version: Text = key("1", "Yours, kept as it is.", "2")
    system_prefix: Text = key("", "What every prompt begins with.", "You work for Example Ltd.")
    tone: ToneEntry | None = key(None, "How it sounds.", {"style": "cordial"})
    vocabulary: VocabularyEntry | None = key(
        None, "Words instead of others.", {"preferred": {"parcel": "order"}}
    )


class Policies:
    name = "prompt_policy.yaml"
    named_by = "prompt_policy_path"
    model = PolicyFile

    def read(self, root: PolicyFile, plan: Plan) -> None:
        given = root.id or find_folder(root.file) or root.file.rsplit("/", 1)[-1].split(".")[0]
        name = re.sub(r"[^a-z0-9_]+", "_", given.lower())[:64]
        if name != given:
            sentence = _("The policy '%(given)s' is named '%(name)s' here.") % {
                "given": given[:64],
                "name": name,
            }
            plan.note("taken", root.file, root.line_of("id"), sentence)
        row = plan.row(name, root)
        root.take(row)
        if root.tone is not None:
            root.tone.take(row)
        if root.vocabulary is not None:
            self._prefer(root.vocabulary, row, plan)
        plan.kept.setdefault("policies", {})[root.file] = name

    def write(self, plan: Plan) -> Iterator[Written]:
        for name, row in sorted(plan.rows("agents", "policies").items()):
            yield path_of(name), _write(name, row)

    def _prefer(self, vocabulary: VocabularyEntry, row: dict[str, Any], plan: Plan) -> None:
        """A word and what is said instead; a bare list of words names no other word for them."""
        if isinstance(vocabulary.preferred, dict):
            vocabulary.take(row)
        elif vocabulary.preferred:
            sentence = _("'preferred' names words to use, and not instead of which: %s. They are not taken.")
            shown = ", ".join(vocabulary.preferred)[:200]
            plan.note("left", vocabulary.file, vocabulary.line_of("preferred"), sentence % shown)


def path_of(name: str) -> str:
    return f"{FOLDER}/{name}.yaml"


def _write(name: str, row: Mapping[str, Any]) -> dict[str, Any]:
    return PolicyFile.from_row(
        row, id=name, tone=ToneEntry.from_row(row), vocabulary=VocabularyEntry.from_row(row)
    )
