"""A model that is asked once and heard to its end.

heard = await hear(model, request)          # request.must_call names the tool, if it has to call one
heard.text, heard.call, heard.usage, heard.ended, heard.failure
"""

from dataclasses import dataclass, field

from agents.errors import ModelFailed
from agents.llm.chat import ChatModel
from agents.llm.events import Finish, ModelUsage, TextPiece, ToolCall
from agents.llm.request import ModelRequest
from agents.llm.usage import usage_of
from conversations.turn import Usage


@dataclass(slots=True)
class Heard:
    """What a model wrote, its first call of the tool that it had to call, what it cost, how its answer ended,
    and why there is no more of it.
    """

    text: str = ""
    call: ToolCall | None = None
    usage: Usage = field(default_factory=Usage)
    ended: Finish = field(default_factory=lambda: Finish(""))
    failure: ModelFailed | TimeoutError | None = None


async def hear(model: ChatModel, request: ModelRequest) -> Heard:
    heard = Heard()
    try:
        async for event in model.stream(request):
            match event:
                case TextPiece(piece):
                    heard.text += piece
                case ToolCall() if event.name == request.must_call and heard.call is None:
                    heard.call = event
                case ModelUsage():
                    heard.usage = heard.usage.plus(usage_of(event))
                case Finish():
                    heard.ended = event
    except (ModelFailed, TimeoutError) as error:
        heard.failure = error
    return heard
