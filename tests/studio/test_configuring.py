"""Configuration files in the Studio: first what they would do, then the one button."""

import io
import zipfile
from types import SimpleNamespace
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from agents.models import LLMProfile
from releases import snapshot
from routing.models import Intent
from studio.files.exporting import collect_files
from studio.files.gathering import pack
from tests.parts.phrases import try_each
from tests.studio.conftest import login
from tests.studio.files import seed

PAGE = reverse("admin:configuration")


def send(browser: Client, *sent: tuple[str, bytes], **given: str) -> Any:
    return browser.post(
        PAGE, {"files": [SimpleUploadedFile(name, content) for name, content in sent], **given}
    )


def zipped(**changed: str | None) -> tuple[str, bytes]:
    return "config.zip", pack(seed.files(**changed))


def press(browser: Client, page: Any) -> Any:
    kept = {name: page.context[name] for name in ("kept", "digest")}
    return browser.post(PAGE, kept)


def test_a_look_says_everything_and_changes_nothing(acme: SimpleNamespace) -> None:
    before = snapshot.take(acme.tenant)
    page = send(login("admin", acme.tenant), zipped())
    text = page.content.decode()
    assert "Intent &#x27;billing_invoice_explanation&#x27; added" in text
    assert "agents.yaml, line 24: &#x27;agents[1].metadata.owner&#x27; is not known" in text
    assert "Model &#x27;default&#x27; gets the key of the file, kept encrypted." in text
    assert "sk-written-in-the-file" not in text
    assert snapshot.take(acme.tenant) == before


def test_wrong_files_are_no_statement_about_the_draft(acme: SimpleNamespace) -> None:
    wrong = "intents:\n- {name: a, agent: nobody, colour: red}\n"
    text = send(login("admin", acme.tenant), zipped(**{"routing.yaml": wrong})).content.decode()
    assert "To be mended first; nothing was changed" in text
    assert "The draft says all of this already" not in text and "What publishing would say" not in text
    assert "Also seen in these files" in text and "colour" in text


def test_the_button_reads_what_was_looked_at(acme: SimpleNamespace) -> None:
    browser = login("admin", acme.tenant)
    done = press(browser, send(browser, zipped()))
    assert done.status_code == 302
    assert done.url == reverse("admin:publish")
    row = Intent.objects.of(acme.tenant).get(name="billing_invoice_explanation")
    assert row.history.first().history_user.username.startswith("admin")
    assert LLMProfile.objects.of(acme.tenant).get(name="default").api_key == "sk-written-in-the-file"


def test_single_files_are_read_too(acme: SimpleNamespace) -> None:
    browser = login("editor", acme.tenant)
    press(browser, send(browser, ("routing.yaml", b"intents: [{name: bills, priority: 3}]")))
    assert Intent.objects.of(acme.tenant).get(name="bills").priority == 3


@try_each(
    ("name", "content", "said"),
    [
        ("routing.yaml", b"intents:\n- {name: a, priority: soon}", "routing.yaml, line 2: A whole number"),
        ("routing.yaml", b"intents: [", "This is not YAML"),
        ("notes.txt", b"x", "Only YAML and JSON files"),
        ("../x.yaml.zip", b"x", "This zip cannot be read"),
    ],
    ids=["value", "not YAML", "ending", "zip"],
)
def test_what_is_wrong_is_a_sentence_and_there_is_no_button(
    acme: SimpleNamespace, name: str, content: bytes, said: str
) -> None:
    page = send(login("editor", acme.tenant), (name, content))
    assert said in page.content.decode()
    assert "kept" not in page.context


def test_no_file_is_asked_for(acme: SimpleNamespace) -> None:
    page = login("editor", acme.tenant).post(PAGE, {})
    assert page.context["faults"] == ["Choose a file first."]


@try_each("kept", ["", "nonsense", "gAAAAABkaaaa"])
def test_what_the_page_did_not_make_is_not_read(acme: SimpleNamespace, kept: str) -> None:
    before = snapshot.take(acme.tenant)
    assert login("editor", acme.tenant).post(PAGE, {"kept": kept}).status_code == 200
    assert snapshot.take(acme.tenant) == before


def test_a_draft_that_moved_is_shown_again_and_not_written_over(acme: SimpleNamespace) -> None:
    browser = login("editor", acme.tenant)
    page = send(browser, zipped())
    Intent.objects.of(acme.tenant).filter(name="bills").update(priority=1)
    again = press(browser, page)
    assert "Somebody has edited the draft meanwhile" in again.content.decode()
    assert not Intent.objects.of(acme.tenant).filter(name="billing_invoice_explanation").exists()
    assert press(browser, again).status_code == 302


def test_only_an_administrator_names_the_companys_default(acme: SimpleNamespace) -> None:
    for role, changed in (("editor", False), ("admin", True)):
        browser = login(role, acme.tenant)
        press(browser, send(browser, zipped()))
        acme.tenant.refresh_from_db()
        assert (acme.tenant.default_agent_id == "telecom_contas") is changed


def test_the_draft_comes_as_a_zip_that_is_read_again(acme: SimpleNamespace) -> None:
    browser = login("editor", acme.tenant)
    answer = browser.post(PAGE, {"export": "1"})
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{acme.tenant.pk}.zip"'
    packed = b"".join(answer)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == collect_files(acme.tenant)
    again = send(browser, ("draft.zip", packed))
    assert again.context["faults"] == []
    assert again.context["count"] == 0
