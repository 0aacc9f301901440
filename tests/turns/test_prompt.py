"""What every prompt knows of its turn."""

import pytest
from asgiref.sync import sync_to_async

from agents.models import PromptPolicy
from releases.publish import publish
from routing.turns.preview import ModelReads
from studio import preview
from tenancy.models import Tenant
from tests.turns.conftest import CUSTOMER

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_turns_prompt_says_the_day_and_the_channel(talk, model):
    await talk("s1")("Minha fatura veio alta", CUSTOMER)
    prompt = model.requests[0]["messages"][0]["content"]
    assert "Today is " in prompt
    assert "(time zone America/Sao_Paulo). The user writes over the channel web." in prompt


@pytest.mark.parametrize(
    ("sent", "reads"),
    [
        ({"first_name": "Ana"}, "for Ana of unknown"),
        ({"name": "Ana Lima", "branch": "Leeds"}, "for Ana of Leeds"),
    ],
    ids=["said", "the first word of the name"],
)
async def test_a_field_that_a_prompt_names_is_read_from_a_trusted_caller(talk, model, sent, reads):
    """No business key is read from it, and no tool wants it: it read "unknown"."""
    await sync_to_async(prefix)("You write for {customer.first_name} of {customer.branch}.")
    await talk("s1")("Minha fatura veio alta", CUSTOMER | sent)
    assert reads in model.requests[0]["messages"][0]["content"]


async def test_a_prompt_reads_well_in_the_language_of_the_message(talk, model):
    await sync_to_async(prefix)("Hoje é {today}. Fale {language} com {customer.first_name}.")
    await talk("s1")("Minha fatura veio alta", CUSTOMER)
    prompt = model.requests[0]["messages"][0]["content"]
    assert "Fale Portuguese com " in prompt and "unknown" not in prompt and "Brazilian" not in prompt
    assert "-feira, 2" in prompt or "Sábado, 2" in prompt or "Domingo, 2" in prompt


async def test_what_differs_from_turn_to_turn_stands_last(talk, model):
    one = talk("s1")
    await one("Minha fatura INV001 veio alta", CUSTOMER)
    await one("e por que essa fatura veio assim?")
    first, second = (model.requests[place]["messages"][0]["content"] for place in (0, -1))
    shared = first.index("Today is ")
    assert first[:shared] == second[:shared] and "Specialists you may hand over to" in first[:shared]
    assert "Stars (***)" in first[:shared] and "What your tools told earlier" in second[shared:]


def prefix(text: str) -> None:
    PromptPolicy.objects.of("tenant_a").update(system_prefix=text)
    publish(Tenant.objects.get(pk="tenant_a"), None)


async def test_the_studio_shows_what_a_model_reads_word_for_word(talk, model):
    said = "Minha fatura veio alta"
    await talk("s1")(said, CUSTOMER)
    sent = model.requests[0]
    reads = await sync_to_async(shown)(said)
    assert reads.instructions == sent["messages"][0]["content"]
    assert [each.name for each in reads.tools] == [each["function"]["name"] for each in sent["tools"]]
    assert (reads.message, reads.model) == (said, "environment · test-model")


def shown(text: str) -> ModelReads:
    company = Tenant.objects.get(pk="tenant_a")
    return preview.preview(preview.load(company, "live"), company, "telecom_contas", text).reads


@pytest.mark.parametrize(
    ("channel", "form"), [("web", "Markdown"), ("whatsapp", "plain text"), ("voice", "plain text")]
)
async def test_a_model_is_told_what_the_channel_shows(talk, model, channel, form):
    model.says("Certo.")
    await talk(f"shows-{channel}")("Minha fatura veio alta", CUSTOMER, channel=channel)
    rule = next(
        line for line in str(model.requests[0]["messages"][0]["content"]).splitlines() if "briefly" in line
    )
    assert form in rule
