"""The language of a message, with the conversation's language as what stays."""

from language.detect import language
from tests.parts.phrases import try_each


@try_each(
    ("text", "expected"),
    [
        ("minha fatura veio alta", "pt"), ("onde esta meu pedido", "pt"), ("oi", "pt"), ("bom dia", "pt"),
        ("quero devolver o produto", "pt"), ("tchau", "pt"), ("valeu", "pt"), ("e aí", "pt"), ("e aí?", "pt"),
        ("nao recebi a encomenda", "pt"), ("vc pode me ajudar", "pt"),
        ("mi factura llegó con un importe alto", "es"), ("donde esta mi pedido", "es"), ("hola", "es"),
        ("quiero devolver el producto", "es"), ("buenas tardes, necesito ayuda", "es"),
        ("¿cuándo llega?", "es"), ("chao", "es"), ("adiós", "es"), ("¿qué tal?", "es"),
        ("my bill is too high", "en"), ("where is my order", "en"), ("hi", "en"), ("thanks", "en"),
        ("bye", "en"),
        ("I would like to return this", "en"), ("can you help me with my account", "en"),
        ("o aparelho apresenta defeito intermitente na tela", "pt"),
        ("el aparato presenta un defecto intermitente en la pantalla", "es"),
        ("the device shows an intermittent defect on screen", "en"),
    ],
)  # fmt: skip
@try_each("previous", [None, "pt", "es", "en"])
def test_language_is_found_whatever_was_spoken_before(text: str, expected: str, previous: str | None) -> None:
    assert language(text, previous) == expected


@try_each(
    "text",
    ["P100", "ok", "12345", "👍", "", "INV001 P200", "internet", "ana@example.com", "www.loja.com.br/a"],
)
@try_each("previous", ["pt", "es", "en"])
def test_text_that_shows_no_language_keeps_the_conversations(text: str, previous: str) -> None:
    assert language(text, previous) == previous


@try_each("text", ["menu", "asdfgh", "qwerty asdf", "status"])
def test_unknown_short_text_at_the_beginning_is_taken_for_the_first_language(text: str) -> None:
    assert language(text, None) == "pt"
    assert language(text, None, ("es", "en")) == "es"


def test_only_allowed_languages_are_found() -> None:
    assert language("where is my order", "pt", ("pt",)) == "pt"
    assert language("P100", "en", ("es", "pt")) == "es"
    assert language("mi pedido no llegó todavía", None, ("pt", "es")) == "es"


def test_letters_of_one_language_decide_where_its_words_are_the_others_too() -> None:
    assert language("me avise no telegram o preço da vale", None) == "pt"
    assert language("quiero el precio de São Martinho", None) == "es"


@try_each("text", ["compre 100 PETR4", "vende PETR4", "mande 3"])
@try_each("first", ["pt", "es"])
def test_a_word_that_two_languages_write_alike_leaves_the_first_of_the_profile(text: str, first: str) -> None:
    others = tuple(code for code in ("pt", "es", "en") if code != first)
    assert language(text, None, (first, *others)) == first


@try_each(
    ("text", "allowed", "spoken"),
    [
        ("cotar frete de Curitiba para Buenos Aires, 12 kg", ("pt", "es"), "pt"),
        ("frete de Curitiba para Rosario 1.500 kg", ("es", "pt"), "pt"),
        ("envío a São Paulo 12 kg", ("pt", "es"), "es"),
        ("shipping to Buenos Aires, 12 kg", ("pt", "es", "en"), "en"),
    ],
)
def test_names_of_places_and_figures_are_of_no_language(text, allowed, spoken):
    assert language(text, None, allowed) == spoken
