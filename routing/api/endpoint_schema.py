"""One decorator that says everything about a door to the schema."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.serializers import Serializer

from routing.api.serializers import ProblemSerializer

F = TypeVar("F", bound=Callable[..., Any])
REFUSALS = {
    400: "Not JSON, nested too deeply, a bad header, or an unknown view.",
    401: "No credential, or one that is not valid.",
    402: "The budget is used up, and the company refuses what would cost more; see Retry-After.",
    403: "The credential may not do this.",
    404: "Unknown here, or another's.",
    409: "Not now: nothing is published, or another request is still running.",
    408: "The body did not arrive in time.",
    413: "The body or the message is too long.",
    415: "Not sent as application/json.",
    422: "Understood and not acceptable; `errors` says where.",
    429: "Too many requests, too many messages of this conversation wait, or a limit is reached; see "
    "Retry-After.",
    502: "The other side failed.",
    503: "Shutting down, not ready, or the database does not answer; see Retry-After.",
    504: "The answer takes longer; the turn goes on.",
    508: "A gateway was asked by a gateway.",
}
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[ -~]{1,200}$"},
    OpenApiParameter.HEADER,
    description="The same key and body again gives the same answer and no second turn.",
)
VIEW = OpenApiParameter(
    "view",
    str,
    OpenApiParameter.QUERY,
    enum=["lean"],
    description="`lean` leaves little beside the answer's text, as the header `Prefer: return=minimal` does.",
)
REQUEST_ID = OpenApiParameter("X-Request-Id", str, OpenApiParameter.HEADER, description="Sent back as it is.")
WAITS = (402, 429, 503)  # refusals that pass by themselves
RETRY_AFTER = OpenApiParameter(
    "Retry-After", int, OpenApiParameter.HEADER, response=list(WAITS), description="Seconds to wait."
)
OF_A_TURN = (402, 404, 409, 413, 429, 502, 503, 508)  # what becomes of a message that is not answered
JSON_PROBLEM = "application/problem+json"
NOTHING = {"type": "string", "maxLength": 0}
EITHER_VIEW = "InEitherView"  # of an answer that is told in two ways
# Attributes of a handler: the shapes by which its door reads the query and what is sent.
QUERY, BODY = "query_shape", "body_shape"
BODY_OPTIONAL = "x-body-optional"  # taken out again by `complete`


def document(
    tag: str,
    operation_id: str,
    request: type[Serializer[Any]] | None,
    answer: Any,
    *,
    query: type[Serializer[Any]] | None = None,
    refuses: Sequence[int] = (),
    examples: Sequence[OpenApiExample] = (),
    open_to_all: bool = False,
    body_optional: bool = False,
    makes_turn: bool = False,
    media: str = "application/json",
    refusal: tuple[type[Serializer[Any]], str] = (ProblemSerializer, JSON_PROBLEM),
) -> Callable[[F], F]:
    """Puts a handler into `/api/schema/` under a tag and a name that generated clients have for it
    (`sendMessage`), with every refusal as a problem document, or as `refusal`.

    `answer` is the shape of 200, or shapes by their status. `query` is read before the handler is called
    (`Door.query`). `makes_turn`: what is sent is a message, and a key makes it the same one again.
    """
    statuses = {*refuses, *(OF_A_TURN if makes_turn and refusal[1] == JSON_PROBLEM else ())}
    if not open_to_all:
        statuses |= {401, 403, 404, 429, 503}  # 404: a company that is not the credential's
    if request is not None:
        statuses |= {400, 408, 413, 415, 422}
    if query is not None:
        statuses.add(422)
    answers: dict[Any, Any] = dict(answer) if isinstance(answer, Mapping) else {200: answer}
    shape, refusal_media = refusal
    for status in sorted(statuses):
        answers[(status, refusal_media)] = OpenApiResponse(shape, description=REFUSALS[status])
    parameters: list[Any] = [*([IDEMPOTENCY_KEY] if makes_turn else []), REQUEST_ID]
    if makes_turn and 202 in answers:  # a door that waits for the answer
        parameters.append(VIEW)
    if statuses & {*WAITS}:
        parameters.append(RETRY_AFTER)
    if query is not None:
        parameters.append(query)
    described: Callable[[F], F] = extend_schema(
        operation_id=operation_id,
        tags=[tag],
        request={media: request} if request is not None else None,
        responses=answers,
        parameters=parameters,
        examples=list(examples),
        extensions={BODY_OPTIONAL: True} if body_optional else {},
        # The stubs say names; what goes into the document are requirement objects.
        auth=cast(Any, [{}] if open_to_all else [{"bearer": []}]),
    )

    def decorate(handler: F) -> F:
        setattr(handler, QUERY, query)
        setattr(handler, BODY, request)
        return described(handler)

    return decorate


def complete(result: dict[str, Any], **_about: Any) -> dict[str, Any]:
    """Says that a body must be sent even where each of its fields may be left out, and what may be empty."""
    for name, schema in result["components"]["schemas"].items():
        if name.endswith(EITHER_VIEW):  # what all may see is a part of what some may: both may fit
            schema["anyOf"] = schema.pop("oneOf")
    for path in result["paths"].values():
        for operation in path.values():
            optional = operation.pop(BODY_OPTIONAL, False)
            if "requestBody" in operation and not optional:
                operation["requestBody"]["required"] = True
    _let_empty(result)
    return result


def _let_empty(node: Any) -> None:
    """A text that may be empty is "one of" two schemas to the generator, and "" often fits both, so none."""
    if isinstance(node, dict):
        if NOTHING in (node.get("oneOf") or ()):
            node["anyOf"] = node.pop("oneOf")
        for inner in node.values():
            _let_empty(inner)
    elif isinstance(node, list):
        for inner in node:
            _let_empty(inner)
