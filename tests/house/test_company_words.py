"""`platform/` says no word of any company: neither in its data nor in the texts of its code.

Held against the names of intents, tools, specialists, profiles, products and slots of the demo's worlds and
of the companies in tests/routing, less the commonest words of each language (`common.txt`).
"""

import ast
import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from demo.servers import clinic, retail, telecom
from demo.worlds import WORLDS
from language.language_data import common_words
from language.normalise import words
from language.spoken_languages import CODES

HERE = Path(__file__).parent
PLATFORM = HERE.parents[1] / "platform"
COMPANIES = HERE.parent / "routing" / "companies"
SHORTEST = 4  # letters of a word that is looked for
# Ordinary words that a company has in its names by chance, and what the platform itself is about.
ORDINARY = frozenset(
    [
        "abono",
        "aduana",
        "ajuste",
        "andamento",
        "anular",
        "boarding",
        "branches",
        "cadastro",
        "cancel",
        "cardapio",
        "compensacion",
        "contents",
        "coordinator",
        "corrigir",
        "danado",
        "debito",
        "destinatario",
        "devolver",
        "docs",
        "donate",
        "frete",
        "greeting",
        "interval",
        "login",
        "logs",
        "lookup",
        "marmitas",
        "molestias",
        "ours",
        "parcelar",
        "permissions",
        "postal",
        "pousada",
        "pulse",
        "recipient",
        "redirect",
        "renew",
        "requesting",
        "restricoes",
        "retraso",
        "routing",
        "schema",
        "tenant",
        "urgencia",
        "warranty",
        "whats",
    ]
)
# Which words beside a number say that it is an order's or a contract's, and nobody's own; and what people of
# every trade say to and of a person, in anger too, and what assistants of every trade offer.
OF_EVERY_TRADE = ("personal.yaml", "person.yaml", "with_agents.yaml", "abuse.yaml", "offer.yaml")


@cache
def common() -> frozenset[str]:
    """The commonest words of every language."""
    files = [PLATFORM / "language" / "data" / code / "common.txt" for code in CODES]
    assert all(file.is_file() for file in files), "a list of the commonest words for each language"
    return common_words()


def is_common(word: str) -> bool:
    """Whether a word is one of the commonest, or the infinitive of one."""
    stem = word[:-2] if word.endswith(("ar", "er", "ir")) else ""
    return (
        word in common()
        or word in ORDINARY
        or (bool(stem) and any(each.startswith(stem) for each in common()))
    )


def of_worlds() -> Iterator[str]:
    for world in WORLDS.values():
        yield from (world.title, *(text for each in world.profiles for text in (each.agent_id, each.name)))
        yield from (text for each in world.specialists for text in (each.name, each.display_name))
        yield from (each.intent.name for each in world.topics)
        tools = (tool for server in world.servers for tool in server.tools)
        yield from (text for each in tools for text in (each.name, *each.title.values()))
        yield from (text for each in world.slots for text in (each.name, each.example, *each.label.values()))
        yield from (each.name for each in (*world.servers, *world.domains))


def of_products() -> Iterator[str]:
    yield from (name for _sku, name, _price in retail.PRODUCTS)
    yield from (each[0] for each in (*telecom.PLANS, *telecom.SERVICES, *telecom.ONE_OFFS))
    yield from (each[name] for each in clinic.DOCTORS for name in ("doctor", "specialty", "also"))


def of_companies() -> Iterator[str]:
    for file in COMPANIES.rglob("*.json"):
        told = json.loads(file.read_text("utf-8"))
        yield told["company"]
        yield from (each[name] for each in told["specialists"] for name in ("name", "title"))
        yield from (each[name] for each in told["intents"] for name in ("name", "title"))


def words_of(texts: Iterable[str]) -> set[str]:
    found = (word for text in texts for word in words(text.replace("_", " ")))
    return {word for word in found if len(word) >= SHORTEST and not word.isdigit()}


def in_data(value: Any) -> Iterator[str]:
    """All texts of a YAML file, keys too."""
    if isinstance(value, dict):
        yield from (text for pair in value.items() for each in pair for text in in_data(each))
    elif isinstance(value, list):
        yield from (text for each in value for text in in_data(each))
    elif isinstance(value, str):
        yield value


def in_code(tree: ast.Module) -> Iterator[str]:
    """The texts of a module, without its docstrings."""
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


def test_no_word_of_a_company_stands_in_the_platform() -> None:
    names = {
        word for word in words_of((*of_worlds(), *of_products(), *of_companies())) if not is_common(word)
    }
    assert {"fatura", "invoice", "refund"} <= names
    wrong = []
    for path in sorted(PLATFORM.rglob("*.*")):
        if path.suffix == ".yaml" and path.name not in OF_EVERY_TRADE:
            texts = in_data(yaml.safe_load(path.read_text("utf-8")))
        elif path.suffix == ".py" and "migrations" not in path.parts:
            texts = in_code(ast.parse(path.read_text("utf-8")))
        else:
            continue
        wrong += [f"{path.relative_to(PLATFORM)}: {word}" for word in sorted(words_of(texts) & names)]
    assert not wrong, "\n".join(wrong)


def test_no_picture_stands_for_a_product() -> None:
    products = words_of(of_products())
    for code in CODES:
        lexicon = yaml.safe_load((PLATFORM / "language/data" / code / "lexicon.yaml").read_text("utf-8"))
        shown = {sign: words_of([word]) & products for sign, word in lexicon["pictures"].items()}
        assert not any(shown.values()), {sign: word for sign, word in shown.items() if word}
