"""The application, which also tells at `/seen` what its process has imported so far.

python -m tests.parts.first_use 8123
"""

import json
import sys

from config.asgi import application as served
from config.lifespan import Receive, Scope, Send
from config.serve import run


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers `/seen` itself; the rest is the product's."""
    if scope["type"] != "http" or scope["path"] != "/seen":
        await served(scope, receive, send)
        return
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(sorted(sys.modules)).encode()})


if __name__ == "__main__":
    run("tests.parts.first_use:application", port=int(sys.argv[1]), log_level="warning")
