"""What every prompt knows of its turn."""

import pytest
from asgiref.sync import sync_to_async

from routing.turns.preview import ModelReads
from studio import preview
from tenancy.models import Tenant
from tests.turns.conftest import CUSTOMER


@pytest.mark.django_db(transaction=True)
async def test_a_turns_prompt_says_the_day_and_the_channel(talk, fake_openai, settings):
    settings.MODEL, settings.OPENAI_BASE_URL = "test-model", fake_openai.base_url
    settings.OUTBOUND_ALLOW_LOOPBACK = True
    await talk("s1")("Minha fatura veio alta", CUSTOMER)
    prompt = fake_openai.requests[0]["messages"][0]["content"]
    assert "Today is " in prompt
    assert "(time zone America/Sao_Paulo). The user writes over the channel web." in prompt


@pytest.mark.django_db(transaction=True)
async def test_the_studio_shows_what_a_model_reads_word_for_word(talk, fake_openai, settings):
    settings.MODEL, settings.OPENAI_BASE_URL = "test-model", fake_openai.base_url
    settings.OUTBOUND_ALLOW_LOOPBACK = True
    said = "Minha fatura veio alta"
    await talk("s1")(said, CUSTOMER)
    sent = fake_openai.requests[0]
    reads = await sync_to_async(shown)(said)
    assert reads.instructions == sent["messages"][0]["content"]
    assert [each.name for each in reads.tools] == [each["function"]["name"] for each in sent["tools"]]
    assert (reads.message, reads.model) == (said, "environment · test-model")


def shown(text: str) -> ModelReads:
    company = Tenant.objects.get(pk="tenant_a")
    return preview.preview(preview.load(company, "live"), company, "telecom_contas", text).reads
