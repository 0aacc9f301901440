"""Nobody is ever told what belongs to somebody else.

Random turns of fifty users, with a model that repeats every mark of a person that it is given anywhere.
"""

import asyncio
import json
import random
import re
from typing import Any

import pytest

from conversations.visits import visit
from routing.models import AgentProfile, CachedAnswer
from tests.fakes.openai_server import Line
from tests.turns.changing import change
from tests.turns.gullible import Gullible
from tests.turns.test_kept_answers import ASK, author

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once, pytest.mark.timeout(3600)]
USERS = 50
MARK = re.compile(r"marca\d\d")
SHARED = (
    ASK,
    "Tem o intérprete de libras?",
    "oi, tem intérprete de libras, por favor",
    "como chamo intérprete de libras?",
)
OWN = (
    "meu nome é {mark}",
    "me chame de {mark}",
    "sou {mark}, " + ASK,
    "minha senha é {mark}",
    "a libras de {mark} e isso?",
)


@pytest.mark.parametrize(
    "turns", [pytest.param(1_500, marks=pytest.mark.slow), pytest.param(10_000, marks=pytest.mark.endurance)]
)
async def test_no_turn_tells_what_is_anothers(talk, settings, turns: int) -> None:
    chance = random.Random(7)
    await author(collection=None)
    await change(lambda: AgentProfile.objects.of("tenant_a").update(remembers=True))
    given: list[dict[str, Any]] = []

    def repeat(asked: dict[str, Any]) -> Line:
        marks = sorted(set(MARK.findall(json.dumps(asked["messages"]))))
        return Line(text=f"Sim, por vídeo. {' '.join(marks)}".strip())

    async def user(number: int) -> None:
        mark, conversation = f"marca{number:02}", talk(f"u{number}-0")
        for turn in range(turns // USERS):
            if chance.random() < 0.7:
                conversation = talk(f"u{number}-{turn}")
            text = chance.choice(OWN if chance.random() < 0.3 else SHARED).format(mark=mark)
            about = {"customer_id": mark} if chance.random() < 0.5 else {}
            answer = await conversation(text, about, user_id=mark if chance.random() < 0.5 else None)
            given.append(answer["metadata"] | {"mark": mark, "said": answer["text"]})

    with Gullible() as model:
        settings.MODEL, settings.OPENAI_BASE_URL = "test-model", model.base_url
        model.when(repeat)
        await asyncio.gather(*(user(number) for number in range(USERS)))
    crossed = [
        (each["mark"], each["said"]) for each in given if set(MARK.findall(each["said"])) - {each["mark"]}
    ]
    assert len(given) == turns and crossed == []
    assert sum(each["cached"] for each in given) > turns / 10
    rows = await visit(lambda: list(CachedAnswer.objects.of("tenant_a")))
    for row in rows:
        assert set(MARK.findall(row.answer)) <= set(MARK.findall(row.question))
