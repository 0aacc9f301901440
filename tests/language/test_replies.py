"""Replies of many writers: none acts that is no yes, and a reason may stand beside a yes that was told."""

from pathlib import Path

import pytest

from benchmarks.replies import kind_of, read_lines
from language import language_data
from language.acts.reading import read, read_act
from tests.parts.phrases import check_each, try_each

DATA = Path(__file__).parent / "data"


@pytest.mark.parametrize(
    ("file", "at_once", "closed"),
    [("labelled_replies", 0.74, 0.8), ("fresh_replies", 0.82, 0.78), ("counted_replies", 0.83, 0.7),
     ("evening_replies", 0.79, 0.58), ("last_replies", 0.91, 0.74), ("night_replies", 0.81, 0.82),
     ("hostile_replies", 0.96, 0.3), ("dawn_replies", 0.53, 0.78), ("noon_replies", 0.6, 0.82),
     ("plain_replies", 0.58, 0.85), ("people_replies", 0.39, 0.6)],
)  # fmt: skip
def test_people_s_labelled_replies_act_only_where_they_are_a_yes(
    file: str, at_once: float, closed: float
) -> None:
    replies = read_lines(DATA / f"{file}.jsonl")
    took = [(each, kind_of(each)) for each in replies]
    false = [
        f"{each.reply} [{each.question}]" for each, kind in took if kind == "acted" and each.act != "yes"
    ]
    assert not false, "\n".join(false)
    for floor, wanted, found in (
        (at_once, ("yes",), ("acted",)),
        (0.72, ("yes",), ("acted", "yes")),
        (closed, ("no", "cancel"), ("no", "cancel")),
    ):
        labelled = [(each, kind) for each, kind in took if each.act in wanted]
        missed = [f"{kind}: {each.reply} [{each.question}]" for each, kind in labelled if kind not in found]
        assert 1 - len(missed) / len(labelled) >= floor, "\n".join(missed)


def test_nearly_a_yes_never_acts() -> None:
    near = language_data.parse_file(DATA / "near_misses.yaml")
    check_each(
        ((str(text), asked, False) for asked, texts in near.items() for text in texts),
        lambda text, asked: read(text, asked) == "yes",
    )


@try_each(
    ("text", "asked", "agrees"),
    [
        ("yes block it, my bag got nicked", "Shall I block your Visa ending 0938?", True),
        ("my bag got nicked, block it please", "Shall I block your Visa ending 0938?", True),
        ("yes, my bag got nicked", "Shall I block your Visa ending 0938?", False),
        ("block it, my other bag got nicked", "Shall I block your Visa ending 0938?", False),
        ("oh sure, block it, I was born yesterday", "Shall I block your Visa ending 0938?", False),
        ("block it, my bag got nicked 🙄", "Shall I block your Visa ending 0938?", False),
        ("bloquéala que me robaron el bolso", "¿Bloqueo su tarjeta terminada en 0932?", True),
        ("sí por favor, me robaron el bolso", "¿Bloqueo su tarjeta terminada en 0932?", True),
        ("sí, me robaron el bolso", "¿Bloqueo su tarjeta terminada en 0932?", False),
        ("cancela, ninguém assiste mais", "Posso cancelar a TV?", True),
        ("pode agendar, ninguém vai estar em casa", "Agendo a visita para quinta?", False),
        ("pode enviar, minha casa fica em Recife", "Posso enviar o cartão?", False),
        ("oui bloquez-la, j'ai perdu mon sac", "Voulez-vous que je bloque la carte ?", True),
        ("oui, j'ai perdu mon sac", "Voulez-vous que je bloque la carte ?", False),
    ],
)
def test_a_reason_may_stand_beside_a_yes_that_tells_the_deed(text: str, asked: str, agrees: bool) -> None:
    assert (read(text, asked) == "yes") == agrees


def test_what_else_is_not_to_be_done_is_asked_about_again() -> None:
    found = read_act("dale, pero no toques nada", "¿Reviso su router ahora?")
    assert (found.kind, found.likely_yes) == ("unsure", True)
