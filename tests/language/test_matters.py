"""Clauses in which several known matters are joined without a verb between them."""

from language.automaton import Automaton
from language.clauses import MatterWord, apart
from tests.parts.phrases import try_each

MATTERS = {
    "fatura": "bill", "factura": "bill", "invoice": "bill", "vencimento": "bill", "pedido": "order",
    "order": "order",
    "troca": "return", "devolver": "return", "return": "return",
}  # fmt: skip
KNOWN = Automaton(MATTERS.items())


def cut(clause: str) -> list[str]:
    return apart(
        clause, [MatterWord(hit.start, hit.end, frozenset({hit.payload})) for hit in KNOWN.hits(clause)]
    )


@try_each(
    ("clause", "matters"),
    [
        ("minha fatura e meu pedido P100", ["minha fatura", "meu pedido P100"]),
        ("mi factura y mi pedido P100", ["mi factura", "mi pedido P100"]),
        ("my invoice and my order P100", ["my invoice", "my order P100"]),
        ("quero devolver o P100 e ver minha fatura", ["quero devolver o P100", "ver minha fatura"]),
        ("ver fatura, rastrear pedido P100", ["ver fatura", "rastrear pedido P100"]),
        ("fatura, pedido P100 e troca", ["fatura", "pedido P100", "troca"]),
        ("a fatura de maio, de junho, e o pedido", ["a fatura de maio, de junho", "o pedido"]),
    ],
)  # fmt: skip
def test_joined_matters_are_told_apart(clause: str, matters: list[str]) -> None:
    assert cut(clause) == matters


@try_each(
    "clause",
    [
        "pedido de troca", "valor da fatura e vencimento", "meu pedido de arroz e feijão",
        "fatura é do pedido P100",
        "não quero a fatura e o pedido", "quero a fatura e não o pedido", "the return of my order and box",
        "e", "",
    ],
)  # fmt: skip
def test_one_matter_stays_whole(clause: str) -> None:
    assert cut(clause) == [clause]
