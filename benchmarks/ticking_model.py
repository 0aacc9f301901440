"""An OpenAI-compatible model that says one short sentence a tick: `python -m benchmarks.ticking_model PORT`.

How many sentences and how far apart (seconds) stands in the model's name, "200:0.02". Each sentence holds a
word of its own; `GET /sent` tells when each was sent, on the clock that all processes of a machine share.
"""

import asyncio
import json
import sys
import time

from benchmarks.model_server import DONE, STREAM, piece, serve


def word(number: int) -> str:
    """Letters only: digits might be taken for somebody's number, and masked."""
    return "q" + "".join(chr(97 + number // 26**place % 26) for place in (2, 1, 0)) + "z"


async def main(port: int) -> None:
    """Answers every request with what the model's name asks for."""
    sent: dict[str, float] = {}

    async def answer(body: bytes, writer: asyncio.StreamWriter) -> bool:
        if not body:
            writer.write(b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n" + json.dumps(sent).encode())
            return False
        count, between = json.loads(body)["model"].split(":")
        writer.write(STREAM + b"connection: close\r\n\r\n")
        sent.clear()
        for number in range(int(count)):
            sent[word(number)] = time.monotonic()
            writer.write(piece({"content": f"Item {word(number)} conferido. "}))
            await writer.drain()
            await asyncio.sleep(float(between))
        writer.write(piece({}, "stop") + DONE)
        return False

    await serve(port, answer)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))  # noqa: TID251
