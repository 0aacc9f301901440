"""Two installations behind a gateway, each with a database of its own.

One passes a message on to the other.
"""

import json
import subprocess
import sys

import pytest

from tests.gateway.test_processes import CUSTOMER, say
from tests.parts.installation import Installation, free_port, installed

pytestmark = [pytest.mark.slow, pytest.mark.stores, pytest.mark.timeout(300)]
AUTHORED = """
from releases.publish import publish
from routing.models import Intent
from tenancy.models import Tenant
Intent.objects.of("tenant_a").filter(name="retail_order_tracking").update(handover_backend="suporte")
publish(Tenant.objects.get(pk="tenant_a"), "test")
"""
ASKED = """
import json
from conversations.models import Turn
print(json.dumps([turn.request["context"] for turn in Turn.objects.of("tenant_a").order_by("number")]))
"""


def run(here: Installation, code: str) -> str:
    """What a line of Python prints in an installation."""
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-v", "0", "-c", code]
    return subprocess.run(command, env=here.env, check=True, capture_output=True, text=True).stdout


def test_a_message_is_passed_on_with_what_was_said_and_is_not_passed_on_again():
    ports = [free_port(), free_port()]
    addresses = {
        f"BACKEND_{name}_URL": f"http://127.0.0.1:{port}"
        for name, port in (("CONTAS", ports[0]), ("SUPORTE", ports[1]))
    }
    with installed(**addresses) as contas, installed() as suporte:
        for here, port in zip((contas, suporte), ports, strict=True):
            run(here, AUTHORED)  # also where it is answered: to nobody, for it was passed on before
            here.start(port=port)
        url = contas.start(SWITCHBOARD_GATEWAY="1")
        first = say(url, "Meu nome é Tainá e minha fatura veio alta")
        assert first["metadata"]["selected_backend"] == "contas" and "329,40" in first["text"]
        answer = say(url, "Quando chega a encomenda P100 da minha compra?")
        about = answer["metadata"]
        assert about["handovers"] == [{"from": "contas", "to": "suporte"}]
        assert about["selected_backend"] == "suporte" and about["agents"] == ["orders_agent"]
        assert "P100" in answer["text"] and "handover_backend" not in about
        (asked,) = json.loads(run(suporte, ASKED))
    assert asked["handover_from_backend"] == "contas" and asked["customer_id"] == CUSTOMER["customer_id"]
    summary = asked["handover_summary"]
    assert summary.startswith("contas: About: Onde está o pedido e quando chega.")
    assert "P100" in summary and "Tainá" in summary
