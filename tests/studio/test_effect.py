"""The effect before the act: what an intent would catch of what people wrote."""

from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import reverse

from conversations.models import Conversation, Message, Turn, new_id
from releases import draft
from releases.publish import publish
from routing.decision.specs import IntentSpec
from routing.models import Intent, Keyword
from studio import catching
from tests.parts.cpu import seconds
from tests.studio.conftest import login

PAGE = reverse("admin:effect")


def say(tenant, *texts: str) -> None:
    """Each text is the first message of a conversation."""
    for text in texts:
        session = new_id()
        talk = Conversation.unscoped.create(
            tenant=tenant, key=f"{tenant.pk}:desk:{session}", agent_id="desk", session_id=session
        )
        turn = Turn.unscoped.create(tenant=tenant, conversation=talk, number=1, status="answered")
        Message.unscoped.create(tenant=tenant, conversation=talk, turn=turn, seq=0, role="user", text=text)


def form(keywords: str, **given: object) -> dict[str, object]:
    return {"keywords": keywords, "name": "copies", "priority": "5", "enabled": "on", **given}


def test_new_keywords_show_what_they_would_catch_and_from_whom(acme: SimpleNamespace) -> None:
    publish(acme.tenant, "ana")
    say(acme.tenant, "segunda via da fatura", "o boleto sumiu", "bom dia")
    page = login("admin", acme.tenant).post(PAGE, form("boleto\nsegunda via"))
    found = page.context["effect"]
    assert (found.messages, found.caught, found.now, found.more) == (4, 2, 0, 2)
    assert {line.text: line.before for line in found.new} == {
        "segunda via da fatura": "bills", "o boleto sumiu": "",
    }  # fmt: skip
    assert found.taken == [("bills", 1)]
    said = page.content.decode()
    assert "Of the last 4 messages this catches 2" in said and "(2 more than now)" in said
    assert "1 message is taken from bills" in said and "o boleto sumiu" in said


def test_a_keyword_that_another_intent_wins_is_named(acme: SimpleNamespace) -> None:
    publish(acme.tenant, "ana")
    say(acme.tenant, "a fatura veio errada")
    page = login("admin", acme.tenant).post(PAGE, form("FATURA", priority="50"))
    found = page.context["effect"]
    assert found.caught == 0 and found.elsewhere == [("bills", 2)]
    page = login("editor", acme.tenant).post(PAGE, form("FATURA", priority="50")).content.decode()
    assert "“FATURA” also belongs to bills (priority 10), which wins." in page


def test_taking_a_keyword_away_shows_what_is_lost(acme: SimpleNamespace) -> None:
    publish(acme.tenant, "ana")
    say(acme.tenant, "a fatura veio errada", "a conta subiu")
    asked = form("conta", name="renamed", saved_name="bills", priority="10", specialist=acme.desk.pk)
    found = login("admin", acme.tenant).post(PAGE, asked).context["effect"]
    assert (found.caught, found.now, found.more, found.fewer) == (1, 2, -1, 1)
    assert {line.text for line in found.lost} == {"a fatura veio errada", "Minha fatura veio alta"}
    off = {name: value for name, value in asked.items() if name != "enabled"}
    assert login("editor", acme.tenant).post(PAGE, off).context["effect"].caught == 0


def test_before_the_first_publish_there_is_nothing_to_compare_with(acme: SimpleNamespace) -> None:
    page = login("admin", acme.tenant).post(PAGE, form("fatura"))
    assert page.context["effect"].now is None
    assert "than now" not in page.content.decode()


def test_what_people_wrote_is_for_those_who_may_read_it(acme: SimpleNamespace) -> None:
    say(acme.tenant, "o boleto sumiu")
    seen = {
        role: login(role, acme.tenant).post(PAGE, form("boleto")).content.decode()
        for role in ("viewer", "editor", "analyst")
    }
    assert all("catches 1" in said for said in seen.values())
    assert "sumiu" not in seen["viewer"]
    assert "sumiu" in seen["editor"] and "/conversation/" not in seen["editor"]
    assert "sumiu" in seen["analyst"] and "/conversation/" in seen["analyst"]


def test_another_companys_messages_and_rows_are_not_looked_at(
    acme: SimpleNamespace, rival: SimpleNamespace
) -> None:
    say(rival.tenant, "o boleto sumiu")
    page = login("admin", acme.tenant).post(PAGE, form("boleto", specialist=rival.desk.pk))
    assert page.context["effect"].caught == 0


def test_what_was_typed_wrongly_is_said(acme: SimpleNamespace) -> None:
    editor = login("editor", acme.tenant)
    assert "is longer than 120" in editor.post(PAGE, form("x" * 200)).content.decode()
    for given in ({"priority": "²"}, {"priority": "-1"}, {"specialist": "9" * 30}, {"profiles": "x"}):
        assert editor.post(PAGE, form("boleto", **given)).status_code == 200
    assert Client().post(PAGE, form("x")).status_code == 302


@pytest.mark.once
@pytest.mark.slow
def test_a_thousand_messages_and_keywords_are_looked_at_in_a_moment(acme: SimpleNamespace) -> None:
    publish(acme.tenant, "ana")
    intents = [Intent(tenant=acme.tenant, name=f"n_{n}", priority=20 + n) for n in range(100)]
    Intent.unscoped.bulk_create(intents)
    Keyword.unscoped.bulk_create(
        Keyword(tenant=acme.tenant, intent=each, text=f"word {n} of {each.name}")
        for each in intents
        for n in range(20)
    )
    say(acme.tenant, *[f"o boleto {n} não chegou, e agora?" for n in range(1000)])
    made = draft.Draft(acme.tenant).loaded
    intent = IntentSpec("copies", keywords=("boleto",))
    found = catching.predict_effect(acme.tenant, made, None, intent)
    assert (found.messages, found.caught) == (1000, 1000)
    assert seconds(lambda: catching.predict_effect(acme.tenant, made, None, intent)) < 0.3
