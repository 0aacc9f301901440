"""`manage.py rotate_field_keys`: encrypts every stored secret again with the first field key."""

from collections.abc import Sequence
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import models, transaction
from django.db.models.functions import Cast

from outbound.errors import Undecryptable
from outbound.fields import EncryptedField
from outbound.secrets import decrypt, encrypt


class Command(BaseCommand):
    """Put the new key first in SWITCHBOARD_FIELD_KEYS, run this, then take the old key away."""

    help = "Encrypts every stored secret again with the first key of SWITCHBOARD_FIELD_KEYS."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only count and try to open")

    def handle(self, *args: Any, **options: Any) -> None:
        lost: list[str] = []
        for model in apps.get_models():
            for field in model._meta.concrete_fields:
                if isinstance(field, EncryptedField):
                    count = self._rotate(model, field, options["dry_run"], lost)
                    self.stdout.write(f"{model._meta.label}.{field.name}: {count}")
        for label, name, keys in settings.ENCRYPTED_JSON:
            count = self._rotate_json(apps.get_model(label), name, keys, options["dry_run"], lost)
            self.stdout.write(f"{label}.{name}: {count}")
        if lost:
            raise CommandError("No key opens these; they were left as they are: " + ", ".join(lost))

    def _rotate(
        self, model: type[models.Model], field: EncryptedField, dry_run: bool, lost: list[str]
    ) -> int:
        count = 0
        # As stored: the field itself would decrypt while reading and encrypt while filtering.
        stored = Cast(field.attname, models.TextField())
        rows = model._base_manager.annotate(as_stored=stored).values_list("pk", "as_stored")
        for pk, text in rows.iterator():
            if not text:
                continue
            try:
                plain = decrypt(text)
            except Undecryptable:
                lost.append(f"{model._meta.label} {pk}")
                continue
            count += 1
            if not dry_run:
                self._store(model, field, pk, text, encrypt(plain))
        return count

    def _rotate_json(
        self, model: type[models.Model], name: str, keys: Sequence[str], dry_run: bool, lost: list[str]
    ) -> int:
        count = 0
        for pk in list(model._base_manager.values_list("pk", flat=True)):
            with transaction.atomic():
                row = model._base_manager.select_for_update().get(pk=pk)
                kept = getattr(row, name)
                try:
                    fresh = {key: encrypt(decrypt(kept[key])) for key in keys if kept.get(key)}
                except Undecryptable:
                    lost.append(f"{model._meta.label} {pk}")
                    continue
                count += len(fresh)
                if not dry_run:
                    setattr(row, name, {**kept, **fresh})
                    row.save(update_fields=[name])
        return count

    def _store(self, model: type[models.Model], field: EncryptedField, pk: Any, old: str, new: str) -> None:
        """Writes only if nobody has changed the secret since it was read."""
        with transaction.atomic():
            row = model._base_manager.select_for_update().filter(pk=pk)
            now = Cast(field.attname, models.TextField())
            if row.annotate(as_stored=now).values_list("as_stored", flat=True).first() == old:
                row.update(**{field.attname: models.Value(new, output_field=models.TextField())})
