"""An answer is given again to whoever asks the same, and never where it could be somebody's own."""

import asyncio
import itertools
from typing import Any

import pytest

from agents.knowledge import removing
from agents.knowledge.models import Collection, Document
from agents.models import Specialist, SpecialistPrompt
from analytics.figures import report_kept_answers
from analytics.period import Period
from conversations.models import Step, Turn
from conversations.visits import visit
from rollout import control
from routing.answer_cache import keeping
from routing.models import AgentProfile, CachedAnswer, Intent, Keyword
from tests.agents.knowledge.conftest import keep
from tests.fakes.openai_server import Line
from tests.privacy.test_forgetting import forget
from tests.turns.changing import change
from tests.turns.gullible import Gullible

pytestmark = pytest.mark.django_db(transaction=True)
INTENT = "sign_language"
ASK = "tem intérprete de libras?"
HANDBOOK = (
    "# Atendimento\n## Acessibilidade\nHá intérprete de Libras por vídeo em todas as lojas, sem "
    "agendamento.\n"
)


async def author(**intent: Any) -> None:
    """An intent of its own that keeps its answers for an hour."""

    def write() -> None:
        row = Collection(tenant_id="tenant_a", name="handbook", title="Manual")
        row.save()
        keep(row, "atendimento.md", HANDBOOK)
        kept = Intent(
            tenant_id="tenant_a", name=INTENT,
            specialist=Specialist.objects.of("tenant_a").get(name="billing_agent"),
            **{"collection": row, "cache_seconds": 3600, **intent},
        )  # fmt: skip
        kept.save()
        Keyword(tenant_id="tenant_a", intent=kept, text="libras").save()

    await change(write)


@pytest.fixture
def model(settings):
    """Answers "Resposta 1.", "Resposta 2.", ...: each is known by when it was made; or what is `fixed`."""
    numbers = itertools.count(1)
    with Gullible() as server:
        server.fixed = ""
        server.when(lambda asked: Line(text=server.fixed or f"Resposta {next(numbers)}."))
        settings.MODEL, settings.OPENAI_BASE_URL = "test-model", server.base_url
        yield server


async def kept() -> list[CachedAnswer]:
    return await visit(lambda: list(CachedAnswer.objects.of("tenant_a")))


def cached(answer: dict[str, Any]) -> bool:
    return bool(answer["metadata"]["cached"])


async def test_the_same_question_gets_the_answer_that_was_made_and_another_one_its_own(talk) -> None:
    await author()
    first = await talk("a")(ASK, user_id="ana")
    assert not cached(first) and first["metadata"]["citations"] != []
    alike = [ASK, "Tem INTÉRPRETE de libras", "Oi, bom dia! Tem o intérprete de libras, por favor?"]
    for served, again in enumerate(alike, 1):
        second = await talk(f"b{served}")(again, user_id="bia")
        assert cached(second) and second["text"] == first["text"], again
        assert second["metadata"]["citations"] == first["metadata"]["citations"], again
        (row,) = await kept()
        assert row.served == served and row.turn == first["metadata"]["turn_id"], again
        step = next(each for each in second["metadata"]["steps"] if each["node"] == "cached_answer")
        assert step["detail"]["cached"] and step["detail"]["answer"] == row.pk, again
    others = [
        "não tem intérprete de libras?", "tem 2 intérprete de libras?", "tem intérprete de libras da Maria?",
        "tem intérprete sem libras?", "quando tem intérprete de libras?",
    ]  # fmt: skip
    for number, other in enumerate(others):
        assert not cached(await talk(f"c{number}")(other)), other


async def test_an_intent_that_keeps_nothing_is_not_looked_for(talk) -> None:
    await author(cache_seconds=0)
    await talk("a")(ASK)
    answer = await talk("b")(ASK)
    assert not cached(answer) and await kept() == []
    assert "cached_answer" not in [step["node"] for step in answer["metadata"]["steps"]]


async def test_a_conversation_that_went_on_keeps_nothing_and_may_be_served(talk) -> None:
    await author()
    first = talk("a")
    await first("oi")
    await first(ASK)
    assert await kept() == []
    await talk("b")(ASK)
    assert cached(await first(ASK))
    assert not cached(await first("e isso de libras?"))


async def test_what_names_somebody_is_neither_kept_nor_served(talk) -> None:
    await author()
    await talk("a")(f"meu CPF é 529.982.247-25, {ASK}")
    assert await kept() == []


async def test_what_is_remembered_of_the_user_keeps_them_apart(talk) -> None:
    await author()
    await change(lambda: AgentProfile.objects.of("tenant_a").update(remembers=True))
    await talk("a")("Me chame de Ana", user_id="ana")
    await talk("b")(ASK, user_id="ana")
    assert await kept() == []
    await talk("c")(ASK, user_id="bia")
    assert len(await kept()) == 1
    assert not cached(await talk("d")(ASK, user_id="ana"))


