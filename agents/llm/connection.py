"""Tests a model profile: sends "ping" with one tool, as specialists do, and shows the other side's words."""

from collections.abc import Coroutine
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import orjson
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from langchain_core.messages import HumanMessage

from agents.errors import ModelFailed, NotChecked
from agents.llm import moderations
from agents.llm.events import TextPiece, ToolCall
from agents.llm.openai_compatible import OpenAICompatible
from agents.llm.providers import OFFLINE, address_of
from agents.llm.request import ModelRequest, ToolOffer
from agents.model_settings import spec_of
from agents.resources import LLMAddress
from agents.specs import LLMSpec
from outbound import headers, runtime
from outbound.errors import UnknownVariable

if TYPE_CHECKING:
    from agents.models import LLMProfile

SECONDS = 20.0
PING = ToolOffer(
    "reply",
    "Replies to the user.",
    {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
)
REFUSED_TOOLS = (400, 404, 422, 501)  # statuses


@dataclass(frozen=True, slots=True)
class TestResult:
    """Whether the model answered, and its words or what to do."""

    __test__ = False

    ok: bool
    words: str


def test(profile: "LLMProfile") -> TestResult:
    """Asks the model of a profile row for one answer; saved or not, it is never stored.

    >>> test(LLMProfile(provider="openai", model="gpt-5-mini", api_key="sk-...")).words  # doctest: +SKIP
    'gpt-5-mini answered: pong'
    """
    if profile.provider == OFFLINE:
        return TestResult(True, _("The offline model needs no connection."))
    if not profile.model and profile.point != profile.Points.MODERATION:
        return TestResult(False, _("Enter the name of the model first."))
    spec = replace(spec_of(profile), timeout_seconds=min(profile.timeout_seconds, SECONDS))
    sent = tuple(headers.read(profile.extra_headers).items())
    try:
        address = address_of(profile.provider, profile.base_url)
        if profile.point == profile.Points.MODERATION:
            return _test_moderation(spec, LLMAddress(address, profile.api_key, headers=sent))
        chat = OpenAICompatible(spec, address, profile.api_key, headers=sent)
        return runtime.run(_speak(get_language(), _test_chat(chat, spec)), 2 * SECONDS + 5)
    except ModelFailed as error:
        return TestResult(False, error.reason)
    except UnknownVariable as error:
        return TestResult(False, str(error))
    except TimeoutError:
        return TestResult(False, _("No answer within %(seconds)d seconds.") % {"seconds": SECONDS})


async def _speak(language: str | None, test: Coroutine[Any, Any, TestResult]) -> TestResult:
    """A test on the runtime's loop, in the language of whoever asked for it."""
    with override(language):
        return await test


async def _test_chat(chat: OpenAICompatible, spec: LLMSpec) -> TestResult:
    """Asks for a call of a tool, forced where the row says that it may be; one that refuses any is asked
    without.
    """
    about = {"model": spec.model}
    chat.health.refuses_choice = False  # what was refused before is tried anew
    try:
        words = await ping(chat, PING, PING.name if spec.can_force_tools else "")
    except ModelFailed as error:
        if error.status not in REFUSED_TOOLS:
            raise
        about["words"] = await ping(chat)
        sentence = _("%(model)s answered: %(words)s. But it refuses tools, which specialists need: %(why)s")
        return TestResult(False, sentence % {**about, "why": error.reason})
    about["words"] = words
    if chat.health.refuses_choice and spec.can_force_tools:
        sentence = _(
            "%(model)s answered: %(words)s. But it refuses to be made to call a tool: switch off “can be "
            "made to call a tool”."
        )
        return TestResult(False, sentence % about)
    return TestResult(True, _("%(model)s answered: %(words)s") % about)


def _test_moderation(spec: LLMSpec, address: LLMAddress) -> TestResult:
    """Asks a moderation service about one word."""
    try:
        runtime.run(moderations.ask(spec, address, "ping", SECONDS), SECONDS + 5)
    except NotChecked as error:
        return TestResult(False, str(error))
    return TestResult(True, _("The moderation service answered."))


test.__test__ = False  # type: ignore[attr-defined]


async def ping(chat: OpenAICompatible, tool: ToolOffer | None = None, must_call: str = "") -> str:
    """The model's whole answer to "ping", at most 300 characters: its text, and what it calls."""
    request = ModelRequest(
        (HumanMessage("ping"),),
        tools=(tool,) if tool else (),
        deadline_seconds=SECONDS,
        must_call=must_call,
    )
    words = ""
    async for event in chat.stream(request):
        match event:
            case TextPiece(text):
                words += text
            case ToolCall():
                words += f" {event.name}({orjson.dumps(event.arguments).decode()})"
    return words.strip()[:300]
