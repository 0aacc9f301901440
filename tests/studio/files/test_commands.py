"""`manage.py import_config` and `export_config`, as they are typed."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from routing.models import Intent
from studio.files.exporting import collect_files
from tenancy.models import Tenant
from tests.parts.phrases import try_each
from tests.studio.files.seed import FOLDER

pytestmark = pytest.mark.django_db


def run(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out, stderr=out)
    return out.getvalue()


def test_a_dry_run_says_everything_and_changes_nothing(empty: Tenant) -> None:
    said = run("import_config", str(FOLDER), "--tenant", "empty", "--dry-run")
    assert "\n  Intent 'billing_invoice_explanation' added\n" in said
    assert "Server 'telecom' is at http://localhost:8100/mcp and spoken to by: plain HTTP with" in said
    assert "agents.yaml, line 24: 'agents[1].metadata.owner' is not known" in said
    assert "sk-written" not in said
    assert Intent.objects.of(empty).count() == 0


def test_it_reads_a_folder_and_writes_it_again(empty: Tenant, tmp_path: Path) -> None:
    assert "read into the draft" in run("import_config", str(FOLDER), "--tenant", "empty")
    target = tmp_path / "out"
    assert "files in" in run("export_config", str(target), "--tenant", "empty")
    Tenant.objects.create(slug="twin")
    run("import_config", str(target), "--tenant", "twin")
    assert collect_files(Tenant.objects.get(pk="twin")) == collect_files(Tenant.objects.get(pk="empty"))


def test_what_is_wrong_is_listed_and_nothing_is_read(empty: Tenant, tmp_path: Path) -> None:
    (tmp_path / "routing.yaml").write_text("intents:\n- {name: a, priority: soon}\n- {name: good}\n")
    with pytest.raises(CommandError, match="Nothing was changed: 1"):
        run("import_config", str(tmp_path), "--tenant", "empty")
    assert Intent.objects.of(empty).count() == 0


@try_each("words", [("import_config", "/nowhere", "--tenant", "empty"),
                                   ("import_config", str(FOLDER), "--tenant", "nobody"),
                                   ("export_config", str(FOLDER), "--tenant", "empty")])  # fmt: skip
def test_a_wrong_folder_or_company_is_one_clear_sentence(empty: Tenant, words: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match=r"no such folder|No company|is not empty"):
        run(*words)
