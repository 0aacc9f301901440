"""Runs one of the demo's domains: `/health`, `/manifest` and `/execute` over plain HTTP.

It knows nothing of the platform: whoever speaks JSON over HTTP can be a domain. A capability is a function of
its parameters and the asker's language that returns what a domain answers (`success`, `asks`, `failed`).
"""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from demo.servers import at_once
from demo.servers.data import manifest

Output = dict[str, Any]
Capability = Callable[[Mapping[str, Any], str], Output]
LANGUAGES = ("pt", "es", "en")


def success(result: Any, explanation: str, **metadata: Any) -> Output:
    """What was done or found, in data and in words."""
    return _output("success", result, explanation, metadata)


def asks(
    explanation: str, resolution: str, candidates: Sequence[Mapping[str, Any]] = (), **metadata: Any
) -> Output:
    """A question back: which of these, or what is missing."""
    result = {"candidates": list(candidates)} if candidates else None
    return _output("clarification", result, explanation, {"resolution": resolution, **metadata})


def fail(explanation: str, error: str) -> Output:
    """It could not be done."""
    return _output("failure", None, explanation, {"error": error})


def application(name: str, capabilities: Mapping[str, Capability], pages: Sequence[Route] = ()) -> Starlette:
    """The domain's three addresses, and pages of its own."""
    description = manifest(name)

    async def health(_request: Request) -> Response:
        return JSONResponse({"status": "ok", "server": name, "pid": os.getpid()})

    async def described(_request: Request) -> Response:
        return JSONResponse(description)

    async def execute(request: Request) -> Response:
        try:
            request_body = await request.json()
            parameters = request_body.get("parameters") or {}
            capability = capabilities[request_body["capability"]]
            parameters.items()
        except ClientDisconnect:  # whoever asked gave up, and reads nothing more
            return Response(status_code=400)
        except (ValueError, AttributeError, TypeError):
            return JSONResponse(fail("Send {capability, parameters}.", "bad_request"), 400)
        except KeyError:
            return JSONResponse(fail("There is no such capability.", "unknown_capability"), 404)
        return JSONResponse(
            capability(parameters, choose_language(request.headers.get("accept-language", "")))
        )

    routes = [
        Route("/health", health),
        Route("/manifest", described),
        Route("/execute", execute, methods=["POST"]),
    ]
    return Starlette(routes=[*routes, *pages])


def serve(name: str, default_port: int, app: Starlette) -> None:
    """Serves until it is stopped; `--parent` also ends it with that process."""
    at_once.serve(app, at_once.options(f"The demo's domain {name} over HTTP.", default_port))


def choose_language(accepted: str) -> str:
    """The first of our languages that an Accept-Language header names.

    >>> accepted_language("pt-BR,pt;q=0.9")
    'pt'
    """
    for part in accepted.split(","):
        code = part.split(";")[0].strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return "en"


def _output(status: str, result: Any, explanation: str, metadata: Mapping[str, Any]) -> Output:
    return {
        "status": status,
        "result": result,
        "explanation": explanation,
        "confidence": 1.0,
        "metadata": dict(metadata),
    }
