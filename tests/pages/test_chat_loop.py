"""A supervised loop on the chat page: as it runs, as one answer, and what is unfolded under it."""

from playwright.sync_api import expect

BOTH = "Meu pedido P100 atrasou e minha fatura veio duplicada"
RUNS = [
    {"node": "branch", "phase": "started", "round": 1, "agent": "a", "display_name": "Ana", "title": "hours"},
    {"node": "branch", "phase": "done", "round": 1, "agent": "a", "display_name": "Ana", "ms": 12},
    {"node": "specialist", "phase": "done", "agent": "a", "ms": 13},
    {
        "node": "supervisor",
        "phase": "decided",
        "round": 1,
        "next_agent": "a",
        "display_name": "Ana",
        "reason": "more",
    },
    {"node": "branch", "phase": "started", "round": 2, "agent": "a", "display_name": "Ana", "title": "again"},
]


def test_each_round_has_a_line_also_of_a_specialist_who_is_sent_twice(page):
    page.goto("/")
    lines = page.evaluate(
        """async (events) => {
            const { Progress } = await import("/static/chat/progress.js");
            const say = Object.assign((key, values = {}) => [key, ...Object.values(values)].join(" "), {
            knows: () => true });
            const progress = new Progress({ say, colours: { of: () => "", display: (name) => name } });
            events.forEach((event) => progress.step(event));
            return [progress.line.textContent, ...[...progress.done.children].map((line) =>
            line.textContent)];
        }""",
        RUNS,
    )
    assert lines == ["working Ana", "Ana · ready · 12 ms", "sent Ana · more", "Ana · again"]


def test_two_specialists_stand_under_each_other_and_the_proof_tells_who_was_sent(page):
    page.goto("/")
    page.wait_for_selector(".start .choice")
    page.select_option("#profile", "telecom_contas")
    page.select_option("#mode", "supervised")
    page.locator("textarea").fill(BOTH)
    page.keyboard.press("Enter")
    expect(page.locator(".quiet")).to_have_count(1)
    expect(page.locator(".message.agent .part .who")).to_have_count(2)
    summary = page.locator(".quiet > summary")
    expect(summary).to_contain_text("billing_agent → orders_agent")
    expect(summary).to_contain_text("2 ")
    summary.click()
    expect(page.locator(".explained")).to_contain_text("1. billing_agent")
    expect(page.locator(".explained")).to_contain_text("2. orders_agent")
