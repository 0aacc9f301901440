"""Collections, their documents, and the passages that documents are cut into."""

from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from agents.authored_row import Authored
from conversations.models import new_id
from outbound.addresses import check as check_address
from outbound.fields import SentenceField
from tenancy.models import slug
from tenancy.tenant_rows import ScopedManager, TenantModel


class InDraft(ScopedManager["Collection"]):
    """Without what is kept for releases alone."""

    def of(self, tenant: models.Model | str) -> "models.QuerySet[Collection]":
        return super().of(tenant).filter(dropped=False)


class Collection(Authored):
    """Documents that belong together: who they are for, and which specialists may look into them.

    `revision` counts what happened to its documents: a release keeps the number it was published with, and
    finds the documents as they were then. `refreshed` counts the web pages that were read again, in every
    release that finds them. One that was `dropped` is not in the draft: it is kept for the releases that
    have it, and for the users whose uploads it holds (ADR 147).
    """

    class Kinds(models.TextChoices):
        COMPANY = "company", _("the company's own")
        PUBLIC = "public", _("public documentation")
        PERSONAL = "personal", _("what each user uploads, for that user alone")

    name = models.CharField(
        _("name"), max_length=64, validators=[slug], help_text=_("For example price_list.")
    )
    title = models.CharField(
        _("title"), max_length=120, blank=True, help_text=_("For example: Plans and prices.")
    )
    description = models.CharField(
        _("what is in it"),
        max_length=300,
        blank=True,
        help_text=_(
            "What the model reads about it. For example: prices of all plans, with taxes and discounts."
        ),
    )
    kind = models.CharField(_("documents are"), max_length=12, choices=Kinds.choices, default=Kinds.COMPANY)
    specialists = models.ManyToManyField(
        "agents.Specialist", blank=True, related_name="+", verbose_name=_("for these specialists"),
        help_text=_("Empty: every specialist may look into it. For example only Opening hours."),
    )  # fmt: skip
    threshold = models.FloatField(
        _("counts as found from"),
        default=0.5,
        validators=[MinValueValidator(0), MaxValueValidator(1)],
        help_text=_(
            "How well a passage must fit a question, 0 to 1. Below it, the nearest are told as no more than "
            "that. For example 0.5."
        ),
    )
    enabled = models.BooleanField(_("in use"), default=True)
    revision = models.PositiveIntegerField(_("revision"), default=0, editable=False)
    refreshed = models.PositiveIntegerField(default=0, editable=False)
    dropped = models.BooleanField(default=False, db_default=False, editable=False)
    objects: ClassVar[Any] = InDraft()

    class Meta(Authored.Meta):
        verbose_name = _("collection")
        verbose_name_plural = _("collections")
        ordering = ("name",)
        constraints = [models.UniqueConstraint(fields=["tenant", "name"], name="collection_name")]

    def __str__(self) -> str:
        return self.title or self.name

    def clean(self) -> None:
        super().clean()
        kept = Collection.unscoped.filter(tenant=self.tenant_id, name=self.name, dropped=True)
        if kept.exclude(pk=self.pk).exists():
            told = _("An earlier release has a collection of this name. Take another name.")
            raise ValidationError({"name": told})

    get_kind_display: Any


class WebSource(TenantModel):
    """A web page, the pages that it leads to, or the pages of a sitemap.

    Each is a document of the collection.

    `internal` says that somebody who may say where data goes put it there: a machine that settings allow by
    name is asked for it. `next_at` is when it is read again by itself.
    """

    id = models.CharField(primary_key=True, max_length=36, default=new_id, editable=False)
    collection = models.ForeignKey(
        Collection, models.CASCADE, related_name="web_sources", verbose_name=_("collection")
    )
    address = models.CharField(_("address"), max_length=300, validators=[check_address])
    depth = models.PositiveSmallIntegerField(
        _("follow links"), default=0, validators=[MaxValueValidator(3)],
        help_text=_(
            "0: this page alone, or the pages of this sitemap. 1: also what it links to on its site."
        ),
    )  # fmt: skip
    most_pages = models.PositiveSmallIntegerField(
        _("pages at most"), default=20, validators=[MinValueValidator(1), MaxValueValidator(500)]
    )
    every_days = models.PositiveSmallIntegerField(
        _("read again every … days"), default=7, validators=[MaxValueValidator(365)], help_text=_("0: never.")
    )
    internal = models.BooleanField(default=False, editable=False)
    error = SentenceField(_("what went wrong"), max_length=400, blank=True, default="", editable=False)
    job = models.CharField(max_length=36, blank=True, default="", editable=False)
    author = models.CharField(_("added by"), max_length=150, blank=True, default="", editable=False)
    read_at = models.DateTimeField(_("read"), null=True, editable=False)
    next_at = models.DateTimeField(_("read next"), null=True, editable=False, db_index=True)

    class Meta(TenantModel.Meta):
        verbose_name = _("web page")
        verbose_name_plural = _("web pages")
        ordering = ("address",)
        constraints = [models.UniqueConstraint(fields=["collection", "address"], name="web_source_once")]

    def __str__(self) -> str:
        return self.address

    collection_id: int


