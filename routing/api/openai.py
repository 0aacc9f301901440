"""`/v1/*`: the chat API of OpenAI's clients. A model is a profile, an API key the key of this platform.

client = openai.OpenAI(base_url="https://chat.example.com/v1", api_key="sb_...")
client.chat.completions.create(model="telecom_contas", messages=[{"role": "user", "content": "oi"}])
"""

from functools import partial
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiExample

from releases.models import Release
from routing.api import catalogue, openai_completion, openai_request, openai_stream
from routing.api import openai_shapes as shapes
from routing.api.door import Door, VisitDoor, reply
from routing.api.endpoint_schema import document
from routing.errors import UnknownProfile
from tenancy.principal import Principal

ERROR = (shapes.OpenAiError, "application/json")
ANSWERS: dict[Any, Any] = {
    (200, "application/json"): shapes.CompletionSerializer,
    (200, "text/event-stream"): shapes.CompletionLine,
}
HELLO = OpenApiExample(
    "A question",
    {"model": "telecom_contas", "messages": [{"role": "user", "content": "Minha fatura veio alta"}]},
    request_only=True,
)


class CompletionsDoor(Door):
    takes_messages = True
    takes_files = True

    @document(
        "OpenAI",
        "createChatCompletion",
        shapes.CompletionRequest,
        ANSWERS,
        refuses=(409, 502, 504),
        makes_turn=True,
        examples=[HELLO],
        refusal=ERROR,
    )
    async def post(self, request: HttpRequest) -> HttpResponseBase:
        """Answers the last message, as JSON or, with `stream`, as chunks.

        A client that goes away does not stop the turn.
        """
        message = openai_request.read(request, self.sent)
        model = str(message.agent_id)
        if not self.sent.get("stream"):
            turn_id, answer = await openai_stream.read_whole(message)
            return reply(openai_completion.CompletionDocument(model, turn_id).whole(answer))
        with_usage = bool((self.sent.get("stream_options") or {}).get("include_usage"))
        write = partial(openai_completion.lines, model=model, with_usage=with_usage)
        return await openai_stream.stream(message, request, write, openai_completion.line_of)


class ModelsDoor(VisitDoor):
    scope = "chat"

    @document("OpenAI", "listModels", None, shapes.Models, refuses=(409,), refusal=ERROR)
    def get(self, who: Principal) -> Any:
        """Lists the published profiles of the key's company as models."""
        return {"object": "list", "data": _models(who)}


class ModelDoor(VisitDoor):
    scope = "chat"

    @document("OpenAI", "readModel", None, shapes.Model, refuses=(409,), refusal=ERROR)
    def get(self, who: Principal, model: str) -> Any:
        """One published profile as a model."""
        known = {each["id"]: each for each in _models(who)}
        if model not in known:
            raise UnknownProfile(model, known)
        return known[model]


def _models(who: Principal) -> list[dict[str, Any]]:
    """The profiles as models that were created when they were published."""
    _tenant, pinned = catalogue.read_published(who)
    rows = Release.objects.of(who.tenant_id).filter(number=pinned.release.number)
    since = rows.values_list("published_at", flat=True).first()
    created = int(since.timestamp()) if since else 0
    return [
        {"id": name, "object": "model", "created": created, "owned_by": who.tenant_id}
        for name in pinned.release["routing"].profiles
    ]
