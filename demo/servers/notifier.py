"""The demo's notifier domain: messages that would go to Telegram stay in its outbox, a page of its own.

Nothing leaves the machine. What stops a real sender stops this one too, each with what to do about it: a chat
that is not among NOTIFIER_CHATS, one that cannot be a chat, no chat at all, no token.
"""

import os
import re
from collections import deque
from collections.abc import Mapping
from datetime import UTC, datetime
from html import escape
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from demo.servers.data import read
from demo.servers.domain import Output, application, asks, choose_language, serve, success

PORT = 8800
KEPT = 200
LONGEST = 4096  # of one Telegram message
CHAT = re.compile(r"@[A-Za-z][A-Za-z0-9_]{2,63}|-?\d{3,20}")
WORDS: Mapping[str, Mapping[str, str]] = read("notifier")
PAGE = """<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>
:root {{ color-scheme: light dark }} body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin:
2rem auto;
padding: 0 1rem }} li {{ margin: 1rem 0 }} time {{ opacity: .75 }} p {{ white-space: pre-wrap; margin: .25rem
0;
overflow-wrap: anywhere }} ol {{ list-style: none; padding: 0 }}</style></head>
<body><main><h1>{title}</h1><p>{local}</p>{messages}</main></body></html>"""

outbox: deque[dict[str, Any]] = deque(maxlen=KEPT)


def send_telegram_message(given: Mapping[str, Any], language: str) -> Output:
    """Keeps a message for a chat; asks for what is missing or may not be."""
    message = str(given.get("message") or "").strip()
    chat = str(given.get("chat_id") or os.environ.get("NOTIFIER_DEFAULT_CHAT", "@carteira")).strip()
    known = [each.strip() for each in os.environ.get("NOTIFIER_CHATS", "@carteira,@equipe").split(",")]
    problem = ""
    if not message:
        problem = "missing_message"
    elif not os.environ.get("NOTIFIER_TOKEN", "demo"):
        problem = "token_configuration"
    elif not chat:
        problem = "missing_chat_id"
    elif not CHAT.fullmatch(chat):
        problem = "invalid_chat_target"
    elif chat not in known:
        problem = "chat_not_allowed"
    if problem:
        sentence = WORDS[problem][language].format(chat=chat, known=", ".join(known))
        lacks = {"missing_message": ["message"], "token_configuration": []}
        missing = lacks.get(problem, ["chat_id"])
        return asks(sentence, problem, error=problem, missing_required_params=missing)
    parts = [message[start : start + LONGEST] for start in range(0, len(message), LONGEST)]
    sent = {"at": datetime.now(UTC).isoformat(timespec="seconds"), "chat_id": chat, "parts": parts}
    outbox.appendleft(sent)
    result = {"chat_id": chat, "messages": len(parts), "sent_at": sent["at"]}
    return success(result, WORDS["sent"][language].format(chat=chat))


async def page(request: Request) -> Response:
    """The outbox, the newest first."""
    language = choose_language(request.headers.get("accept-language", ""))
    rows = "".join(
        f"<li><strong>{escape(each['chat_id'])}</strong> <time>{escape(each['at'])}</time>"
        + "".join(f"<p>{escape(part)}</p>" for part in each["parts"])
        + "</li>"
        for each in outbox
    )
    messages = f"<ol>{rows}</ol>" if rows else f"<p>{WORDS['empty'][language]}</p>"
    title, local = WORDS["title"][language], WORDS["local"][language]
    return HTMLResponse(PAGE.format(language=language, title=title, local=local, messages=messages))


async def list_outbox(_request: Request) -> Response:
    """The outbox as JSON."""
    return JSONResponse({"messages": list(outbox)})


app = application(
    "notifier",
    {"send_telegram_message": send_telegram_message},
    [Route("/outbox", page), Route("/outbox.json", list_outbox)],
)

if __name__ == "__main__":
    serve("notifier", PORT, app)
