"""`manage.py evaluate_routing`: what it prints, and how it refuses."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

pytestmark = pytest.mark.django_db
BILLS, ORDERS = "billing_invoice_explanation", "retail_order_tracking"


def _said(*arguments: str) -> str:
    out = StringIO()
    call_command("evaluate_routing", *arguments, stdout=out)
    return out.getvalue()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "messages.csv"
    path.write_text(
        f"text,intent,kind\nMinha fatura veio alta,{BILLS},plain\nOnde está meu pedido?,{BILLS},trap\n",
        encoding="utf-8",
    )
    return path


@pytest.mark.parametrize("which", ["live", "draft"])
def test_figures_kinds_confusion_and_worst_lines_are_printed(file: Path, which: str) -> None:
    said = _said(str(file), "--tenant", "tenant_a", *(["--draft"] if which == "draft" else []))
    assert "2 messages, profile telecom_contas" in said
    assert ("the draft" in said) == (which == "draft")
    assert "precision   50.0 %" in said
    assert "plain" in said and "trap" in said
    assert f"    3  {BILLS}  ->  {ORDERS} (keyword): Onde está meu pedido?" in said


def test_another_profile_has_other_intents(file: Path) -> None:
    with pytest.raises(CommandError, match="Line 2: the profile has no intent “billing_invoice_explanation”"):
        _said(str(file), "--tenant", "tenant_a", "--profile", "servicenow")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--tenant", "nobody"), "No company 'nobody'"),
        ((), "Name the company with --tenant. There are: .*tenant_a"),
        (("--tenant", "tenant_a", "--profile", "nobody"), "No profile 'nobody'"),
    ],
    ids=["company", "which", "profile"],
)
def test_who_is_meant_must_exist(file: Path, arguments: tuple[str, ...], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        _said(str(file), *arguments)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"gone\.csv cannot be read"):
        _said(str(tmp_path / "gone.csv"), "--tenant", "tenant_a")
