"""The picture of a coordinator's turn: who was called in, asked and ended, in which order."""

import re

import pytest
from django.test import Client

from analytics.viewer import read_exchanges as read
from conversations.models import Conversation, Turn

pytestmark = pytest.mark.django_db(transaction=True)
ARROW = re.compile(r'opacity="([^"]+)" marker-end')


def test_each_turn_shows_its_calls_and_ends(transactional_db, demo_servers, settings):
    settings.DEMO = True
    said = (
        "Preciso de ajuda com um problema técnico",  # called in
        "Como peço um reembolso?",  # given back, another one called in
        "Quais os planos de vocês para domingo?",  # given back
        "Quero ver a fatura TS-2001 e o chamado CH-501",  # both asked
    )
    for text in said:
        body = {"tenant_id": "tenant_a", "agent_id": "assistente_virtual"}
        body["payload"] = {"text": text, "session_id": "circle"}
        assert Client().post("/gateway/message", body, content_type="application/json").status_code == 200
    conversation = Conversation.unscoped.get(session_id="circle")
    shown = [
        each.circle
        for each in read(conversation, Turn.unscoped.filter(conversation=conversation).order_by("number"))
    ]
    tech, money = "especialista_tecnico", "especialista_financeiro"
    assert [(each.voice, list(each.called), each.calls, each.ends, each.spoke) for each in shown] == [
        ("coordinator", [tech], {tech: "1"}, {}, True),
        ("coordinator", [tech, money], {money: "2"}, {tech: "1"}, True),
        ("coordinator", [money], {}, {money: "1"}, True),
        ("coordinator", [money, tech], {money: "1", tech: "2"}, {money: "1", tech: "2"}, True),
    ]
    picture = str(read(conversation, Turn.unscoped.filter(conversation=conversation, number=2))[0].way)
    assert tech in picture and money in picture and len(ARROW.findall(picture)) >= 4