async def test_an_answer_with_a_value_that_is_proven_of_who_asked_is_not_kept(talk, model) -> None:
    await author(collection=None)
    model.fixed = "Cliente Prata77: sim."
    await talk("a")(ASK, {"customer_id": "Prata77"})
    assert await kept() == []


async def test_prompts_that_name_the_customer_keep_nothing(talk, model) -> None:
    prompts = SpecialistPrompt.objects.of("tenant_a").filter(specialist__name="billing_agent")
    await visit(lambda: prompts.update(context="{customer.plan}"))
    await author(collection=None)
    answer = await talk("a")(ASK)
    step = next(each for each in answer["metadata"]["steps"] if each["node"] == "cached_answer")
    assert step["detail"] == {"cached": False, "why": "identity"} and await kept() == []


async def test_a_release_and_a_channel_have_their_own_answers(talk, model) -> None:
    await author(collection=None)
    await talk("a")(ASK)
    assert not cached(await talk("b")(ASK, channel="voice"))
    assert cached(await talk("c")(ASK))
    await change(lambda: Intent.objects.of("tenant_a").filter(name=INTENT).update(description="x"))
    assert not cached(await talk("d")(ASK))


async def test_the_switch_acts_at_once(talk) -> None:
    await author()
    await talk("a")(ASK)
    await visit(lambda: control.set_switch("tenant_a", "answer_cache", off=True))
    assert not cached(await talk("b")(ASK))
    await visit(lambda: control.set_switch("tenant_a", "answer_cache", off=False))
    assert cached(await talk("c")(ASK))


async def test_what_is_thrown_away_or_too_old_is_made_anew(talk, model) -> None:
    await author(collection=None)
    first = await talk("a")(ASK)
    (row,) = await kept()
    assert await visit(lambda: keeping.throw_away("tenant_b", [row.pk])) == 0
    assert await visit(lambda: keeping.throw_away("tenant_a", [])) == 0  # rows that just expired: not all
    assert await visit(lambda: keeping.throw_away("tenant_a", [row.pk])) == 1
    second = await talk("b")(ASK)
    assert second["text"] != first["text"] and not cached(second)
    await visit(lambda: CachedAnswer.objects.of("tenant_a").update(expires_at=row.created_at))
    third = await talk("c")(ASK)
    assert not cached(third) and third["text"] != second["text"]
    assert (await kept())[0].answer == third["text"]


async def test_only_so_many_are_kept(talk, settings) -> None:
    settings.ANSWER_CACHE_ROWS = 2
    await author()
    for number in range(4):
        await talk(f"a{number}")(f"loja {number}: {ASK}")
    assert len(await kept()) == 2


async def test_who_is_forgotten_leaves_no_answer(talk) -> None:
    await author()
    await talk("a")(ASK, user_id="ana")
    assert len(await kept()) == 1
    await asyncio.to_thread(forget, "ana")
    assert await kept() == []


async def test_the_record_tells_what_was_given_again(talk) -> None:
    await author()
    await talk("a")(ASK)
    answer = await talk("b")(ASK)
    turn = await visit(lambda: Turn.unscoped.get(pk=answer["metadata"]["turn_id"]))
    assert turn.outcome == "cached" and turn.agent == "billing_agent"
    step = await visit(lambda: Step.unscoped.get(turn=turn, node="cached_answer"))
    assert step.outcome == "ok" and step.detail["similarity"] == 1.0
    counted = await visit(lambda: report_kept_answers("tenant_a", Period.last(1)))
    assert (counted.asked, counted.given, counted.share) == (2, 1, 50.0)


@pytest.mark.parametrize("what", ["the document", "the collection", "meanwhile"])
async def test_what_was_drawn_from_a_removed_document_is_not_given_again(
    talk, what: str, monkeypatch
) -> None:
    await author()

    def remove() -> None:
        if what == "the collection":
            Intent.objects.of("tenant_a").filter(name=INTENT).delete()
            removing.remove_collection(Collection.objects.of("tenant_a").get(name="handbook"))
        else:
            for row in Document.objects.of("tenant_a").filter(title="Atendimento"):
                removing.remove(row)

    if what == "meanwhile":  # the turn has read the document, and its answer is not kept yet
        close = keeping.close

        def close_later(*given: Any) -> None:
            remove()
            close(*given)

        monkeypatch.setattr(keeping, "close", close_later)
    first = await talk("a")(ASK)
    assert "Libras por vídeo" in first["text"]
    if what != "meanwhile":
        assert await kept() != []
        await visit(remove)
    assert await kept() == []
    assert "Libras por vídeo" not in (await talk("b")(ASK))["text"]
