"""A page that checks a manifest before anybody uses it: pasted, or fetched from an address."""

import json
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.utils.translation import gettext as _

from egress.changing import PERMISSION
from outbound import runtime
from outbound.addresses import check, resolve_row_url
from outbound.cleaning import clean
from outbound.errors import OutboundError
from routing.planning.errors import ManifestRefused
from routing.planning.manifests.approve import neighbours
from routing.planning.manifests.manifest import find_problem, line_at, lines_of
from routing.planning.manifests.sync import LARGEST, SECONDS, fetch
from routing.planning.manifests.validate import SCHEMA, validate
from routing.planning.specs import DomainAddress
from studio.access import is_allowed, require, tenant
from studio.site import site
from tenancy.models import Tenant


@dataclass(frozen=True, slots=True)
class ManifestFault:
    """One thing that is wrong: the line it stands in, the pointer, the sentence."""

    line: int
    pointer: str
    sentence: str
    severity: str = "error"


def page(request: HttpRequest) -> HttpResponse:
    """`/admin/manifest/`: GET asks for a manifest, POST says line by line what is wrong with it."""
    require(request, "routing.view_domain")
    company = tenant(request)
    may_fetch = is_allowed(request, PERMISSION)  # whoever may write an address may try one
    context: dict[str, Any] = {
        "schema": static(SCHEMA),
        "may_fetch": may_fetch,
        "longest": LARGEST,
    }
    if request.method == "POST":
        given: Any = request.POST
        context |= {"text": given.get("text", ""), "url": given.get("url", "").strip()[:300]}
        if context["url"] and may_fetch:
            context |= _fetch(context["url"])
        if not context.get("problem"):
            context |= _check(company, context["text"])
    return site.show(request, "studio/manifest.html", _("Check a manifest"), context)


def _fetch(url: str) -> dict[str, Any]:
    """The manifest at an address as text, or why there is none."""
    name = _("this domain")
    try:
        check(url)
        place = DomainAddress(name, resolve_row_url(url).removesuffix("/manifest").rstrip("/"))
        found = runtime.run(fetch(name, place), SECONDS)
    except ValidationError as error:
        return {"problem": " ".join(error.messages)}
    except (ManifestRefused, OutboundError, TimeoutError, OSError) as error:
        return {"problem": str(error) or type(error).__name__}
    return {"text": json.dumps(found, ensure_ascii=False, indent=2)}


def _check(company: Tenant, text: str) -> dict[str, Any]:
    """What is wrong with a text, in the order of its lines."""
    if not text.strip():
        return {"problem": _("Paste a manifest, or write the address of a domain.")}
    if len(text) > LARGEST:
        return {"problem": _("This is longer than a manifest may be.")}
    unreadable = find_problem(text)
    if unreadable is not None:
        sentence = _("This is no JSON: %s.") % unreadable.why
        return {"told": [ManifestFault(unreadable.line, "/", sentence)], "errors": 1}
    manifest = clean(json.loads(text))
    name = str(manifest.get("domain", "")) if isinstance(manifest, dict) else ""
    lines = lines_of(text)
    faults = [
        ManifestFault(line_at(fault.pointer, lines), fault.pointer or "/", fault.sentence, fault.severity)
        for fault in validate(manifest, neighbours(company, name))
    ]
    faults.sort(key=lambda each: (each.line, each.pointer))
    return {"told": faults, "errors": sum(each.severity == "error" for each in faults), "good": not faults}
