"""Replies of many writers: none acts that is no yes, and what is told beside a yes is asked about."""

from pathlib import Path

from benchmarks.replies import kind_of, read_lines
from language import language_data
from language.acts.reading import read, read_act
from tests.parts.phrases import check_each, try_each

DATA = Path(__file__).parent / "data"


@try_each(
    ("file", "at_once", "understood", "closed"),
    [
        ("labelled_replies", 0.74, 0.7, 0.8),
        ("fresh_replies", 0.8, 0.7, 0.78),
        ("counted_replies", 0.83, 0.7, 0.7),
        ("evening_replies", 0.79, 0.7, 0.58),
        ("last_replies", 0.9, 0.7, 0.74),
        ("night_replies", 0.8, 0.7, 0.82),
        ("hostile_replies", 0.93, 0.7, 0.3),
        ("dawn_replies", 0.45, 0.7, 0.78),
        ("noon_replies", 0.57, 0.7, 0.82),
        ("plain_replies", 0.53, 0.7, 0.85),
        ("people_replies", 0.31, 0.7, 0.6),
        ("dusk_replies", 0.22, 0.59, 0.79),
        ("spring_replies", 0.68, 0.9, 0.75),
    ],
)
def test_people_s_labelled_replies_act_only_where_they_are_a_yes(
    file: str, at_once: float, understood: float, closed: float
) -> None:
    replies = read_lines(DATA / f"{file}.jsonl")
    took = [(each, kind_of(each)) for each in replies]
    false = [
        f"{each.reply} [{each.question}]" for each, kind in took if kind == "acted" and each.act != "yes"
    ]
    assert not false, "\n".join(false)
    for floor, wanted, found in (
        (at_once, ("yes",), ("acted",)),
        (understood, ("yes",), ("acted", "yes")),
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
    ("text", "asked"),
    [
        ("yes block it, my bag got nicked", "Shall I block your Visa ending 0938?"),
        ("yes cancel it, the unlimited plan", "Shall I cancel your basic plan?"),
        ("get it cancelled because the other one finished", "Shall I cancel your basic plan?"),
        ("bloquéala que me robaron el bolso", "¿Bloqueo su tarjeta terminada en 0932?"),
        ("bloqueia, o cartão que eu perdi", "Bloqueio o cartão final 3321?"),
        ("oui bloquez-la, j'ai perdu mon sac", "Voulez-vous que je bloque la carte ?"),
    ],
)
def test_what_a_yes_tells_beside_the_deed_is_asked_about(text: str, asked: str) -> None:
    assert read_act(text, asked).kind not in ("yes", "no", "cancel")


def test_what_else_is_not_to_be_done_is_asked_about_again() -> None:
    found = read_act("dale, pero no toques nada", "¿Reviso su router ahora?")
    assert (found.kind, found.likely_yes) == ("unsure", True)
