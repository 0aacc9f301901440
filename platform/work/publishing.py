"""The kinds of work that make a release live, registered here because `releases` lies below this room.

"publish" makes the draft live and "restore" an older release, in the background when there is much to learn;
"learn" makes again what the live release lacks and "learn_late" what it does without until then, which a
sweeper asks for (`look_after`).
"""

from contextlib import suppress
from datetime import timedelta

from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from releases import freshness
from releases.errors import NothingToPublish
from releases.publish import publish, repair
from releases.rollback import roll_back
from tenancy.models import Tenant
from work import jobs
from work.context import JobContext
from work.errors import Superseded
from work.kinds import JobKind, Json, register
from work.models import Job

AGAIN_HOURS = 1  # after which what could not be learnt is tried again
UNKNOWN_HOURS = 24  # the same for what is late and the machine that tried does not learn at all


def run(context: JobContext) -> Json:
    """Payload: {note?, expected_digest?, language?}. Result: {release, digest}."""
    tenant = context.tenant
    with _speak(context):
        try:
            release = publish(
                tenant,
                context.author,
                str(context.payload.get("note", "")),
                context.payload.get("expected_digest"),
                context.go_on,
            )
        except NothingToPublish:
            if context.attempt == 1:
                raise
            return {"release": tenant.live_release}  # the attempt before had published when its process died
    return {"release": release.number, "digest": release.digest}


def restore(context: JobContext) -> Json:
    """Payload: {number, language?}. Result: {release, digest}."""
    with _speak(context):
        release = roll_back(context.tenant, int(context.payload["number"]), context.author, context.go_on)
    return {"release": release.number, "digest": release.digest}


def learn(context: JobContext) -> Json:
    """Payload: {release, keys}. Result: {added: what was made}."""
    tenant = context.tenant
    live = freshness.release(tenant.pk, tenant.live_release)
    return {"release": live.number, "added": list(repair(tenant, live, context.go_on))}


def learn_late(context: JobContext) -> Json:
    """Payload: {release, keys}. Result: {release, added: what was made, unknown?: keys that no release has
    here: this machine learns otherwise}; nothing is made for a release that is no longer live.
    """
    tenant, number = context.tenant, int(context.payload["release"])
    live = Tenant.objects.filter(pk=context.tenant_id, live_release=number)

    def tell_while_live(percent: int, note: str) -> None:
        context.go_on(percent, note)
        if not live.exists():
            raise Superseded

    result: dict[str, Json] = {"release": number, "added": []}
    with suppress(Superseded):
        tell_while_live(0, "")
        release = freshness.release(tenant.pk, number)
        result["added"] = list(repair(tenant, release, tell_while_live, late=True))
        if unknown := sorted(set(context.payload["keys"]) - release.wanted.keys()):
            result["unknown"] = unknown
    return result


def look_after() -> int:
    """Starts a job for each live release of this process that lacks some of its parts; gives their number.

    One for the same parts is enough for all processes, and for an hour if it fails or is cancelled. What is
    no longer live is let go. It changes nothing that would keep it from being called again: a visit may be
    repeated.
    """
    lacking = freshness.lacking()
    slugs = [found.tenant for found in lacking]
    live = dict(Tenant.objects.filter(pk__in=slugs).values_list("pk", "live_release"))
    started = 0
    for found in lacking:
        if live.get(found.tenant) != found.number:
            freshness.drop(found.tenant, found.number)
        elif not _is_asked_for(found):
            started += _start(found)
    return started


def _start(found: freshness.Lacking) -> bool:
    with transaction.atomic():
        tenant = Tenant.objects.select_for_update(no_key=True).filter(pk=found.tenant).first()
        if tenant is None or tenant.live_release != found.number or _is_asked_for(found):
            return False
        jobs.start(tenant, _kind(found), _payload(found))
    return True


def _is_asked_for(found: freshness.Lacking) -> bool:
    """Whether a job for these parts was started within the hour, by whichever process; within the day where
    it was one for a machine that does not learn them.
    """
    now = timezone.now()
    begun = Job.objects.of(found.tenant).filter(kind=_kind(found), payload=_payload(found))
    if begun.filter(created_at__gt=now - timedelta(hours=AGAIN_HOURS)).exists():
        return True
    lately = begun.filter(created_at__gt=now - timedelta(hours=UNKNOWN_HOURS))
    return lately.filter(result__has_key="unknown").exists()


def _kind(found: freshness.Lacking) -> str:
    return "learn_late" if found.late else "learn"


def _payload(found: freshness.Lacking) -> dict[str, Json]:
    return {"release": found.number, "keys": sorted(found.keys)}


def _speak(context: JobContext) -> translation.override:
    """The language of whoever asked, for notes and errors that they read on the page."""
    return translation.override(context.payload.get("language") or translation.get_language())


register(JobKind("publish", run, _("Publish")))
register(JobKind("restore", restore, _("Restore a release")))
register(JobKind("learn", learn, _("Learn from the examples")))
register(JobKind("learn_late", learn_late, _("Learn from the examples for a second look"), slow=True))