class Document(TenantModel):
    """One document of a collection, and how far it is.

    It can be found from revision `added_in` of its collection until before `removed_in`. `owner` is the user
    whose upload it is; empty in a collection that is not personal. `replaces` is the id of the document of
    which it is a newer version, which is found until this one can be; of a page of a `web_source`, `source`
    is its address.
    """

    class Statuses(models.TextChoices):
        WAITING = "waiting", _("waiting")
        READING = "reading", _("being read")
        READY = "ready", _("ready")
        FAILED = "failed", _("could not be read")

    id = models.CharField(primary_key=True, max_length=36, default=new_id, editable=False)
    collection = models.ForeignKey(
        Collection, models.CASCADE, related_name="documents", verbose_name=_("collection")
    )
    owner = models.CharField(_("uploaded for"), max_length=200, blank=True, default="", editable=False)
    title = models.CharField(_("title"), max_length=200)
    source = models.CharField(_("file"), max_length=300)
    kind = models.CharField(_("format"), max_length=12, blank=True, default="")
    language = models.CharField(_("language"), max_length=8, blank=True, default="")
    dated = models.DateField(_("as of"), null=True, blank=True, help_text=_("For example 2026-03-01."))
    status = models.CharField(_("status"), max_length=12, choices=Statuses.choices, default=Statuses.WAITING)
    error = SentenceField(_("what went wrong"), max_length=400, blank=True, default="", editable=False)
    size = models.PositiveIntegerField(_("size (bytes)"), default=0)
    digest = models.CharField(max_length=64, blank=True, default="", editable=False)
    pages = models.PositiveIntegerField(_("pages"), default=0)
    passages = models.PositiveIntegerField(_("passages"), default=0)
    embedder = models.CharField(max_length=80, blank=True, default="", editable=False)
    retrieval_encoder = models.CharField(max_length=80, blank=True, default="", db_default="", editable=False)
    job = models.CharField(max_length=36, blank=True, default="", editable=False)
    web_source = models.ForeignKey(
        WebSource, models.SET_NULL, null=True, editable=False, related_name="documents"
    )
    replaces = models.CharField(max_length=36, blank=True, default="", editable=False)
    added_in = models.PositiveIntegerField(null=True, editable=False)
    removed_in = models.PositiveIntegerField(null=True, editable=False)
    author = models.CharField(_("uploaded by"), max_length=150, blank=True, default="", editable=False)
    created_at = models.DateTimeField(_("uploaded"), default=timezone.now, editable=False)

    class Meta(TenantModel.Meta):
        verbose_name = _("document")
        verbose_name_plural = _("documents")
        ordering = ("-created_at",)
        indexes = [models.Index(fields=["collection", "owner", "added_in"], name="document_found")]

    def __str__(self) -> str:
        return gettext("a user's document") if self.owner else self.title

    get_status_display: Any
    collection_id: int
    web_source_id: str | None


class DocumentFile(TenantModel):
    """The file of a document as it was uploaded: it is read again when reading changes."""

    document = models.OneToOneField(Document, models.CASCADE, primary_key=True, related_name="file")
    content = models.BinaryField()

    class Meta(TenantModel.Meta):
        verbose_name = _("file of a document")
        verbose_name_plural = _("files of documents")

    def __str__(self) -> str:
        return self.document_id

    document_id: str


class DocumentIndex(TenantModel):
    """The ids of a document's passages (8 bytes each) and their signatures (`vectors.signatures`), in one
    order.
    """

    document = models.OneToOneField(Document, models.CASCADE, primary_key=True, related_name="index")
    passages = models.BinaryField()
    signatures = models.BinaryField()

    class Meta(TenantModel.Meta):
        verbose_name = _("index of a document")
        verbose_name_plural = _("indexes of documents")

    def __str__(self) -> str:
        return self.document_id

    document_id: str


class Passage(TenantModel):
    """A few sentences of a document: what is found, cited and read.

    `vector` is one signed byte a dimension, by the document's `embedder`; `retrieval_vector` the same by its
    `retrieval_encoder`.
    """

    id = models.BigAutoField(primary_key=True)
    document = models.ForeignKey(Document, models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()
    section = models.CharField(max_length=200, blank=True, default="")
    page = models.PositiveIntegerField(null=True)
    text = models.TextField()
    vector = models.BinaryField(default=bytes)
    retrieval_vector = models.BinaryField(default=bytes, db_default=b"")

    class Meta(TenantModel.Meta):
        verbose_name = _("passage")
        verbose_name_plural = _("passages")
        constraints = [models.UniqueConstraint(fields=["document", "number"], name="passage_place")]

    def __str__(self) -> str:
        return f"{self.document_id} {self.number}"

    document_id: str


class TermCount(TenantModel):
    """In how many passages of a scope a word is; `term` begins with the scope (`terms.scope`).

    `vector` is what the word means, by the embedder of that name: a signed byte a dimension, as a passage's.
    """

    term = models.CharField(primary_key=True, max_length=96)
    collection = models.ForeignKey(Collection, models.CASCADE, related_name="+")
    passages = models.PositiveIntegerField()
    embedder = models.CharField(max_length=80, blank=True, default="", db_default="")
    vector = models.BinaryField(default=bytes, db_default=b"")

    class Meta(TenantModel.Meta):
        verbose_name = _("word of a collection")
        verbose_name_plural = _("words of a collection")

    def __str__(self) -> str:
        return self.term
