"""What a message says is not to be done with what it names."""

from language.forbidden import spans
from tests.parts.phrases import try_each


def _forbidden(text: str, named: str, other: str = "") -> list[str]:
    places = [(text.index(each), text.index(each) + len(each)) for each in (named, other) if each]
    return [text[start:end] for start, end in spans(text, places[:1], places[1:])]


@try_each(
    ("text", "named", "forbidden"),
    [
        ("não mande por fax", "fax", "não mande por fax"),
        ("o preço, sem fax", "fax", "sem fax"),
        ("sem me mandar por fax", "fax", "sem me mandar por fax"),
        ("no lo envíes por fax, gracias", "fax", "no lo envíes por fax"),
        ("please don't use the fax", "fax", "please don't use the fax"),
        ("never by fax", "fax", "never by fax"),
        ("por fax não", "fax", "fax não"),
    ],
)
def test_a_no_forbids_what_its_clause_names(text: str, named: str, forbidden: str) -> None:
    assert _forbidden(text, named) == [forbidden]


@try_each(
    ("text", "named"),
    [
        ("não sei o nome, mande por fax", "fax"),
        ("não sei o nome mas mande por fax", "fax"),
        ("o relatório no fax", "fax"),
        ("não esqueça de mandar por fax", "fax"),
        ("no olvides el fax", "fax"),
        ("don't forget the fax", "fax"),
        ("por que não manda por fax?", "fax"),
        ("um livro sem figuras por fax", "fax"),
        ("por fax, não?", "fax"),
    ],
)
def test_a_no_about_something_else_forbids_nothing(text: str, named: str) -> None:
    assert _forbidden(text, named) == []


def test_a_no_that_speaks_of_another_word_first_is_about_that_one() -> None:
    assert _forbidden("não sei o preço manda por fax", "fax", "preço") == []
    assert _forbidden("não sei manda por fax", "fax") == ["não sei manda por fax"]
