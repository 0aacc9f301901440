"""The example package's guardrail that asks a server: real requests, the server's answer as Presidio writes
it.
"""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from agents.guardrails.asking import ask_one
from agents.guardrails.base import About
from agents.guardrails.plugin_rail import guard
from agents.specs import RailSpec

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "plugin"
SAID = "Ana lives in Rua Azul."


class Presidio(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        assert asked == {"text": SAID, "language": "en"}
        found = [
            {"entity_type": "PERSON", "start": 0, "end": 3, "score": 0.85},
            {"entity_type": "LOCATION", "start": 13, "end": 21, "score": 0.4},
        ]
        body = json.dumps(found).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Quiet."""


async def test_what_the_analyzer_is_sure_of_is_masked_and_one_that_is_away_is_told(monkeypatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLE))
    from quiet.analyzer import ADDRESS, Analyzer

    server = ThreadingHTTPServer(("127.0.0.1", 0), Presidio)
    Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    spec, about = RailSpec("ANALYZER", "output"), About("en")
    try:
        monkeypatch.setenv(ADDRESS, f"http://127.0.0.1:{server.server_address[1]}")
        decision = await ask_one(guard(Analyzer()), spec, SAID, about)
        assert (decision.sanitized_text, decision.reason) == ("<PERSON> lives in Rua Azul.", "found: PERSON")
    finally:
        server.shutdown()
        server.server_close()
    decision = await ask_one(guard(Analyzer()), spec, SAID, about)
    assert decision.allowed and decision.metadata["missed"] == "failed"
