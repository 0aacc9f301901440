"""`make smoke URL=...`: one message to a running installation; prints its answer, its record and its usage.

Elsewhere than at the demo on this machine, `SWITCHBOARD_API_KEY` is sent as the bearer token (scopes
chat, context:trusted, sessions and debug).
"""

import json
import os
import sys
import uuid
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

TEXT = "Minha fatura veio alta. Pode consultar?"
CONTEXT = {"msisdn": "5511999999999", "invoice_id": "INV001"}


def main(site: str) -> int:
    """Returns 0 when the message was answered and its record can be read."""
    site = site.rstrip("/")
    try:
        return _tour(site)
    except HTTPError as error:
        body = error.read().decode(errors="replace")[:600]
        print(f"{error.url} answered {error.code}: {body}", file=sys.stderr)
    except (URLError, OSError, TimeoutError) as error:
        print(f"{site} does not answer ({getattr(error, 'reason', error)}).", file=sys.stderr)
    return 1


def _tour(site: str) -> int:
    session = f"smoke-{uuid.uuid4().hex[:12]}"
    body = {"channel": "web", "payload": {"text": TEXT, "session_id": session, "context": CONTEXT}}
    tenant, agent = os.environ.get("SMOKE_TENANT", ""), os.environ.get("SMOKE_AGENT", "")
    body |= {"tenant_id": tenant} if tenant else {}
    body |= {"agent_id": agent} if agent else {}
    answer = _call(f"{site}/gateway/message", body)
    about = answer["metadata"]
    print(f"> {TEXT}\n< {answer['text']}\n")
    print(
        f"specialist {about['route']}, intent {about['intent']}, decided by "
        f"{about['route_decision']['method']}"
    )
    for call in about["mcp_results"]:
        print(f"tool {call['tool_name']}: {'ok' if call['ok'] else call['error']}")
    key = about["conversation_key"]
    record = _call(f"{site}/sessions/{quote(key, safe=':')}/messages")
    print(f"\nrecord of {key}:")
    for message in record["messages"]:
        print(f"  {message['created_at']} {message['role']}: {message['content'][:100]}")
    query = urlencode({"tenant_id": about["tenant_id"], "session_id": session})
    print(f"\nusage: {json.dumps(_call(f'{site}/debug/usage?{query}'))}")
    return 0 if answer["text"] and len(record["messages"]) >= 2 else 1


def _call(url: str, body: dict[str, Any] | None = None) -> Any:
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    if key := os.environ.get("SWITCHBOARD_API_KEY"):
        headers["Authorization"] = f"Bearer {key}"
    data = json.dumps(body).encode() if body is not None else None
    # The address is the caller's own.
    with urlopen(Request(url, data, headers), timeout=90) as answer:  # noqa: S310
        return json.load(answer)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"))
