"""Messages taken apart: one thing that is asked for at a time."""

import time

from language.acts.questions import is_question
from language.acts.reading import read
from language.clauses import adds, is_negated, split
from tests.parts.phrases import try_each

MAIL = """Prezados senhores,

minha fatura veio alta. Gostaria de uma explicação.
Além disso, meu pedido P100 não chegou.

Atenciosamente,
João Silva
Tel. 11 99999-9999

Em 3 de maio de 2026, Atendimento escreveu:
> Como podemos ajudar com seu plano?
"""


@try_each(
    ("text", "clauses"),
    [
        ("Minha fatura veio alta e onde está meu pedido P100?",
            ["Minha fatura veio alta", "onde está meu pedido P100?"]),
        ("Mi factura está alta y ¿dónde está mi pedido?", ["Mi factura está alta", "dónde está mi pedido?"]),
        ("My invoice is too high and where is my order?", ["My invoice is too high", "where is my order?"]),
        ("a fatura veio alta e o pedido atrasou", ["a fatura veio alta", "o pedido atrasou"]),
        ("mi pedido no llegó y quiero devolver el producto",
            ["mi pedido no llegó", "quiero devolver el producto"]),
        ("Minha fatura veio alta. Pode consultar?", ["Minha fatura veio alta.", "Pode consultar?"]),
        ("não quero devolver, quero saber do pedido", ["não quero devolver", "quero saber do pedido"]),
        ("quero ver meu plano mas não quero cancelar", ["quero ver meu plano", "não quero cancelar"]),
        ("I like it, but it broke", ["I like it", "it broke"]),
        ("quero trocar o pedido P100 e também a segunda via",
            ["quero trocar o pedido P100", "a segunda via"]),
        ("My bill is wrong. Also, where's my package?", ["My bill is wrong.", "where's my package?"]),
        ("onde está o pedido, quando chega, quanto custa",
            ["onde está o pedido", "quando chega", "quanto custa"]),
        ("Son unos inútiles, ¿puedo devolver algo?", ["Son unos inútiles", "puedo devolver algo?"]),
        ("Olá, minha fatura veio alta", ["minha fatura veio alta"]),
        ("Bom dia! Onde está meu pedido? Obrigado, João", ["Onde está meu pedido?"]),
        ("Hi team, my bill is wrong", ["my bill is wrong"]),
        (MAIL, ["minha fatura veio alta.", "Gostaria de uma explicação.", "meu pedido P100 não chegou."]),
        ("Hello,\n\nwhere is my order?\n\nBest regards,\nAnn", ["where is my order?"]),
        ("Hola,\nno recibí mi pedido\n--\nAna", ["no recibí mi pedido"]),
        ("¿Cuánto cuesta un kayak, a qué hora abrís y anúlame la salida T-12?",
            ["¿Cuánto cuesta un kayak", "a qué hora abrís", "anúlame la salida T-12"]),
        ("Quanto custa um caiaque, a que horas abrem e desmarque o passeio?",
            ["Quanto custa um caiaque", "a que horas abrem", "desmarque o passeio"]),
        ("How much is a kayak and please call off trip T-12",
            ["How much is a kayak", "please call off trip T-12"]),
        ("Combien coûte un kayak et remboursez ma caution ?",
            ["Combien coûte un kayak", "remboursez ma caution"]),
        ("¿Cuánto cuestan el kayak y la canoa?", ["¿Cuánto cuestan el kayak y la canoa?"]),
        ("Quero devolver a blusa e a calça", ["Quero devolver a blusa e a calça"]),
    ],
    ids=lambda value: value[:30].replace("\n", " ") if isinstance(value, str) else "",
)  # fmt: skip
def test_message_is_taken_apart(text: str, clauses: list[str]) -> None:
    assert split(text) == clauses


@try_each(
    "text",
    [
        "quero a fatura e o boleto", "fatura alta, pedido atrasado", "eu também quero saber",
        "O Sr. Silva pagou R$ 10.50",
        "meu pedido de arroz e feijão", "oi", "bom dia", "Obrigado!", "P100", "???",
        "veja www.exemplo.com.br agora",
        "What does the red and blue 12 cost?", "¿Cuánto cuesta el rojo y azul 12?",
        "Is it possible to freeze and close the account?", "How to freeze and close the account?",
        "How can I freeze and close my account?", "¿Es posible congelar y cerrar la cuenta?",
        "Como posso congelar e fechar a conta?", "Est-il possible de geler et fermer le compte ?",
    ],
)  # fmt: skip
def test_one_thing_stays_whole(text: str) -> None:
    assert split(text) == [text]


def test_nothing_has_no_clause() -> None:
    assert split("") == split("  \n ") == []


def test_only_quoted_lines_are_still_a_message() -> None:
    assert split("> minha fatura\n> veio alta") == ["> minha fatura", "> veio alta"]


@try_each(
    "clause",
    ["não quero devolver", "n quero cancelar", "nao preciso disso", "no quiero cambiarlo",
     "I don't want to return it",
     "não é sobre a fatura", "it's not about the bill", "ya no quiero el plan", "don't cancel my plan",
     "no me interesa"],
)  # fmt: skip
def test_what_is_not_wanted_is_negated(clause: str) -> None:
    assert is_negated(clause)


@try_each(
    "clause",
    ["meu pedido não chegou", "no recibí nada", "I didn't receive it", "não consigo pagar", "quero devolver",
        "no funciona"],
)  # fmt: skip
def test_a_fact_that_did_not_happen_is_not_negated(clause: str) -> None:
    assert not is_negated(clause)


@try_each("piece", ["e mas não, ", "e a ", "a", "não quero ", "sim, ", "obrigado ", "> ", "quero e quero "])
def test_long_and_strange_text_takes_no_time(piece: str) -> None:
    text = (piece * 32_000)[:32_000]
    began = time.process_time()
    split(text)
    is_negated(text)
    is_question(text)
    read(text)
    assert time.process_time() - began < 1.5


@try_each(
    ("gap", "clause", "more"),
    [
        (", and ", "where is my order?", True),
        (". ", "Ah, e a minha fatura", True),
        ("; ", "mi pedido no llegó", True),
        ("\n", "Solicito a previsão de entrega", True),
        (", ", "my son is typing this", False),
        (" but ", "I need half a size up", False),
        ("? ", "era pra chegar ontem", False),
        (". ", "And where is my order?", True),
        (". ", "the thing is, and I forgot, my bill", True),
        (", ", "salt and pepper were missing", False),
        (". ", "Mom and dad bought it", False),
        (", ", "é muito lindo", False),
        (", ", "I also want my invoice", True),
    ],
)
def test_a_clause_adds_something_where_a_word_says_so(gap: str, clause: str, more: bool) -> None:
    assert adds(gap, clause) is more
