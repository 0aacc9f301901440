"""Everything that is kept of an end user of a company, as a zip of JSON: one file a kind of row, and the
files they sent.

with tempfile.TemporaryFile() as file:
    exporting.write("tenant_a", "u-1001", file)
"""

import json
import re
import zipfile
from collections.abc import Iterator
from typing import IO, Any

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import BinaryField, Model, QuerySet
from django.utils import timezone

from outbound.fields import EncryptedField
from privacy import forgetting, rules
from privacy.rules import Person
from tenancy.models import Tenant
from tenancy.tenant_rows import slug_of

AT_ONCE = 200


def write(tenant: Tenant | str, user_id: str, to: IO[bytes]) -> dict[str, int]:
    """Writes the zip; gives how many rows of each kind are in it. Raises NoUserId."""
    person = Person(slug_of(tenant), forgetting.check_user_id(user_id))
    counts: dict[str, int] = {}
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, rule in rules.list_own().items():
            counts[name] = _rows(packed, name, rule.rows(person), rule.but)
            if rule.file is not None:
                for row in rule.rows(person).iterator(AT_ONCE):
                    if (found := rule.file(row)) is not None:
                        packed.writestr(f"files/{found[0]}", found[1])
        for name, part in rules.parts().items():
            counts[name] = _rows(packed, name, rules.rows_of(part, person))
        counts = {name: count for name, count in counts.items() if count}
        about = {"user_id": user_id, "company": person.tenant, "made_at": timezone.now(), "rows": counts}
        packed.writestr("about.json", json.dumps(about, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1))
    return counts


def file_name(user_id: str) -> str:
    """A name that every system takes.

    >>> file_name("ana/1")
    'person-ana_1.zip'
    """
    return f"person-{re.sub(r'[^A-Za-z0-9.-]', '_', user_id)[:60]}.zip"


def _rows(packed: zipfile.ZipFile, name: str, rows: "QuerySet[Any]", but: tuple[str, ...] = ()) -> int:
    """One file for one kind of row, written as it is read; none where there is nothing."""
    count, label = 0, apps.get_model(name)._meta
    if not rows.exists():
        return 0
    with packed.open(f"{label.app_label}/{label.model_name}.json", "w") as file:
        for count, row in enumerate(rows.order_by("pk").iterator(AT_ONCE), 1):
            text = json.dumps(dict(_columns(row, but)), cls=DjangoJSONEncoder, ensure_ascii=False)
            file.write((("[\n" if count == 1 else ",\n") + text).encode())
        file.write(b"\n]\n" if count else b"[]\n")
    return count


def _columns(row: Model, but: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    for field in row._meta.concrete_fields:
        if not isinstance(field, (BinaryField, EncryptedField)) and field.attname not in but:
            yield field.attname, field.value_from_object(row)
