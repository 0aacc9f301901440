"""What a confirmation says whatever its values are: a yes is to the words that were read.

A release may word it otherwise while it waits; the question keeps a digest of what was said.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import orjson

from agents.specialists.task import Task
from agents.specs import ToolSpec
from conversations.as_json import to_json

TERMS_LETTERS = 16


def digest_terms(task: Task, spec: ToolSpec, arguments: Mapping[str, Any]) -> str:
    """What a confirmation says whatever its values are, in all languages."""
    named = {each.name: each for each in spec.parameters if each.name in arguments}
    known = task.resources.section.slots
    slots = {name: known[each.known_as] for name, each in named.items() if each.known_as in known}
    called = spec.confirm_text or spec.title or (task.intent.offer_text if task.intent else {})
    says = [
        spec.confirm_text,
        called,
        {name: each.label or spec.label_of(each, "") for name, each in named.items()},
        {name: slot.label for name, slot in slots.items()},
    ]
    written = orjson.dumps([to_json(each) for each in says], option=orjson.OPT_SORT_KEYS)
    return sha256(written).hexdigest()[:TERMS_LETTERS]
