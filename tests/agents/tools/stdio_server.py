"""An MCP server over stdio that misbehaves on demand: each tool is a way to fail. A program of its own.

Its protocol is the older kind, written out here, so that it starts in milliseconds and can break the rules.
"""

import json
import os
import signal
import subprocess
import sys
import time
from typing import Any


def say(value: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **value}) + "\n")
    sys.stdout.flush()


def text(request: int, words: str) -> None:
    say({"id": request, "result": {"content": [{"type": "text", "text": words}]}})


def call(request: int, name: str, arguments: dict[str, Any]) -> None:
    match name:
        case "who":
            text(request, json.dumps({"pid": os.getpid(), "environment": dict(os.environ)}))
        case "slow":
            time.sleep(arguments["seconds"])
            text(request, "late")
        case "dies":
            os._exit(3)
        case "huge":
            text(request, "x" * arguments["size"])
        case "endless":
            sys.stdout.write("x" * arguments["size"])
            sys.stdout.flush()
        case "noisy":
            print("Starting the engines ...")
            print("a fault" * 1000, file=sys.stderr)
            text(request, "done")
        case "strange":
            sys.stdout.write('{"jsonrpc": "2.0", "result": {"content": [], ')
            sys.stdout.write('"structuredContent": {"name": "a\\ud800b", "total": NaN}}, ')
            sys.stdout.write(f'"id": {request}}}\n')
            sys.stdout.flush()
        case "stubborn":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            child = subprocess.Popen(["/bin/sleep", "60"], stdin=subprocess.DEVNULL)
            text(request, json.dumps({"pid": os.getpid(), "child": child.pid}))
            time.sleep(60)  # reads its input no more
        case _:
            text(request, json.dumps(arguments))


def answer(message: dict[str, Any]) -> None:
    request, method = message.get("id"), message.get("method")
    if request is None:
        return
    if method == "initialize":
        about = {"name": "stdio", "version": "1"}
        result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": about}
        say({"id": request, "result": result})
    elif method == "tools/list":
        say({"id": request, "result": {"tools": [{"name": "echo", "inputSchema": {"type": "object"}}]}})
    elif method == "tools/call":
        call(request, message["params"]["name"], message["params"].get("arguments", {}))
    else:
        say({"id": request, "error": {"code": -32601, "message": "no such method"}})


if __name__ == "__main__":
    for line in sys.stdin:
        answer(json.loads(line))
