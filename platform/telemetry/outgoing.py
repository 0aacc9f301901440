"""What a model or a tool server is told of the turn it works for.

The trace, the request and the conversation.

>>> headers()      # within a turn
{'traceparent': '00-4bf9...-01', 'x-request-id': '9d2c...', 'x-conversation-id': 's1'}
"""

from typing import Any
from urllib.parse import quote

from telemetry import logs, tracing

NAMES = {"request_id": "x-request-id", "conversation": "x-conversation-id"}
META = {"request_id": "switchboard/request_id", "conversation": "switchboard/conversation_id"}
PLAIN = "".join(map(chr, range(0x21, 0x7F))).replace("%", "")  # letters of a header that are sent as they are


def headers() -> dict[str, str]:
    """As headers of a request; other letters than ASCII's as in an address. Empty outside of a turn."""
    bound = logs.read_bound()
    named = {NAMES[name]: quote(bound[name], safe=PLAIN) for name in NAMES if bound.get(name)}
    return {**tracing.headers(), **named} if bound.get("turn") else {}


def meta() -> dict[str, Any]:
    """As `_meta` of a call over MCP, where one session carries the calls of many turns."""
    bound = logs.read_bound()
    named = {META[name]: bound[name] for name in META if bound.get(name)}
    return {**tracing.headers(), **named} if bound.get("turn") else {}
