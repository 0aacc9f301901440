"""What the pages call the fields and counts of an entry of the audit log."""

import json
import re
from typing import Any

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from audit.models import AuditEntry
from releases.authored_rows import call_field, label_of

COUNTED = re.compile(r"(?P<kind>\w+\.\w+) (?P<action>\w+)")  # routing.Intent change


def kind_in_words(label: str) -> str:
    """A model's label as people call it: routing.Intent is "Intent"."""
    values = {
        "studio.Configuration": _("Configuration files"),
        "privacy.Person": _("Data of a person"),
        "demo.World": _("Demo"),
        "mfa.Authenticator": _("Second step"),
    }
    try:
        return values.get(label) or capfirst(str(apps.get_model(label)._meta.verbose_name))
    except (LookupError, ValueError):
        return label


def field_in_words(label: str, name: str) -> str:
    """A field of a model as its page calls it, or what else an entry says: "rows" is "Rows"."""
    values = {
        "release": _("release"),
        "live_before": _("live before"),
        "restored_from": _("restored from"),
        "digest": _("digest"),
        "note": _("note"),
        "rows": _("rows"),
        "files": _("files"),
        "filters": _("filters"),
        "count": _("number"),
        "conversations": _("conversations"),
        "undone": _("undone"),
        "token_epoch": _("sessions ended"),
        "list": _("list"),
        "where": _("where"),
    }
    if name in values:
        return str(values[name])
    try:
        return call_field(apps.get_model(label), name)
    except (LookupError, ValueError):
        return name


def value_in_words(label: str, name: str, value: Any) -> str:
    """A value of an entry, as its reader calls it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if name == "rows" and isinstance(value, dict):
        return counts_in_words(value)
    if not isinstance(value, str):
        return json.dumps(value, ensure_ascii=False, cls=DjangoJSONEncoder)
    if name in ("where", "undone"):
        return str(_name_codes().get(value, value))
    try:
        return label_of(apps.get_model(label), name, value) or value
    except (LookupError, ValueError):
        return value


def _name_codes() -> dict[str, str]:
    """Where texts were read, and what became of a change, by the code that the log keeps."""
    return {
        "list": _("list"),
        "row": _("a row's page"),
        "page": _("a conversation's page"),
        "conversation": _("a conversation's page"),
        "plan": _("a plan's page"),
        "not understood": _("not understood"),
        "correcting": _("correcting"),
        "messages": _("messages"),
        "checkpoint": _("state"),
        "events": _("events"),
        "turn": _("turn"),
        "response": _("answer"),
        "added": _("added"),
        "removed": _("removed"),
        "changed": _("changed"),
    }


def counts_in_words(counts: dict[str, Any]) -> str:
    """How many rows of each kind: `{"routing.Intent add": 3}` is "Intent added: 3"."""
    return ", ".join(f"{_name_count(name)}: {count}" for name, count in counts.items())


def _name_count(name: str) -> str:
    found = COUNTED.fullmatch(name)
    if found is None or found["action"] not in AuditEntry.Actions.values:
        return kind_in_words(name)
    return f"{kind_in_words(found['kind'])} {AuditEntry.Actions(found['action']).label}"
