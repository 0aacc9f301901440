"""Web pages of a collection: addresses that are added, read again and removed on the collection's page."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from agents.knowledge.errors import AlreadyReading
from agents.knowledge.web import sources
from agents.models import Collection, WebSource
from egress.changing import PERMISSION
from studio.access import is_allowed
from work.models import Job


class WebSourceForm(forms.ModelForm):  # type: ignore[type-arg]
    """An address with how far to go from it, and how often."""

    class Meta:
        model = WebSource
        fields = ("address", "depth", "most_pages", "every_days")
        widgets = {
            "address": forms.URLInput(attrs={"class": "studio-input", "placeholder": "https://"}),
            "depth": forms.NumberInput(attrs={"class": "studio-input", "min": 0, "max": 3}),
            "most_pages": forms.NumberInput(attrs={"class": "studio-input", "min": 1, "max": 500}),
            "every_days": forms.NumberInput(attrs={"class": "studio-input", "min": 0, "max": 365}),
        }


def act(request: HttpRequest, collection: Collection) -> None:
    """What a button of the page wants: a new address, one read again, one removed; told as a message."""
    if "source" not in request.POST:
        _add(request, collection)
        return
    rows = WebSource.objects.of(collection.tenant_id).filter(collection=collection)
    source = rows.filter(pk=request.POST["source"]).first()
    if source is None:
        raise Http404
    if "remove" in request.POST:
        sources.remove(source)
        messages.success(request, _("“%s” and its pages are removed.") % source)
    else:
        try:
            sources.read_again(source, request.user)
        except AlreadyReading as error:
            messages.error(request, str(error))
        else:
            messages.success(request, _("“%s” is being read again.") % source)


def list_sources(collection: Collection) -> list[tuple[WebSource, bool]]:
    """The addresses of a collection, each with whether it is being read."""
    found = list(WebSource.objects.of(collection.tenant_id).filter(collection=collection)[: sources.MOST])
    jobs = Job.objects.of(collection.tenant_id).filter(
        pk__in=[each.job for each in found], status__in=Job.OPEN
    )
    running = set(jobs.values_list("pk", flat=True))
    return [(each, each.job in running) for each in found]


def _add(request: HttpRequest, collection: Collection) -> None:
    form = WebSourceForm(request.POST)
    if WebSource.objects.of(collection.tenant_id).filter(collection=collection).count() >= sources.MOST:
        messages.error(
            request, _("A collection has at most %d addresses. Add a sitemap in their place.") % sources.MOST
        )
        return
    try:
        if not form.is_valid():
            raise ValidationError(form.errors.as_data())
        internal = is_allowed(request, PERMISSION)
        source = sources.add(collection, form.save(commit=False), request.user, internal=internal)
    except ValidationError as error:
        messages.error(request, _sentences(error))
    else:
        messages.success(request, _("“%s” is being read.") % source)


def _sentences(error: ValidationError) -> str:
    problems: Any = error.message_dict if hasattr(error, "error_dict") else {"": error.messages}
    fields = WebSourceForm().fields
    labels = {name: capfirst(str(field.label)) for name, field in fields.items()}
    return " ".join(
        f"{labels[name]}: {' '.join(words)}" if name in labels else " ".join(words)
        for name, words in problems.items()
    )
