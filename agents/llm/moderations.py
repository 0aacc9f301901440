"""The wire of moderation services: OpenAI's `POST /moderations`, which others speak too."""

from collections.abc import Mapping
from typing import Any

import httpx2
import orjson

from agents.errors import NotChecked
from agents.llm.body import request_headers
from agents.resources import LLMAddress
from agents.specs import LLMSpec
from outbound.errors import OutboundError
from outbound.policy import client


async def ask(spec: LLMSpec, address: LLMAddress, text: str, seconds: float) -> Mapping[str, Any]:
    """The first of the service's results.

    :raises NotChecked: there is none.
    :raises TimeoutError: none came in time.
    """
    if address.problem or not address.base_url:
        raise NotChecked(address.problem or "the moderation service has no address")
    body = {**spec.extra_body, "input": text, **({"model": spec.model} if spec.model else {})}
    headers = {
        "authorization": f"Bearer {address.api_key or 'none'}",
        **request_headers(spec, address.headers),
        "content-type": "application/json",
    }
    try:
        answer = await client("llm").post(
            f"{address.base_url.rstrip('/')}/moderations",
            content=orjson.dumps(body),
            headers=headers,
            timeout=seconds,
        )
    except httpx2.TimeoutException as error:
        raise TimeoutError("the moderation service did not answer in time") from error
    except (httpx2.HTTPError, OutboundError) as error:
        raise NotChecked(f"the moderation service cannot be reached: {type(error).__name__}") from error
    if not answer.is_success:
        raise NotChecked(f"the moderation service answered {answer.status_code}")
    try:
        results = orjson.loads(answer.content)["results"]
        result: Mapping[str, Any] = results[0]
        result["flagged"]
    except (orjson.JSONDecodeError, KeyError, IndexError, TypeError) as error:
        raise NotChecked("the moderation service's answer holds no result") from error
    return result
