"""The release: a numbered, digest-named snapshot of all that a tenant has authored.

And what was made for it.
"""

from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from releases.errors import ReleaseIsImmutable
from tenancy.tenant_rows import TenantModel


class Release(TenantModel):
    """An immutable snapshot. Which one is live is on the tenant's row, not here."""

    number = models.PositiveIntegerField(_("number"))
    digest = models.CharField(_("digest"), max_length=64)
    content = models.JSONField(_("content"))
    note = models.CharField(_("note"), max_length=400, blank=True, default="")
    author = models.CharField(_("published by"), max_length=150, blank=True, default="")
    published_at = models.DateTimeField(_("published"), default=timezone.now)
    restored_from = models.PositiveIntegerField(_("restored from"), null=True, blank=True)

    class Meta(TenantModel.Meta):
        verbose_name = _("release")
        verbose_name_plural = _("releases")
        ordering = ("tenant", "-number")
        constraints = [models.UniqueConstraint(fields=["tenant", "number"], name="release_number")]
        permissions = [("publish_release", _("Can publish and roll back"))]

    def __str__(self) -> str:
        return _("release %(number)s") % {"number": self.number}

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise ReleaseIsImmutable
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        raise ReleaseIsImmutable  # a company that is deleted takes its releases along (cascade)


class ReleasePart(TenantModel):
    """What was made for releases of a tenant (`releases.parts`), by the hash of what it was made of.

    Several releases share a part while its origin stays the same. `kept_at` is when it was last published:
    what none of the last releases has is removed, and made again should one of them come back.
    """

    key = models.CharField(_("key"), max_length=64)
    made_at = models.DateTimeField(_("made"), default=timezone.now)
    kept_at = models.DateTimeField(_("last published"), default=timezone.now)
    content = models.BinaryField(_("content"))  # last: SQLite reads through what stands before a column

    class Meta(TenantModel.Meta):
        verbose_name = _("part of a release")
        verbose_name_plural = _("parts of releases")
        constraints = [models.UniqueConstraint(fields=["tenant", "key"], name="release_part_key")]

    def __str__(self) -> str:
        return self.key[:12]
