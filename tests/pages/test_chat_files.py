"""Pictures and PDF documents that go with a message: chosen, looked at, refused, sent, told of later."""

import base64
import struct
import zlib

import pytest
from playwright.sync_api import expect

from agents.knowledge.models import Collection, Document
from conversations.models import Message
from releases.publish import publish
from routing.models import AgentProfile
from tenancy.models import Tenant
from tests.pages.accessible import barriers
from tests.pages.test_chat_embedded import shop as shop
from tests.pages.test_chat_embedded import signed
from tests.pages.test_chat_embedded import visit as visit
from tests.parts.waiting import until

PDF = b"%PDF-1.4\n" + b"a contract " * 40


def draw(width=60, height=40) -> bytes:
    """A PNG of one colour."""

    def chunk(name: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
        )

    rows = (b"\x00" + b"\x7a\x2f\xd0" * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def file(name: str, content: bytes) -> dict:
    kinds = {"png": "image/png", "pdf": "application/pdf", "md": "text/markdown"}
    return {"name": name, "mimeType": kinds.get(name.rsplit(".")[-1], ""), "buffer": content}


@pytest.fixture
def model(fake_openai, settings):
    """A model that reads both kinds and says so."""
    settings.MODEL, settings.OPENAI_BASE_URL = "test-model", fake_openai.base_url
    settings.MODEL_READS, settings.OUTBOUND_ALLOW_LOOPBACK = ["pictures", "documents"], True
    settings.PIECE_SECONDS = 0
    fake_openai.says("Vejo uma conta roxa.")
    return fake_openai


@pytest.fixture
def chat(model, page):
    page.goto("/")
    page.wait_for_selector(".start .choice")
    return page


def choose(chat, *files, name="Enviar uma foto ou um PDF") -> None:
    with chat.expect_file_chooser() as chooser:
        chat.get_by_role("button", name=name, exact=True).press("Enter")
    chooser.value.set_files(list(files))


def give(chat, event: str, at: str, *files) -> None:
    """Drops or pastes files as a hand does."""
    sent = [[each["name"], each["mimeType"], base64.b64encode(each["buffer"]).decode()] for each in files]
    chat.locator(at).evaluate(
        """(node, [event, sent]) => {
            const carried = new DataTransfer();
            for (const [name, type, content] of sent)
                carried.items.add(new File([Uint8Array.from(atob(content), (c) => c.charCodeAt(0))], name,
                    { type }));
            const about = { bubbles: true, cancelable: true, composed: true };
            node.dispatchEvent(event === "paste"
                ? new ClipboardEvent(event, { ...about, clipboardData: carried })
                : new DragEvent(event, { ...about, dataTransfer: carried }));
        }""",
        [event, sent],
    )  # fmt: skip


def content_of(model) -> list:
    return [each["content"] for each in model.requests[-1]["messages"] if each["role"] == "user"][-1]


def test_files_are_chosen_dropped_pasted_taken_out_and_sent(chat, model):
    tray = chat.locator(".along")
    choose(chat, file("conta.png", draw()), file("contrato.pdf", PDF))
    expect(tray.locator(".fine").first).to_have_text("2 arquivos vão com a sua mensagem")
    expect(tray.get_by_role("img", name="conta.png")).to_be_visible()
    give(chat, "dragover", ".log", file("a.png", draw()))
    expect(chat.locator(".chat.dropping")).to_have_count(1)
    give(chat, "drop", ".log", file("solta.png", draw(300, 900)))
    give(chat, "paste", "textarea", file("image.png", draw(20, 20)))
    expect(tray.locator("li")).to_have_count(4)
    assert barriers(chat) == []
    chat.get_by_role("button", name="Tirar contrato.pdf").press("Enter")
    expect(tray.locator("li")).to_have_count(3)
    expect(tray.get_by_role("button").first).to_be_focused()
    chat.fill("textarea", "O que é isto?")
    chat.keyboard.press("Enter")
    expect(chat.locator(".message.agent .text")).to_contain_text("Vejo uma conta roxa.")
    expect(tray).to_be_hidden()
    mine = chat.locator(".message.user")
    expect(mine.locator(".picture")).to_have_count(3)
    expect(mine.locator(".text")).to_have_text("O que é isto?")
    assert [part["type"] for part in content_of(model)] == ["text", *["image_url"] * 3]
    chat.reload()  # nobody keeps a picture: what is left of it is its name and its size
    expect(mine.locator(".files .name")).to_have_text(["conta.png", "solta.png", "image.png"])
    expect(mine.locator(".files .fine").first).to_contain_text("byte")
    assert barriers(chat) == []


def test_what_does_not_go_along_says_why_before_anything_is_sent(chat, model, settings):
    settings.MESSAGE_FILE_BYTES, settings.MESSAGE_FILES = 5000, 2
    chat.reload()
    chat.wait_for_selector(".start .choice")
    for wrong, why in (
        (file("nota.png", b"no picture"), "Com uma mensagem só vão PNG, JPEG, GIF, WEBP, PDF."),
        (file("grande.png", draw() + bytes(6000)), "podem ter 5 kB ao todo"),
        (file("vazia.png", b""), "O arquivo está vazio."),
    ):
        choose(chat, wrong)
        expect(chat.locator(".along .problem")).to_have_count(1)  # what was refused before has been read
        expect(chat.locator(".along .problem")).to_contain_text(why)
    choose(chat, *[file(f"{n}.png", draw()) for n in (1, 2, 3)])
    expect(chat.locator(".along .problem")).to_have_text(
        "Uma mensagem leva 2 arquivos. Envie os outros depois."
    )
    chat.locator("textarea").press("Enter")  # a picture needs no words
    expect(chat.locator(".message.agent .text")).to_contain_text("Vejo uma conta roxa.")
    expect(chat.locator(".message.user .text")).to_have_count(0)
    chat.reload()
    expect(chat.locator(".message.user .files .name")).to_have_text(["1.png", "2.png"])
    expect(chat.locator(".message.user .text")).to_have_count(0)


def test_one_button_sends_a_picture_and_keeps_a_document(chat, model):
    row = Collection(tenant_id="tenant_a", name="attached", title="Attached", kind="personal")
    row.save()
    AgentProfile.objects.of("tenant_a").filter(agent_id="telecom_contas").update(attachments=row)
    publish(Tenant.objects.get(pk="tenant_a"), "test")
    chat.reload()
    chat.wait_for_selector(".start .choice")
    notes = b"# Padroes\nVariaveis se escrevem em minusculas."
    files = [file("conta.png", draw()), file("notas.md", notes), file("contrato.pdf", PDF)]
    choose(chat, *files, name="Anexar um arquivo")
    expect(chat.locator(".attached li .name")).to_have_text(["notas.md"])
    expect(chat.locator(".along li .name")).to_have_text(["conta.png", "contrato.pdf"])
    chat.get_by_role("button", name="Guardar para perguntar depois").press("Enter")
    expect(chat.locator(".along li .name")).to_have_text(["conta.png"])
    expect(chat.locator(".attached li")).to_have_count(2)
    until(lambda: Document.objects.of("tenant_a").exclude(owner="").count() == 2, 15)


def test_a_message_that_was_not_heard_is_sent_again_with_its_picture(chat, model):
    chat.route("**/message/sse", lambda route: route.fulfill(status=400, json={"title": "No"}))
    choose(chat, file("conta.png", draw()))
    chat.fill("textarea", "O que é isto?")
    chat.keyboard.press("Enter")
    expect(chat.locator(".message.agent .problem")).to_contain_text("No")
    chat.unroute("**/message/sse")
    chat.get_by_role("button", name="Tentar de novo").click()
    expect(chat.locator(".message.agent .text")).to_contain_text("Vejo uma conta roxa.")
    assert [part["type"] for part in content_of(model)] == ["text", "image_url"]
    chat.reload()
    chat.get_by_role("button", name="Tentar de novo").click()  # the picture is gone, and is asked for
    expect(chat.locator("textarea")).to_have_value("O que é isto?")
    expect(chat.locator(".notice")).to_contain_text("não ficam guardados")


def test_a_foreign_page_that_shows_no_pictures_sends_them_too(model, visit, shop, page, address):
    own = "style-src 'unsafe-inline'"  # of the shop's page
    shop.policy = f"default-src 'none'; script-src {address}; {own} {address}; connect-src {address}"
    visit(signed())
    page.wait_for_selector(".start .choice")
    choose(page, file("factura.png", draw()), name="Enviar una foto o un PDF")
    expect(page.get_by_role("img", name="factura.png")).to_be_visible()
    page.fill("textarea", "¿Qué es esto?")
    page.keyboard.press("Enter")
    expect(page.locator(".message.agent .text")).to_contain_text("Vejo uma conta roxa.")
    expect(page.locator(".message.user .picture")).to_be_visible()
    # Kept as the turn closes, which is after its answer was seen.
    (kept,) = until(lambda: Message.unscoped.get(role="user").metadata.get("attachments"))
    assert (kept["name"], kept["read"], kept["masked"]) == ("factura.png", True, False)
