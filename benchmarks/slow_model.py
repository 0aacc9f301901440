"""An OpenAI-compatible model that thinks for a while: `python -m benchmarks.slow_model PORT SECONDS`."""

import asyncio
import sys

from benchmarks.model_server import DONE, STREAM, piece, serve

ANSWER = "Sua fatura foi consultada. Posso ajudar em algo mais?"
USAGE = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}


async def main(port: int, seconds: float) -> None:
    """Answers every request after `seconds` with one streamed sentence."""
    words = b"".join(piece({"content": f"{word} "}) for word in ANSWER.split())
    body = words + piece({}, "stop") + piece(None, usage=USAGE) + DONE

    async def answer(_body: bytes, writer: asyncio.StreamWriter) -> bool:
        await asyncio.sleep(seconds)
        writer.write(STREAM + f"content-length: {len(body)}\r\n\r\n".encode() + body)
        return True

    await serve(port, answer)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), float(sys.argv[2])))  # noqa: TID251
