"""Tests a model profile: sends "ping" and shows what came back, in the other side's words."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from langchain_core.messages import HumanMessage

from agents.errors import ModelFailed, NotChecked
from agents.llm import moderations
from agents.llm.events import TextPiece
from agents.llm.openai_compatible import OpenAICompatible
from agents.llm.providers import OFFLINE, address_of
from agents.llm.request import ModelRequest
from agents.model_settings import spec_of
from agents.resources import LLMAddress
from agents.specs import LLMSpec
from outbound import headers, runtime
from outbound.errors import UnknownVariable

if TYPE_CHECKING:
    from agents.models import LLMProfile

SECONDS = 20.0


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
        words = runtime.run(ping(chat), SECONDS + 5)
    except ModelFailed as error:
        return TestResult(False, error.reason)
    except UnknownVariable as error:
        return TestResult(False, str(error))
    except TimeoutError:
        return TestResult(False, _("No answer within %(seconds)d seconds.") % {"seconds": SECONDS})
    return TestResult(True, _("%(model)s answered: %(words)s") % {"model": profile.model, "words": words})


def _test_moderation(spec: LLMSpec, address: LLMAddress) -> TestResult:
    """Asks a moderation service about one word."""
    try:
        runtime.run(moderations.ask(spec, address, "ping", SECONDS), SECONDS + 5)
    except NotChecked as error:
        return TestResult(False, str(error))
    return TestResult(True, _("The moderation service answered."))


test.__test__ = False  # type: ignore[attr-defined]


async def ping(chat: OpenAICompatible) -> str:
    """The model's whole answer to "ping", at most 300 characters."""
    request = ModelRequest((HumanMessage("ping"),), deadline_seconds=SECONDS)
    pieces = [event.text async for event in chat.stream(request) if isinstance(event, TextPiece)]
    return "".join(pieces).strip()[:300]
