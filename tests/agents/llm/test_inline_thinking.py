"""What a model thinks at the beginning of its answer is shown to nobody, wherever its pieces are cut."""

import pytest
from langchain_core.messages import HumanMessage

from agents.errors import ModelFailed
from agents.llm.events import ModelUsage, TextPiece, ToolCall
from agents.llm.openai_compatible import OpenAICompatible
from agents.llm.request import ModelRequest, ToolOffer
from agents.specs import LLMSpec
from outbound import policy

THOUGHT = "<think>The user asks for 2 < 3, so </thin k> I say yes.\n</think>\n\n"
ANSWER = "Yes: 2 < 3 <think>is</think> so."


@pytest.fixture(autouse=True)
async def own_loop(settings):
    settings.OUTBOUND_ALLOW_LOOPBACK = True
    yield
    await policy.close()


async def answer(fake_openai, *pieces, finish="stop", **more):
    """The events of an answer in these pieces."""
    deltas = [{"content": piece} for piece in pieces] + ([more] if more else [])
    ends = [None] * (len(deltas) - 1) + [finish]
    fake_openai.streams(
        *({"choices": [{"delta": d, "finish_reason": e}]} for d, e in zip(deltas, ends, strict=True))
    )
    model = OpenAICompatible(LLMSpec("fast", "openai", "m"), fake_openai.base_url, "key")
    request = ModelRequest((HumanMessage("well?"),), (ToolOffer("look", "Looks"),), deadline_seconds=5)
    return [event async for event in model.stream(request)]


def said(events):
    return "".join(event.text for event in events if isinstance(event, TextPiece))


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 200])
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (THOUGHT + ANSWER, ANSWER),
        ("\n" + THOUGHT.replace("think>", "Thinking>") + ANSWER, ANSWER),
        ("<think></think><think>\n</think>" + ANSWER, ANSWER),
        (f"<think>{'İ' * 9}</think>{ANSWER}", ANSWER),
        (ANSWER, ANSWER),
        ("\n\n<thin ice> is told", "\n\n<thin ice> is told"),
        ("<thi", "<thi"),
    ],
    ids=[
        "a thought",
        "another tag",
        "two blocks",
        "letters that are two in small",
        "none",
        "another word",
        "cut off",
    ],
)
async def test_a_thought_at_the_beginning_is_not_shown(fake_openai, text, shown, size):
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    assert said(await answer(fake_openai, *pieces)) == shown


async def test_a_thought_before_a_call_leaves_the_call(fake_openai):
    call = {"index": 0, "id": "c1", "function": {"name": "look", "arguments": "{}"}}
    events = await answer(fake_openai, THOUGHT, finish="tool_calls", tool_calls=[call])
    assert said(events) == ""
    assert [event.name for event in events if isinstance(event, ToolCall)] == ["look"]


async def test_a_thought_alone_is_no_answer_and_is_counted(fake_openai):
    with pytest.raises(ModelFailed, match="empty answer"):
        await answer(fake_openai, "<think>" + "so " * 40)
    used = next(each for each in await answer(fake_openai, THOUGHT, "ok") if isinstance(each, ModelUsage))
    assert used.completion_tokens >= len(THOUGHT) // 4
