"""What a backend is sent: a GatewayRequest, with no more about the customer than the caller proved.

The gateway's own token vouches for what it sends. So an end user's word about who they are stays here, and
only what their token was signed with goes on.
"""

import base64
import hashlib
from collections.abc import Mapping, Sequence

from conversations.files import SentFile
from outbound.cleaning import clean_text
from routing.gateway.opening import PassedMessage
from routing.gateway.wire import TAKERS_HEADER, Envelope

LONGEST_ID = 160  # letters of a message's own id that go on as they are
SUMMARY = 1500  # letters that one backend is told of what another said


def envelope(
    passage: PassedMessage,
    backend: str,
    message_id: str,
    hop: int = 0,
    handed: tuple[str, str] | None = None,
    takers: Sequence[str] = (),
) -> Envelope:
    """The message for one backend.

    `handed`: who passed it on, and what they had said; `takers`: whom it may pass it on to.

    The same message has the same body each time it is sent, so that it is the same turn there: who is there
    now is said in a header.
    """
    request, principal = passage.request, passage.principal
    agent, first = agent_of(passage, backend, hop), agent_of(passage, passage.decision.backend_id)
    proven = request.list_proven(principal)
    given = proven.pop("metadata", None)
    metadata = {**(given if isinstance(given, Mapping) else {}), "global_session_id": passage.session_id}
    if handed is not None:
        proven |= {"handover_from_backend": handed[0], "handover_summary": handed[1]}
    return Envelope(
        {
            "channel": request.channel,
            "tenant_id": passage.tenant,
            **({"agent_id": agent} if agent else {}),
            **({"mode": request.mode} if request.mode else {}),
            "payload": {
                "text": request.text,
                "session_id": passage.session_id,
                **({"user_id": principal.user_id} if principal.user_id else {}),
                "message_id": number_message(message_id, f"{hop}:{agent}" if hop or agent != first else ""),
                **({"attachments": [_write(file) for file in request.files]} if request.files else {}),
                "context": proven,
                "metadata": metadata,
            },
        },
        {TAKERS_HEADER: ",".join(takers)} if takers else {},
    )


def _write(file: SentFile) -> dict[str, str]:
    """A file as `routing.api.sent_files` reads it."""
    content = base64.b64encode(file.content).decode()
    return {"name": file.name, "url": file.url or f"data:{file.media_type};base64,{content}"}


def agent_of(passage: PassedMessage, backend: str, hop: int = 0) -> str:
    """The profile that a backend is asked for: what the caller named, or its own.

    After a handover its own.
    """
    own = passage.backends.specs[backend].default_agent_id
    return own if hop else passage.request.agent_id or own


def number_message(message_id: str, mark: str) -> str:
    """The id of a message at one backend: on one database, another hop or profile is another turn.

    >>> numbered("wamid.1", ""), numbered("wamid.1", "1:ofertas")
    ('wamid.1', 'wamid.1:1:ofertas')
    """
    fits = len(message_id) <= LONGEST_ID
    kept = message_id if fits else hashlib.sha256(message_id.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{kept}:{mark}"[:200] if mark else kept


def summary(before: str, backend: str, words: str) -> str:
    """What the backends before have said, for the next one."""
    line = f"{backend}: {' '.join(clean_text(words).split())}"
    return f"{before}\n{line}".strip()[-SUMMARY:]
