"""The intent's page in a browser: what its examples teach, on a phone, in the dark, by keyboard.

The chat's fold.
"""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from routing.models import Intent
from tests.pages.accessible import barriers
from tests.pages.test_every_page_in_a_browser import log_in

TIERS = [
    {"tier": "state", "outcome": "abstained", "saw": {"question": None}},
    {"tier": "keyword", "outcome": "abstained", "saw": {
        "hits": [{"keyword": "conta", "words": "Conta", "intent": "billing"}],
        "weak": [{"keyword": "conta", "intent": "billing", "stands": False,
            "misleads_on": "conta uma piada"}]}},
    {"tier": "example", "outcome": "abstained", "saw": {
        "intent": "billing", "confidence": 0.62, "threshold": 0.81, "why": "unsure", "features": ["conta"],
        "runner_up": {"intent": "out_of_scope", "confidence": 0.3},
        "nearest": [{"text": "a conta subiu", "intent": "billing", "similarity": 0.7}]}},
    {"tier": "clarification", "outcome": "decided",
        "saw": {"between": ["billing", "orders"], "confidence": 0.62}},
]  # fmt: skip
DRAW = """async ([tiers, language]) => {
    const { ladder } = await import("/static/chat/ladder.js");
    const { speaker } = await import("/static/chat/texts.js");
    const lines = (rung) => [...rung.querySelectorAll(".saw li")].map((line) => line.textContent);
    return Object.fromEntries([...ladder(tiers, speaker(language)).children].map((rung) =>
        [rung.querySelector("strong").textContent, lines(rung)]));
}"""


def test_the_intents_page_tells_why_a_keyword_is_weak(page, address) -> None:
    log_in(page, address)
    intent = Intent.unscoped.get(tenant="tenant_a", name="billing_invoice_explanation")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(reverse("admin:routing_intent_change", args=[intent.pk]))
    page.locator(".studio-summary a").first.click()
    expect(page.locator("#learnt")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    second = page.locator(".studio-learnt details").nth(1)
    expect(second.locator("q").first).to_be_hidden()
    second.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(second.locator("q").first).to_be_visible()
    assert barriers(page) == []
    page.locator(
        ".studio-learnt .studio-words .studio-link", has_text="billing_invoice_contest"
    ).first.click()
    expect(page.locator("#id_name")).to_have_value("billing_invoice_contest")


def test_a_draft_is_tried_while_it_learns_and_the_answer_comes_by_itself(page, address) -> None:
    log_in(page, address)
    intent = Intent.unscoped.get(tenant="tenant_a", name="servicenow_fault")
    edited = intent.examples.first()
    edited.text = "a impressora do terceiro andar engole papel"
    edited.save()
    page.goto(reverse("admin:routing_intent_change", args=[intent.pk]))
    page.fill("#try-text", edited.text)
    page.locator(".studio-try button").click()
    expect(page.locator("#try-result [data-watch] progress")).to_be_visible()
    expect(page.locator("#try-result")).to_contain_text(
        "o rascunho decide com o que a versão publicada aprendeu"
    )
    assert barriers(page) == []
    expect(page.locator("#try-result [data-watch]")).to_have_count(0, timeout=90_000)
    page.locator("#try-result details summary").first.click()
    expect(page.locator("#try-result")).to_contain_text(edited.text)


@pytest.mark.parametrize(
    ("language", "tier", "lines"),
    [
        ("en", "keyword", [
            "“Conta” is a keyword of billing.",
            (
                "“conta” of billing is weak: it would win on “conta uma piada” too. The examples do not "
                "agree, so it does not count."
            ),
        ]),
        ("en", "example", [
            "Likeliest: billing, 62% sure; 81% are needed.",
            "Comes second: what nobody serves, 30%.",
            "Like “a conta subiu” of billing (70%).",
            "Words that spoke for it: conta.",
            "Not sure enough.",
        ]),
        ("en", "the user is asked which", ["One of these is meant: billing or orders."]),
        ("pt", "pergunta-se qual", ["É um destes: billing ou orders."]),
        ("es", "respuesta a la pregunta", ["Ninguna pregunta abierta."]),
    ],
)  # fmt: skip
def test_the_fold_tells_what_each_tier_saw(page, language, tier, lines) -> None:
    page.goto("/")
    page.wait_for_selector(".start .choice")
    assert page.evaluate(DRAW, [TIERS, language])[tier] == lines
