"""Events to a system of the company: a signed POST, as Standard Webhooks say."""

from delivery import sending, signing
from delivery.keys import keys
from delivery.models import Delivery
from delivery.outbox import DeliveryResult
from outbound import policy, refusals
from outbound.addresses import resolve_row_url
from outbound.errors import OutboundError
from outbound.sentences import Sentence as _
from outbound.sentences import sentence_of

GONE = 410  # the receiver wants nothing more
LOOKED_AT = 200  # bytes of an answer that an error shows


async def post(row: Delivery) -> DeliveryResult:
    """One attempt. Any 2xx is well; redirects are not followed."""
    import httpx2

    channel = row.channel
    try:
        address = resolve_row_url(channel.url)
        body = row.envelope().decode()
        headers = {"content-type": "application/json", **signing.headers(row.pk, body, keys(channel))}
        if row.traceparent:
            headers["traceparent"] = row.traceparent
        async with policy.client("http").stream(
            "POST", address, content=body.encode(), headers=headers
        ) as answer:
            beginning = await refusals.beginning(answer)
    except OutboundError as error:
        return DeliveryResult(False, error=sentence_of(error))
    except httpx2.HTTPError as error:
        return DeliveryResult(
            False, error=_("It could not be reached: %(why)s.") % {"why": type(error).__name__}
        )
    if answer.is_success:
        return DeliveryResult(True, answer.status_code)
    return DeliveryResult(
        False,
        answer.status_code,
        # Read as UTF-8 whatever it says it is: some codecs that a receiver may name take minutes.
        _("It answered %(status)s. %(said)s")
        % {"status": answer.status_code, "said": beginning[:LOOKED_AT].decode("utf-8", "replace")},
        final=answer.status_code == GONE,
        retry_after=refusals.retry_after(answer.headers),
    )


sending.register("webhook", post)
