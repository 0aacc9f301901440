"""An undisturbed turn costs two visits and a constant number of queries."""

import pytest
from django.db import connection

from conversations import visits
from conversations.models import Conversation, Message, Turn
from conversations.visits import visit
from routing.models import Intent, Keyword
from tests.turns.conftest import CUSTOMER

pytestmark = pytest.mark.django_db(transaction=True)
TEXT = "Minha fatura veio alta. Pode consultar?"


class Count:
    """Counts visits, and the statements on their connections."""

    def __init__(self, monkeypatch):
        self.visits = self.queries = 0
        attempt = visits._attempt

        def counted(fn, landed):
            self.visits += 1
            if self._query in connection.execute_wrappers:  # a thread's connection counts each statement once
                return attempt(fn, landed)
            with connection.execute_wrapper(self._query):
                return attempt(fn, landed)

        monkeypatch.setattr(visits, "_attempt", counted)

    def _query(self, execute, sql, params, many, context):
        self.queries += 1
        return execute(sql, params, many, context)

    def take(self):
        taken = (self.visits, self.queries)
        self.visits = self.queries = 0
        return taken


async def test_two_visits_whatever_was_said_or_authored_before(talk, monkeypatch):
    one = talk("s1")
    await one(TEXT, CUSTOMER)  # the release comes into memory
    count = Count(monkeypatch)
    await one(TEXT, CUSTOMER)
    few = count.take()
    assert few[0] == 2
    await visit(_more_messages)
    await visit(_more_intents)
    await one(TEXT, CUSTOMER)  # loads the new release
    count.take()
    await one(TEXT, CUSTOMER)
    assert count.take() == few


def _more_messages():
    conversation = Conversation.objects.of("tenant_a").get()
    turn = Turn.objects.of("tenant_a").order_by("-number").first()
    Message.unscoped.bulk_create(
        Message(
            tenant_id="tenant_a",
            conversation=conversation,
            turn=turn,
            seq=1000 + n,
            role="user",
            text=f"m {n}",
        )
        for n in range(300)
    )
    Conversation.unscoped.filter(pk=conversation.pk).update(seq=2000)


def _more_intents():
    from releases.publish import publish
    from tenancy.models import Tenant

    for n in range(60):
        intent = Intent(tenant_id="tenant_a", name=f"extra_{n}", priority=500)
        intent.specialist = None
        intent.reply = {"pt": "x"}
        intent.save()
        Keyword(tenant_id="tenant_a", intent=intent, text=f"palavra{n}").save()
    publish(Tenant.objects.get(pk="tenant_a"), None)
