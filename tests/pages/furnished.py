"""A demo with a record in it, for pictures and for timing pages.

The same messages in the same places each time.

with furnished() as home: ...     # home.url; people log in as NAME with PASSWORD
"""

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tests.parts.installation import installed

NAME, PASSWORD = "bianca", "pictures-only"
TELECOM = {"msisdn": "5511999999999", "customer_id": "C001"}
SAID = (
    ("telecom_contas", "Minha fatura veio alta"),
    ("telecom_contas", "Minha fatura veio alta e onde está meu pedido P100?"),
    ("telecom_contas", "Qual é o meu plano?"),
    ("retail_orders", "Onde está meu pedido P100?"),
    ("retail_orders", "Quero devolver o pedido P100"),
    ("telecom_contas", "Quero a segunda via da fatura"),
    ("retail_orders", "Onde está meu pedido P200 e por que minha fatura veio alta?"),
    ("telecom_contas", "Vocês vendem guarda-chuva?"),
    ("retail_orders", "Cadê minha entrega do P100?"),
    ("telecom_contas", "Obrigado!"),
    ("telecom_contas", "Meu pagamento já caiu?"),
    ("retail_orders", "Quero saber da minha fatura"),
)
TIMES = 3  # the list above, on different days

# Run inside the installation: somebody to log in as, a change to publish, and days for what was said.
FURNISH = """
from datetime import timedelta
from django.contrib.auth import get_user_model
from django.db.models import DateTimeField, F
from conversations.models import Conversation, Message, Turn
from handoffs.models import AgentHandoff
from routing.models import Intent, Keyword
get_user_model().objects.create_superuser({name!r}, password={password!r})
intent = Intent.unscoped.filter(tenant="tenant_a").order_by("priority", "name").first()
Keyword.unscoped.create(tenant_id="tenant_a", intent=intent, text="cobrança errada")
for number, conversation in enumerate(Conversation.unscoped.order_by("pk")):
    back = timedelta(days=(number * 5) % 13, minutes=number * 17)
    mine = {{"conversation": conversation}}
    for rows in (Conversation.unscoped.filter(pk=conversation.pk), Message.unscoped.filter(**mine),
                 AgentHandoff.unscoped.filter(**mine), Turn.unscoped.filter(**mine)):
        times = [field.name for field in rows.model._meta.fields if isinstance(field, DateTimeField)]
        rows.update(**{{name: F(name) - back for name in times}})
"""


@dataclass(frozen=True)
class Home:
    """Where it listens."""

    url: str


@contextmanager
def furnished() -> Iterator[Home]:
    """One web process on SQLite with the demo world and everything above said to it."""
    with installed("") as home:
        url = home.start()
        for number in range(TIMES):
            for position, (agent_id, text) in enumerate(SAID):
                _say(
                    url,
                    agent_id,
                    text,
                    f"u-{100 + (number * len(SAID) + position) % 17}",
                    f"p{number}-{position}",
                )
        code = FURNISH.format(name=NAME, password=PASSWORD)
        subprocess.run(
            [sys.executable, "manage.py", "shell", "-v", "0", "-c", code],
            env={**os.environ, **home.env},
            check=True,
        )
        yield Home(url)


def _say(url: str, agent_id: str, text: str, user: str, session: str) -> None:
    body = {"tenant_id": "tenant_a", "agent_id": agent_id, "text": text, "session_id": session,
            "user_id": user, "context": TELECOM}  # fmt: skip
    asked = urllib.request.Request(
        f"{url}/gateway/message", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    urllib.request.urlopen(asked, timeout=60).close()
