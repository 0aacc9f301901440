"""`manage.py chat` with lines piped in, as people run it."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.parts.installation import Installation, installed

pytestmark = pytest.mark.stores


@pytest.fixture(scope="module")
def here() -> Iterator[Installation]:
    with installed() as made:
        yield made


def chat(here: Installation, lines: str, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", "chat", "--tenant", "tenant_a", *options]
    return subprocess.run(command, env=here.env, input=lines, capture_output=True, text=True, timeout=120)


def test_piped_lines_are_answered_in_one_conversation(here):
    said = chat(
        here, "Minha fatura INV001 veio alta\n\nonde está meu pedido P100?\n", "--profile", "telecom_contas"
    )
    assert (said.returncode, said.stderr) == (0, "")
    billing, orders = said.stdout.index("[billing_agent] "), said.stdout.index("[orders_agent] ")
    assert billing < orders


def test_who_is_writing_may_be_said(here):
    mine = ("--context", "msisdn=5511999999999", "--context", "invoice_id=INV001")
    said = chat(here, "Minha fatura veio alta. Pode consultar?\n", *mine)
    assert said.returncode == 0 and "INV001" in said.stdout
    assert "KEY=VALUE" in chat(here, "oi\n", "--context", "msisdn").stderr


def test_what_is_wrong_is_said_in_a_sentence(here):
    said = chat(here, "oi\n", "--profile", "nobody")
    assert said.returncode != 0
    assert "No profile 'nobody' is published" in said.stderr
    assert "Traceback" not in said.stderr
