"""What a model writes in Markdown is shown as it means it, safely, and drawn piece by piece."""

import pytest
from playwright.sync_api import expect

WRITTEN = """## Sua fatura

O valor é **R$ 329,40**, *em aberto*; o código é `INV001` e 2*3*4 fica assim, e nome_de_campo também.

- Plano
  - 100 GB
  - Voz
- Streaming

3. Terceiro
4. Quarto

| Item | Valor |
|:-----|------:|
| Plano | 199,90 |

> Vence dia 20.

```python
print("<b>olá</b>")
```

[Portal](https://example.com/a?b=1), [mau](javascript:alert(1)), [dados](data:text/html,x) e \
https://example.org/x.
![foto](https://example.com/foto.png)
<img src=x onerror="window.hit=1"><script>window.hit=1</script>
"""


@pytest.fixture
def shown(page):
    """Draws a text in the page; with `pieces` it comes bit by bit."""
    page.goto("/")
    page.wait_for_selector(".start .choice")

    def draw(text, pieces=1):
        page.evaluate(
            """async ([text, pieces]) => {
                const { Prose } = await import("/static/chat/prose.js");
                const prose = new Prose((key) => key);
                const log = document.querySelector("switchboard-chat").shadowRoot.querySelector(".log");
                log.replaceChildren(prose.node);
                prose.node.id = "prose";
                const step = Math.ceil(text.length / pieces);
                for (let n = step; n < text.length + step; n += step) prose.write(text.slice(0, n));
            }""",
            [text, pieces],
        )
        return page.locator("#prose")

    return draw


def test_markdown_is_shown_as_it_means_it(shown):
    prose = shown(WRITTEN)
    expect(prose.locator("h2")).to_have_text("Sua fatura")
    expect(prose.locator("strong")).to_have_text("R$ 329,40")
    expect(prose.locator("em")).to_have_text("em aberto")
    expect(prose.locator("p > code")).to_have_text("INV001")
    expect(prose.locator("p").first).to_contain_text("2*3*4 fica assim, e nome_de_campo também")
    expect(prose.locator(":scope > ul > li")).to_have_count(2)
    expect(prose.locator("ul ul li")).to_have_text(["100 GB", "Voz"])
    expect(prose.locator("ol")).to_have_attribute("start", "3")
    expect(prose.locator("th")).to_have_text(["Item", "Valor"])
    expect(prose.locator("td").nth(1)).to_have_class("to-end")
    expect(prose.locator("blockquote")).to_have_text("Vence dia 20.")
    expect(prose.locator("pre")).to_have_text('print("<b>olá</b>")')


def test_the_stars_of_a_mask_are_no_signs_of_markdown(shown):
    masked = "Ana, **/**/****, ***.***.***-25, (11) *****-4321, ***@***.org e ***@*******.com"
    prose = shown(f"{masked} **ou** ***não***")
    expect(prose).to_have_text(f"{masked} ou não")
    expect(prose.locator("strong")).to_have_text(["ou", "não"])


def test_only_web_addresses_are_links_and_nothing_becomes_html(shown, page):
    prose = shown(WRITTEN)
    links = prose.locator("a").evaluate_all(
        "all => all.map(one => [one.textContent, one.href, one.rel, one.target])"
    )
    safe = ["noopener noreferrer nofollow", "_blank"]
    assert links == [
        ["Portal", "https://example.com/a?b=1", *safe],
        ["https://example.org/x", "https://example.org/x", *safe],
        ["foto", "https://example.com/foto.png", *safe],
    ]
    expect(prose).to_contain_text("[mau](javascript:alert(1))")
    expect(prose).to_contain_text('<img src=x onerror="window.hit=1"><script>window.hit=1</script>')
    assert prose.locator("img, script, b, iframe").count() == 0
    assert page.evaluate("window.hit") is None


def test_drawn_piece_by_piece_it_is_the_same_and_closed_blocks_stay(shown, page):
    whole = shown(WRITTEN).inner_html()
    assert shown(WRITTEN, pieces=300).inner_html() == whole
    kept = page.evaluate(
        """async () => {
            const { Prose } = await import("/static/chat/prose.js");
            const prose = new Prose((key) => key);
            prose.write("first\\n\\nsecond");
            const first = prose.node.firstChild;
            let drawn = 0;
            const count = (all) => (drawn += all.flatMap((one) => [...one.addedNodes]).length);
            new MutationObserver(count).observe(prose.node, { childList: true });
            for (let n = 0; n < 500; n += 1) prose.write("first\\n\\nsecond" + " word".repeat(n));
            await new Promise(requestAnimationFrame);
            return [first === prose.node.firstChild, drawn <= 501];
        }"""
    )
    assert kept == [True, True]


@pytest.mark.parametrize(
    "text",
    ["*" * 20_000, "_a " * 8_000, "[" * 20_000, "`" * 9_999 + "a", "> " * 8_000, "- " * 8_000 + "x",
     "\n" * 20_000, "- a\n" + "\n" * 15_000 + "b",
     "|" * 9_000 + "\n" + "|-" * 9_000, "~~a" * 6_000, "https://" + "a" * 20_000, "  - a\n" * 4_000,
     "` " * 10_000],
    ids=["stars", "underscores", "brackets", "ticks", "quotes", "dashes", "lines", "gap", "table", "struck",
        "address", "items", "codes"],
)  # fmt: skip
def test_no_text_holds_the_page_up(shown, page, text):
    drawing = """async (text) => {
        const { Prose } = await import("/static/chat/prose.js");
        const began = performance.now();
        new Prose((key) => key).write(text);
        return performance.now() - began;
    }"""
    assert page.evaluate(drawing, text) < 1000


def test_right_to_left_text_runs_its_own_way(shown):
    prose = shown("مرحبا بالعالم\n\nHello\n\n- שלום")
    directions = prose.locator("p, li").evaluate_all("all => all.map(one => getComputedStyle(one).direction)")
    assert directions == ["rtl", "ltr", "rtl"]
