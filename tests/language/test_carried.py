"""Texts that a message brings to be worked on: where they begin and end."""

import re
import time

from language.carried_text import asking, parts, says_something
from tests.parts.phrases import try_each

ASKS = re.compile(r"(?i)resum\w+|summarize|excel|(?:enviar|env[ií]a|send) (?:un|an) (?:correo|email)")


def carried(text: str) -> list[str]:
    hits = [found.span() for found in ASKS.finditer(text)]
    return [piece.strip() for piece, is_carried in parts(text, hits) if is_carried]


@try_each(
    ("text", "brought"),
    [
        ("Resume este texto: El pedido llegó. Quiero mi dinero.", ["El pedido llegó. Quiero mi dinero."]),
        ('Resume esto: "Quiero mi dinero." ¿Y el horario?', ["Quiero mi dinero."]),
        ("Resume esto: “Quiero… mi dinero.” ¿Y el horario?", ["Quiero… mi dinero."]),
        ("Resuma o texto:\nOlá,\nquero cancelar.\n\nTambém quero saber o horário", ["Olá,\nquero cancelar."]),
        ("Haz un Excel:\na,b\n1,2\n¿Cuánto cuesta?", ["a,b\n1,2"]),
        ("Resume esto. La factura llegó tarde.", ["La factura llegó tarde."]),
        ("Resume este correo. ¿Y cuánto cuesta el plan?", []),
        ("Quiero enviar un correo\n¿Cuál es el horario?", []),
        ("Send an email saying that I am angry. Also tell me the hours", ["I am angry."]),
        ("Quiero enviar un correo diciendo que llego tarde y dime el horario", ["que llego tarde"]),
        ("Quiero enviar un correo diciendo que llego tarde, después decime el horario", ["que llego tarde,"]),
        ("Envía un correo a ana@example.com: nos vemos a las 10:30", ["nos vemos a las 10:30"]),
        ("Quiero enviar un correo a ana@example.com", []),
        ("Necesito un resumen", []),
        ("¿Cuánto cuesta: 10 o 20?", []),
    ],
)
def test_what_a_message_brings_begins_behind_what_asks_and_ends_before_the_next_wish(text, brought):
    assert carried(text) == brought


def test_nothing_of_the_message_is_lost():
    text = 'Hola. Resume esto: "Uno. Dos." ¿Y el horario? Además envía un correo diciendo que voy'
    hits = [found.span() for found in ASKS.finditer(text)]
    assert "".join(piece for piece, _ in parts(text, hits)) == text


@try_each(
    "piece",
    ["resume ", "resume “", "resume 'a ", "resume… ", "resume y dime ", "resume: x\nquiero ",
        "resume diciendo que a. "],
)  # fmt: skip
def test_a_long_message_is_read_in_no_time_that_grows_with_its_square(piece):
    text = (piece * 32_000)[:32_000]
    began = time.process_time()
    carried(text)
    assert time.process_time() - began < 1  # 0.05 s; with the square it was 5 to 13 s


def test_a_long_text_that_is_brought_is_brought_whole():
    long = "El pedido llegó tarde.\n" * 1500
    assert carried(f"Resume este texto:\n{long}") == [long.strip()]
    assert carried(f"Resume este texto:\n{long}También quiero saber el horario") == [long.strip()]


@try_each(
    ("text", "says"),
    [("a ana@example.com", False), ("ana@example.com, gracias", False), ("llego tarde", True)],
)
def test_an_address_alone_says_nothing(text, says):
    assert says_something(text, [r"\S+@\S+"]) is says


@try_each(
    ("text", "left"),
    [
        ("agrega que mi correo es b@c.de", "agrega que"),
        ("a ana@example.com, diciendo que mi correo es b@c.de", "a ana@example.com, diciendo"),
        ("sí, envíalo a ana@example.com", "sí, envíalo a ana@example.com"),
    ],
)
def test_what_somebody_is_to_be_told_names_no_value(text, left):
    assert asking(text).strip() == left
