"""Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature` over the body as it was sent.

https://www.standardwebhooks.com; receivers have verifiers in every language.
"""

import base64
import secrets
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from django.utils.translation import gettext as _
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from delivery.errors import SignatureRefused

PREFIX = "whsec_"
BYTES = 32
HEADERS = ("webhook-id", "webhook-timestamp", "webhook-signature")


def new_secret() -> str:
    """`whsec_` and 256 random bits."""
    return PREFIX + base64.b64encode(secrets.token_bytes(BYTES)).decode()


def headers(message_id: str, body: str, keys: Iterable[str], at: datetime | None = None) -> dict[str, str]:
    """The headers of a body; during a rotation it is signed with both secrets."""
    at = at or datetime.now(UTC)
    signatures = [Webhook(key).sign(message_id, at, body) for key in keys if key]
    values = (message_id, str(int(at.timestamp())), " ".join(signatures))
    return dict(zip(HEADERS, values, strict=True))


def verify(body: bytes, given: Mapping[str, str], keys: Iterable[str]) -> str:
    """The message's id, when one of the secrets made its signature in the last five minutes.

    :raises SignatureRefused: says what is wrong, and nothing about the secrets.
    """
    sent = {name: given.get(name, "") for name in HEADERS}
    if not all(sent.values()):
        raise SignatureRefused(_("Sign the request: webhook-id, webhook-timestamp and webhook-signature."))
    why = ""
    for key in keys:
        try:
            Webhook(key).verify(body, sent, json_parse=False)
        except WebhookVerificationError as error:
            why = str(error)
        except (ValueError, TypeError):  # a signature that is no Base64, a body that is no text
            why = "No matching signature found"
        else:
            return sent["webhook-id"]
    if "timestamp" in why:
        raise SignatureRefused(_("Its time is more than five minutes from ours. Sign it when it is sent."))
    raise SignatureRefused(_("No secret of this channel made this signature."))
