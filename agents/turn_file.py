"""Files of a message while its turn is open: rows that the turn's end deletes (ADR 93).

turn_file.keep(turn, request.files)             # inside open
files = turn_file.read(turn.pk)                 # inside the visit that prepares a turn
turn_file.delete(turn.pk)                       # inside close
"""

from collections.abc import Sequence

from django.db import models

from conversations.files import SentFile
from conversations.models import Turn
from tenancy.tenant_rows import TenantModel


class TurnFile(TenantModel):
    """One file of a turn that waits or runs: its content, or where it is to be fetched from."""

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="+")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=120)
    url = models.TextField(blank=True)
    content = models.BinaryField()

    class Meta(TenantModel.Meta):
        constraints = [models.UniqueConstraint(fields=["turn", "position"], name="turn_file")]

    def __str__(self) -> str:
        return self.name


def keep(turn: Turn, files: Sequence[SentFile]) -> None:
    """Keeps the files of a turn that is stored now."""
    TurnFile.unscoped.bulk_create(
        TurnFile(
            tenant_id=turn.tenant_id,
            turn=turn,
            position=n,
            name=file.name,
            url=file.url,
            content=file.content,
        )
        for n, file in enumerate(files)
    )


def read(turn_id: str) -> tuple[SentFile, ...]:
    """The files of a turn."""
    rows = TurnFile.unscoped.filter(turn_id=turn_id).order_by("position")
    return tuple(SentFile.of(bytes(row.content), row.name) or SentFile(row.name, url=row.url) for row in rows)


def delete(turn_id: str) -> None:
    """Deletes what was kept of a turn."""
    TurnFile.unscoped.filter(turn_id=turn_id).delete()
