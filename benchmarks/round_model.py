"""An OpenAI-compatible model that answers at once, as specialist and as supervisor.

`python -m benchmarks.round_model PORT`.
"""

import asyncio
import json
import sys
from typing import Any

from benchmarks.model_server import DONE, STREAM, piece, serve

USAGE = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}


async def main(port: int) -> None:
    """One streamed sentence; where a choice is asked for, the specialist of the first open request."""
    words = b"".join(
        piece({"content": f"{word} "})
        for word in ["Sua", "parte", "foi", "consultada", "e", "está", "certa."]
    )
    said = words + piece({}, "stop") + piece(None, usage=USAGE) + DONE

    async def answer(body: bytes, writer: asyncio.StreamWriter) -> bool:
        asked = json.loads(body) if body else {}
        sent = _choice(asked) if asked.get("tool_choice") else said
        writer.write(STREAM + f"content-length: {len(sent)}\r\n\r\n".encode() + sent)
        return True

    await serve(port, answer)


def _choice(asked: dict[str, Any]) -> bytes:
    requests = json.loads(asked["messages"][-1]["content"]).get("requests") or [{"specialist": "guardrail"}]
    arguments = json.dumps({"next": requests[0]["specialist"], "reason": "still open"})
    function = {"name": "decide_next", "arguments": arguments}
    call: Any = {"tool_calls": [{"index": 0, "id": "c1", "type": "function", "function": function}]}
    return piece(call) + piece({}, "tool_calls") + piece(None, usage=USAGE) + DONE


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))  # noqa: TID251
