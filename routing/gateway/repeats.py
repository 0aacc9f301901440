"""A message that comes again with its own id.

Other words are refused, and so is one that is still on its way.

A backend of ours holds a message to one turn by its id. One that is not ours may act as often as it is asked.
"""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from conversations.errors import KeyInUse, KeyReused
from routing.gateway.models import GatewayDecision
from tenancy.statements import send, update

# Times the time a backend has: as long a message counts as on its way, if nobody says what became of it
OURS = 2


def check(earlier: GatewayDecision, digest: str) -> None:
    """Raises KeyReused for another body, unless the first was refused.

    KeyInUse while the first is on its way.
    """
    if earlier.digest not in ("", digest) and earlier.status != GatewayDecision.Statuses.REFUSED:
        raise KeyReused
    lasts = timedelta(seconds=OURS * settings.BACKEND_TIMEOUT_SECONDS)
    if _on_its_way(earlier) and timezone.now() < earlier.at + lasts:
        raise KeyInUse("")


def take(earlier: GatewayDecision, digest: str) -> None:
    """The message is on its way again, unless somebody has it already.

    KeyInUse: another request did so just now.
    """
    if earlier.answered_by and earlier.status != GatewayDecision.Statuses.REFUSED:
        return
    known = {"id": earlier.pk, "status": earlier.status, "at": earlier.at}
    changes = {
        "status": GatewayDecision.Statuses.SENT,
        "at": timezone.now(),
        "digest": digest,
        "answered_by": "",
    }
    if not send(update(GatewayDecision, known, changes)):
        raise KeyInUse("")


def _on_its_way(earlier: GatewayDecision) -> bool:
    """Whether nobody is known to have it: who has left a stream may come back to it."""
    return earlier.status == GatewayDecision.Statuses.SENT and not earlier.answered_by
