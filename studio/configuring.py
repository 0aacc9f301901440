"""Configuration files in the Studio.

What they would do, one button to read them, one to have the draft as files.
"""

import asyncio
import base64
import binascii
from collections.abc import AsyncIterator, Mapping
from functools import partial
from tempfile import TemporaryFile
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _

from egress.changing import PERMISSION
from outbound.errors import Undecryptable
from outbound.secrets import decrypt, encrypt
from releases import snapshot
from studio.access import is_allowed, require, tenant
from studio.changes import SHOWN, group_changes
from studio.files import exporting, importing
from studio.files.errors import BadFiles, DraftMoved, Fault
from studio.files.gathering import from_upload, pack, pack_into
from studio.files.plan import Plan
from studio.site import site

NEEDS = ("routing.change_intent", "agents.change_mcpserver", "agents.change_llmprofile")
KEPT = 2 * 1024 * 1024  # bytes of a zip that the page holds until the second look
PIECE = 256 * 1024  # bytes of a zip that are read at once
SORTS = ("unknown", "left", "taken", "word", "waits")
LISTED = 200  # lines of one kind


def page(request: HttpRequest) -> HttpResponseBase:
    """`/admin/configuration/`: GET asks for files, POST tells what they would do, reads them, or gives the
    draft.
    """
    for permission in NEEDS:
        require(request, permission)
    context: dict[str, Any] = {}
    if request.method == "POST":
        if "export" in request.POST:
            return _export(request)
        if "kept" not in request.POST:
            _look(request, context)
        elif (answer := _read(request, context)) is not None:
            return answer
    return site.show(request, "studio/configuring.html", _("Configuration files"), context)


def _export(request: HttpRequest) -> StreamingHttpResponse:
    """The draft as a zip, which is made on the disk and read from there: its documents may be many."""
    company = tenant(request)
    packed = TemporaryFile(prefix="configuration-")  # noqa: SIM115  its stream closes it
    pack_into(packed, exporting.write(company, partial(is_allowed, request)))
    packed.seek(0)

    async def stream() -> AsyncIterator[bytes]:
        with packed:
            while piece := await asyncio.to_thread(packed.read, PIECE):
                yield piece

    response = StreamingHttpResponse(stream(), content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{company.pk}.zip"'
    return response


def _look(request: HttpRequest, context: dict[str, Any]) -> None:
    """What the files that were sent would do, into the context."""
    sent = [(each.name or "", each.read()) for each in request.FILES.getlist("files")]
    context["docker"] = docker = "docker" in request.POST
    if not sent:
        context["faults"] = [_("Choose a file first.")]
        return
    try:
        files = from_upload(sent)
    except BadFiles as error:
        context["faults"] = list(map(str, error.faults))
        return
    plan = _plan(request, files, docker)
    _show(plan, context)
    if not plan.faults:
        held = pack(files)
        if len(held) > KEPT:
            context["faults"] = [_("These files are too large for this page: use manage.py import_config.")]
            return
        context["kept"] = encrypt(base64.b64encode(held).decode())  # it may hold keys of models
        context["digest"] = snapshot.digest(plan.before)


def _read(request: HttpRequest, context: dict[str, Any]) -> HttpResponse | None:
    """Reads the files that were looked at; shows them again where the draft has moved meanwhile."""
    docker = "docker" in request.POST
    try:
        held = base64.b64decode(decrypt(request.POST["kept"]), validate=True)
        plan = _plan(request, from_upload([("kept.zip", held)]), docker)
        importing.write(plan, request.POST.get("digest") or None, request.user)
    except (Undecryptable, binascii.Error, UnicodeError):
        context["faults"] = [_("Choose the files again.")]
    except DraftMoved as error:
        _show(plan, context)
        context |= {"kept": request.POST["kept"], "docker": docker, "digest": snapshot.digest(plan.before)}
        context["moved"] = str(error)
    except BadFiles as error:
        context["faults"] = list(map(str, error.faults))
    else:
        messages.success(
            request, _("The files are read into the draft. Here is what publishing it would change.")
        )
        return HttpResponseRedirect(reverse("admin:publish"))
    return None


def _plan(request: HttpRequest, files: Mapping[str, bytes], docker: bool) -> Plan:
    may = is_allowed(request, "tenancy.change_tenant")
    addresses = is_allowed(request, PERMISSION)
    rollout = is_allowed(request, "rollout.change_flag")
    channels = is_allowed(request, "delivery.change_channel")
    return importing.look(
        tenant(request),
        files,
        docker=docker,
        company=may,
        addresses=addresses,
        rollout=rollout,
        channels=channels,
        author=request.user,
    )


def _show(plan: Plan, context: dict[str, Any]) -> None:
    """A plan as the page shows it."""
    changes = [] if plan.faults else plan.changes  # what is read of wrong files is no answer
    notes = {sort: [note for note in plan.notes if note.sort == sort] for sort in SORTS}
    context |= {
        "looked": not plan.faults or any(notes.values()),
        "faults": _sentences(plan.faults),
        "groups": group_changes(plan.tenant, changes),
        "count": len(changes),
        "more": max(0, len(changes) - SHOWN),
        "at_once": [] if plan.faults else list(plan.outside.changes(plan.tenant)),
        "told": [
            (_("Not known, and not taken"), notes["unknown"][:LISTED]),
            (_("No place here, and not taken"), notes["left"][:LISTED]),
            (_("Waits for a second person"), notes["waits"][:LISTED]),
            (_("Needs your word"), notes["word"][:LISTED]),
            (_("How it was taken"), notes["taken"][:LISTED]),
        ],
        "problems": [] if plan.faults else plan.problems[:LISTED],
    }


def _sentences(faults: list[Fault]) -> list[str]:
    return [str(fault) for fault in faults[:LISTED]]
