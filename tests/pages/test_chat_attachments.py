"""A user attaches a document on the page, asks about it, and takes it away; what is not taken says why."""

import pytest
from playwright.sync_api import expect

from agents.knowledge.models import Collection, Document
from releases.publish import publish
from routing.models import AgentProfile
from tenancy.models import Tenant
from tests.pages.accessible import barriers

STANDARD = "# Padrões\n## Nomes\nVariáveis se escrevem em minúsculas e com sublinhado, nunca com hífen.\n"


@pytest.fixture
def chat(page):
    """The chat of a profile that takes documents."""
    row = Collection(tenant_id="tenant_a", name="attached", title="Attached", kind="personal")
    row.save()
    AgentProfile.objects.of("tenant_a").filter(agent_id="telecom_contas").update(attachments=row)
    publish(Tenant.objects.get(pk="tenant_a"), "test")
    page.goto("/")
    page.wait_for_selector(".start .choice")
    return page


def attach(chat, name: str, content: str) -> None:
    file = {"name": name, "mimeType": "text/plain", "buffer": content.encode()}
    with chat.expect_file_chooser() as chooser:
        chat.get_by_role("button", name="Anexar um documento").press("Enter")
    chooser.value.set_files([file])


def test_a_document_is_attached_asked_about_and_taken_away_by_keyboard(chat):
    attach(chat, "padroes.md", STANDARD)
    row = chat.locator(".attached li")
    expect(row).to_contain_text("Lido: pergunte sobre ele", timeout=60_000)
    expect(chat.locator(".attached summary")).to_have_text("1 documento anexado")
    assert barriers(chat) == []
    chat.fill("textarea[name=message]", "como se escrevem as variáveis?")
    chat.keyboard.press("Enter")
    expect(chat.locator(".message.agent .text").last).to_contain_text("sublinhado")
    chat.reload()
    expect(chat.locator(".attached summary")).to_have_text("1 documento anexado")
    chat.locator(".attached summary").press("Enter")
    chat.get_by_role("button", name="Apagar padroes.md").press("Enter")
    expect(chat.locator(".attached")).to_be_hidden()
    expect(chat.get_by_role("button", name="Anexar um documento")).to_be_focused()
    assert not Document.objects.of("tenant_a").exclude(owner="").exists()


def test_what_is_not_taken_says_why_and_other_profiles_take_nothing(chat):
    attach(chat, "foto.png", "x")
    expect(chat.locator(".attached .problem")).to_contain_text("“foto.png” não é lido aqui")
    attach(chat, "vazio.md", "")
    expect(chat.locator(".attached li")).to_have_count(1)  # what was refused before has been read
    expect(chat.locator(".attached .problem")).to_contain_text("O arquivo está vazio", timeout=60_000)
    attach(chat, "padroes.md", STANDARD)
    attach(chat, "outra.md", STANDARD)
    expect(chat.locator(".attached .problem").first).to_contain_text("“outra.md” já está lá")
    chat.select_option("#profile", "retail_orders")
    expect(chat.get_by_role("button", name="Anexar um documento")).to_be_hidden()
    chat.locator("input[type=file]").set_input_files(
        [{"name": "a.md", "mimeType": "text/plain", "buffer": b"a"}]
    )
    expect(chat.locator(".notice")).to_contain_text("Aqui não se recebem arquivos.")
