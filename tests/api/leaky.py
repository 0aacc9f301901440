"""A company in which everything that customers must not see is marked.

Prompts, tool arguments, results, errors, secrets.
"""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from agents.models import MCPServer, PromptPolicy, SpecialistPrompt
from tenancy import tokens
from tests.agents.tools.misbehaving import Misbehaving
from tests.fakes.openai_server import FakeOpenAI
from tests.parts.visiting import visit_now
from tests.turns.changing import change

TOKEN = "CANARY0secret0of0the0server"
SHAPED = "sk-proj-CANARYabcdef0123456789"
PROMPT, RESULT, WORDS, PROVIDER, ARGUMENT = (
    "CANARY-PROMPT", "CANARY-RESULT", "CANARY-WORDS", "CANARY-PROVIDER", "CANARYINV9",
)  # fmt: skip
ASKED = "Minha fatura veio alta"


class Leaky(Misbehaving):
    """A tool server that says what it was given and what it must not say.

    All but its `willing` tools fail.
    """

    willing = ("consultar_fatura",)

    def misbehave(self, http: Any, body: dict[str, Any], name: str, arguments: Any, times: int) -> None:
        if name in self.willing:
            echo = {
                "found": True,
                "note": RESULT,
                "given": arguments,
                "authorization": self.headers.get("Authorization"),
            }
            return self.text(http, body, json.dumps(echo))
        return self.text(http, body, f"{WORDS}: refused {SHAPED}, sent with {TOKEN}", is_error=True)


def point(server: Leaky) -> None:
    """The company's telecom server is this one; inside an edit."""
    row = MCPServer.objects.of("tenant_a").get(name="telecom")
    row.url, row.secret = server.url, TOKEN
    row.save()


@asynccontextmanager
async def leaky(model: FakeOpenAI, settings: Any) -> AsyncIterator[None]:
    """The company published, its servers as above, a model that repeats keys when it fails."""
    settings.MODEL, settings.OPENAI_BASE_URL = "CANARY-MODEL", model.base_url

    with Leaky() as server:

        def edit() -> None:
            PromptPolicy.objects.of("tenant_a").update(system_prefix=f"{PROMPT} of the policy.")
            SpecialistPrompt.objects.of("tenant_a").update(objective=f"{PROMPT} of the specialist.")
            point(server)

        await change(edit)
        yield


def fails(model: FakeOpenAI) -> None:
    """The next answer of the model is a refusal with keys in it."""
    model.fails(401, message=f"{PROVIDER}: Incorrect API key provided: {SHAPED} (Bearer {SHAPED})")


def token(*scopes: str, user: str = "ana") -> dict[str, str]:
    """The header of an end user of the company."""
    context = {"msisdn": "5511999999999", "invoice_id": ARGUMENT}
    made = visit_now(lambda: tokens.issue("tenant_a", user, context, scopes))
    return {"Authorization": f"Bearer {made}"}
