"""What is abuse and what is an offer, in words that are not those learnt from."""

from pathlib import Path

import pytest
import yaml

from language.learnt_kind import ABUSE, FOLLOW_UP, KINDS, OFFER, SURE
from routing.decision.input import GOES_ON
from tests.parts.phrases import try_each


@try_each("kind", KINDS, ids=lambda kind: kind.name)
def test_what_was_learnt_is_of_the_phrases_that_stand_there(kind) -> None:
    assert kind.is_current(), "run `python -m language.learnt_kind` in platform/"


@try_each("embedder", ["bundled", "none"])
@try_each(
    "said",
    [
        "Isso é um absurdo, quero meu dinheiro!", "Minha fatura veio alta", "Péssimo, vou ao Procon!",
        "¡Esto es una vergüenza, devuélvanme la plata!", "¿Dónde está mi pedido?", "Me quiero morir, ayuda",
        "This is ridiculous, I want my money back!", "My battery is dead", "The driver insulted my wife",
        "C'est honteux, rendez-moi mon argent !", "sim", "12345", "obrigado!",
    ],
)  # fmt: skip
def test_anger_and_everyday_messages_are_no_abuse(said: str, embedder: str) -> None:
    assert ABUSE.share(said, embedder) < SURE


@try_each(
    "said",
    [
        "vocês são uns babacas, vão se foder", "Vou aí e mato todos vocês", "Que idiota você é, seu imbecil",
        "son unos hijos de puta", "Te voy a matar, imbécil", "you people are fucking morons",
        "I will kill you all",
        "Ferme ta gueule, sale con",
    ],
)  # fmt: skip
def test_insults_and_threats_are(said: str) -> None:
    assert ABUSE.share(said) >= SURE


@try_each("said", ["Deseja mais alguma coisa?", "Su reembolso llega mañana.", "Your plan costs $20 a month."])
def test_what_an_assistant_says_every_day_is_no_offer(said: str) -> None:
    assert OFFER.share(said) < SURE


@pytest.mark.parametrize(
    ("kind", "file", "is_it", "found", "in_vain"),
    [(ABUSE, "abuse_by_others.yaml", "toxic", 56, 0), (OFFER, "offers_by_others.yaml", "offer", 52, 6)],
    ids=["abuse", "offers"],
)
def test_what_others_wrote_is_read_as_well_as_at_the_first_count(kind, file, is_it, found, in_vain) -> None:
    lines = yaml.safe_load((Path(__file__).parent / "data" / file).read_text("utf-8"))
    read = [(each[is_it], kind.share(each["text"]) >= SURE) for each in lines]
    assert read.count((True, True)) >= found
    assert read.count((False, True)) <= in_vain


@try_each(
    "said", ["e aquela verde?", "y ese cuánto pesa?", "maybe five times a week", "et celui de droite ?"]
)
def test_what_only_goes_on_is_told_by_its_form(said: str) -> None:
    assert FOLLOW_UP.share(said) >= GOES_ON


@try_each("said", ["vocês têm vaga de estágio?", "¿venden entradas para el cine?", "can you call me a taxi?"])
def test_what_begins_a_matter_of_its_own_does_not_go_on(said: str) -> None:
    assert FOLLOW_UP.share(said) < GOES_ON
