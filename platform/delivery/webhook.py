"""Events to a system of the company: a signed POST, as Standard Webhooks say."""

import orjson
from django.utils.translation import gettext as _

from delivery import sending, signing
from delivery.keys import keys
from delivery.models import Delivery
from delivery.outbox import Sent
from outbound import policy
from outbound.addresses import resolve_row_url
from outbound.errors import OutboundError

GONE = 410  # the receiver wants nothing more
LOOKED_AT = 200  # characters of an answer that is an error


async def post(row: Delivery) -> Sent:
    """One attempt. Any 2xx is well; redirects are not followed."""
    import httpx2

    channel = row.channel
    try:
        address = resolve_row_url(channel.url)
        body = orjson.dumps(
            {"type": row.event, "timestamp": row.created_at.isoformat(), "data": row.payload}
        ).decode()
        headers = {"content-type": "application/json", **signing.headers(row.pk, body, keys(channel))}
        answer = await policy.client("http").post(address, content=body.encode(), headers=headers)
    except OutboundError as error:
        return Sent(False, error=str(error))
    except httpx2.HTTPError as error:
        return Sent(False, error=_("It could not be reached: %(why)s.") % {"why": type(error).__name__})
    if answer.is_success:
        return Sent(True, answer.status_code)
    said = answer.text[:LOOKED_AT]
    return Sent(
        False,
        answer.status_code,
        _("It answered %(status)s. %(said)s") % {"status": answer.status_code, "said": said},
        final=answer.status_code == GONE,
        retry_after=_seconds(answer.headers.get("retry-after", "")),
    )


def _seconds(text: str) -> float | None:
    return float(text) if text.isdecimal() else None


sending.register("webhook", post)
