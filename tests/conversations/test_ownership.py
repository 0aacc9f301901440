"""Whose a conversation is: the query over all of them and the look at one row say the same."""

from itertools import product

import pytest

from conversations import ownership
from conversations.models import Conversation
from tenancy.principal import Principal
from tests.parts.phrases import try_each

CREDENTIALS = [
    Principal("tenant_a", "key", "k1", scopes=frozenset({"sessions"})),
    Principal("tenant_a", "key", "k1"),
    Principal("tenant_a", "key", "k1", "u1"),
    Principal("tenant_a", "token", "u1", "u1"),
    Principal("tenant_a", "token", "t1"),
    Principal("tenant_a", "demo", "visitor"),
    Principal("tenant_a", "demo", "visitor", "u2"),
]


@pytest.mark.django_db
@try_each("principal", CREDENTIALS)
def test_one_conversation_is_judged_as_all_of_them_are(principal):
    owners = {who.credential for who in CREDENTIALS}
    rows = [
        Conversation(tenant_id="tenant_a", key=f"tenant_a:telecom_contas:{n}", agent_id="telecom_contas",
                     session_id=str(n), owner=owner, user_id=user)
        for n, (owner, user) in enumerate(product(sorted(owners), ("", "u1", "u2")))
    ]  # fmt: skip
    Conversation.unscoped.bulk_create(rows)
    seen = set(ownership.mine(principal).values_list("pk", flat=True))
    assert {row.pk for row in rows if ownership.owns(principal, row)} == seen & {row.pk for row in rows}
