"""Addresses, birth dates and addresses of mail by program: as they are written in each country, or said.

for case in cases(seed=7): case.text[case.start : case.start + len(case.value)] == case.value
"""

import random
import string
from collections.abc import Iterator
from pathlib import Path

import yaml
from num2words import num2words

from tests.agents.guardrails.personal_matrix import Case

TABLES = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
PARTS, PLACES, AT = TABLES["parts"], TABLES["places"], TABLES["at"]

MONTHS = {
    "pt": [
        "janeiro",
        "fevereiro",
        "março",
        "abril",
        "maio",
        "junho",
        "julho",
        "agosto",
        "setembro",
        "outubro",
        "novembro",
        "dezembro",
    ],
    "es": [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ],
    "en": [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
}
SAID = {"pt": "pt_BR", "es": "es", "en": "en"}


def _words(number: int, language: str) -> str:
    return str(num2words(number, lang=SAID[language]))


def _place(form: str, chance: random.Random) -> str:
    written = []
    for literal, name, _format, _conversion in string.Formatter().parse(form):
        written.append(literal)
        if name == "n":
            written.append(str(chance.randint(10, 3000)))
        elif name == "m":
            written.append(str(chance.randint(2, 99)))
        elif name == "es_b":
            written.append(chance.choice(("Belgrano", "Gorriti", "Independencia", "Durango")))
        elif name:
            written.append(chance.choice(PARTS[name]))
    text = "".join(written)
    while "##" in text:
        text = text.replace("##", f"{chance.randint(0, 9)}#", 1)
    if form.count("#") > 2 or form.endswith("###"):
        text = text.replace("#", str(chance.randint(0, 9)))
    return text


def _birth(form: str, language: str, chance: random.Random) -> str:
    day, month, year = chance.randint(1, 28), chance.randint(1, 12), chance.randint(1940, 1999)
    name = MONTHS[language][month - 1]
    ordinal = str(num2words(day, to="ordinal", lang=SAID[language]))
    spoken = f"nineteen {_words(year % 100, 'en')}" if language == "en" else _words(year, language)
    return form.format(
        d=day, dd=f"{day:02}", m=month, mm=f"{month:02}", y=year, yy=f"{year % 100:02}",
        month=name, mon=name[:3], say_d=ordinal if language == "en" else _words(day, language),
        say_m=_words(month, language),
        say_y=spoken, say_yy=_words(year % 100, language), nth=ordinal,
    )  # fmt: skip


def _mail(form: str, chance: random.Random) -> str:
    user = chance.choice(("ana", "joao", "mperez", "carla.souza", "j.smith"))
    if "ponto" in form or "punto" in form or "dot" in form:
        user = chance.choice(("ana", "joao", "mperez", "carlasouza"))
    host = chance.choice(("exemplo", "gmail", "hotmail", "minhaempresa"))
    word = chance.choice(("silva", "lopez", "brown"))
    return form.format(u=user, h=host, w=word, n=chance.randint(2, 99), U=user.upper(), H=host.upper())


def cases(seed: int, times: int = 1) -> Iterator[Case]:
    """Each form in each context."""
    chance = random.Random(seed)
    for country, forms in PLACES.items():
        language = country[-2:]
        for form in forms:
            for around in AT[language]:
                for _time in range(times):
                    value = _place(form, chance)
                    small = chance.random() < 0.3
                    value = value.lower() if small and country not in ("UK en", "IE en", "IN en") else value
                    yield Case(
                        "address", f"{country[:2]} {form}", "", language, around.format(v=value), value
                    )
    for language, forms in TABLES["days"].items():
        for form in forms:
            for around in TABLES["born"][language]:
                for _time in range(times):
                    value = _birth(form, language, chance)
                    yield Case("birth", form, "", language, around.format(v=value), value)
    for language, forms in TABLES["mails"].items():
        for form in forms:
            for around in TABLES["write_to"][language]:
                for _time in range(times):
                    value = _mail(form, chance)
                    yield Case("email", form, "", language, around.format(v=value), value)
