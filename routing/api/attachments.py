"""`/api/chat/attachments`: the documents that a user attaches in the chat, found for that user alone."""

from collections.abc import Callable
from functools import partial
from typing import Any

from asgiref.sync import sync_to_async
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from agents.knowledge import attachments, uploads
from agents.models import Collection
from conversations.ownership import require_user
from releases.freshness import PinnedRelease
from routing.api import catalogue, door
from routing.api import serializers as shapes
from routing.api.door import Door, reply
from routing.api.endpoint_schema import document
from routing.api.problems import Flaw, Refused, invalid
from routing.errors import UnknownProfile
from tenancy.models import Tenant
from tenancy.principal import Principal

MEDIA = "multipart/form-data"
FIELD = "file"


class AttachmentsDoor(Door):
    reads_json = False

    @document("Chat", "listAttachments", None, shapes.Attachments, query=shapes.UserQuery)
    async def get(self, request: HttpRequest) -> HttpResponseBase:
        """How far each is, the newest first."""

        def read(who: Principal) -> list[dict[str, Any]]:
            return attachments.describe(who.tenant_id, attachments.of_user(who.tenant_id, require_user(who)))

        return reply({"attachments": await self.see(request, read, "chat")})

    @document(
        "Chat",
        "attach",
        shapes.AttachedFile,
        {202: shapes.Attachment},
        query=shapes.AttachQuery,
        refuses=(409,),
        media=MEDIA,
    )
    async def post(self, request: HttpRequest) -> HttpResponseBase:
        """Takes one file, which is read by a job; until then it is not found."""
        door.require_origin(request)  # a form comes from any page without asking

        def admit(who: Principal) -> Collection:
            require_user(who)
            return _find_collection(*catalogue.read_published(who), self.query.get("agent_id"))

        collection = await self.see(request, admit, "chat")
        if request.content_type != MEDIA:
            detail = _("Send the file as multipart/form-data, in the field 'file'.")
            raise Refused(415, "unsupported_media_type", _("Only a file is read here"), detail)
        name, content = await sync_to_async(_read_file, thread_sensitive=False)(request)

        def keep(who: Principal) -> dict[str, Any]:
            made = uploads.keep(collection, name, content, owner=require_user(who))
            return attachments.find(who.tenant_id, require_user(who), made.pk)

        return reply(await self.see(request, keep, "chat"), 202)


class AttachmentDoor(Door):
    @document("Chat", "readAttachment", None, shapes.Attachment, query=shapes.UserQuery)
    async def get(self, request: HttpRequest, attachment_id: str) -> HttpResponseBase:
        """How far it is, and what went wrong."""

        def read(who: Principal) -> dict[str, Any]:
            return attachments.find(who.tenant_id, require_user(who), attachment_id)

        return reply(await self.see(request, read, "chat"))

    @document("Chat", "removeAttachment", None, shapes.Removed, query=shapes.UserQuery)
    async def delete(self, request: HttpRequest, attachment_id: str) -> HttpResponseBase:
        """Takes it away, with all that was read from it."""

        def find(who: Principal) -> Callable[[], None]:
            attachments.find(who.tenant_id, require_user(who), attachment_id)
            return partial(attachments.remove, who.tenant_id, require_user(who), attachment_id)

        # On a thread of its own: a large one takes seconds, and the visits of turns wait for none of that.
        await sync_to_async(await self.see(request, find, "chat"))()
        return reply({"removed": True})


def _find_collection(tenant: Tenant, pinned: PinnedRelease, agent_id: str | None) -> Collection:
    """Where a profile keeps what its users attach."""
    profiles, agent_id = pinned.release["routing"].profiles, agent_id or tenant.default_agent_id
    if agent_id not in profiles:
        raise UnknownProfile(agent_id, profiles)
    spec = attachments.find_collection(profiles[agent_id].attachments, pinned.release["agents"])
    row: Collection | None = None
    if spec is not None:
        # The pinned release says which; it may have left the draft since.
        row = Collection.unscoped.filter(tenant=tenant, name=spec.name, kind=spec.kind).first()
    if row is None:
        detail = _("Nothing can be attached for the profile '%s'. Its page in the Studio switches it on.")
        raise Refused(403, "attachments_off", _("Nothing can be attached here"), detail % agent_id)
    return row


def _read_file(request: HttpRequest) -> tuple[str, bytes]:
    """The one file of a form, in a thread: the form is read from the disk where it is large."""
    sent = request.FILES.getlist(FIELD)
    if len(sent) != 1:
        raise invalid(Flaw(f"/{FIELD}", _("Send one file in this field.")))
    file = sent[0]
    uploads.check_file(file.name or "", file.size or 0, attached=True)
    return file.name or "", file.read()
