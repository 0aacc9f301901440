"""The kind of work "publish": makes a tenant's draft live in the background.

It is registered here and not by `releases`, which lies below this room.
"""

from django.utils.translation import gettext_lazy as _

from releases.errors import NothingToPublish
from releases.publish import publish
from work.kinds import Json, Kind, register
from work.running import JobContext


def run(context: JobContext) -> Json:
    """Payload: {note?, expected_digest?}. Result: {release, digest}."""
    context.progress(10)
    tenant = context.tenant
    try:
        release = publish(
            tenant,
            context.author,
            str(context.payload.get("note", "")),
            context.payload.get("expected_digest"),
        )
    except NothingToPublish:
        if context.attempt == 1:
            raise
        return {"release": tenant.live_release}  # the attempt before had published when its process died
    return {"release": release.number, "digest": release.digest}


register(Kind("publish", run, _("Publish")))
