"""An OpenAI-compatible model that thinks for a while: `python -m benchmarks.slow_model PORT SECONDS`."""

import asyncio
import json
import sys

ANSWER = "Sua fatura foi consultada. Posso ajudar em algo mais?"


async def serve(port: int, seconds: float) -> None:
    """Answers every request after `seconds` with one streamed sentence."""

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                length = next(
                    int(line.split(b":")[1])
                    for line in head.lower().split(b"\r\n")
                    if line.startswith(b"content-length")
                )
                await reader.readexactly(length)
                await asyncio.sleep(seconds)
                body = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in _chunks()) + "data: [DONE]\n\n"
                writer.write(
                    b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n"
                    + f"content-length: {len(body.encode())}\r\n\r\n{body}".encode()
                )
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(handle, "127.0.0.1", port, backlog=1024)
    async with server:
        await server.serve_forever()


def _chunks() -> list[dict]:
    base = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "slow"}
    words = [{"content": f"{word} "} for word in ANSWER.split()]
    chunks = [{**base, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in words]
    chunks.append({**base, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
    chunks.append({**base, "choices": [], "usage": usage})
    return chunks


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), float(sys.argv[2])))  # noqa: TID251
