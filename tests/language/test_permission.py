"""Words that allow, refuse and take back, in three languages; and words that only look like them."""

import pytest

from language.permission import allows, answer, revokes
from tests.parts.phrases import check_each, phrases

SAID = phrases("language/data/permissions")
ASKED: dict[str, str] = SAID["asked"]
REVOKES = [text for texts in SAID["revokes"].values() for text in texts]
ABOUT = "live_instance live instance consultando a instância mirando la instancia looking at the instance"


def test_grants_and_refusals_are_read() -> None:
    check_each(
        (
            (text, ASKED[language], kind)
            for kind in ("yes", "no")
            for language in ASKED
            for text in SAID[kind][language]
        ),
        answer,
    )


def test_half_a_yes_is_no_yes() -> None:
    check_each(((text, asked, "unclear") for text in SAID["unclear"] for asked in ASKED.values()), answer)


def test_yes_with_more_beside_it_allows_nothing() -> None:
    check_each(
        ((text, asked, False) for text in SAID["no_yes"] for asked in ASKED.values()),
        lambda text, asked: answer(text, asked) == "yes",
    )


def test_words_of_the_request_may_stand_beside_a_yes() -> None:
    asked = ASKED["en"] + " My incident table is broken"
    assert answer("sure, check the incident table", asked) == "yes"
    assert answer("sure, check the customer table", asked) == "unclear"


def test_other_words_answer_nothing() -> None:
    check_each(((text, asked, None) for text in SAID["none"] for asked in ASKED.values()), answer)


def test_taking_back_is_read_and_never_grants() -> None:
    check_each(
        ((text, (True, False, False)) for text in REVOKES),
        lambda text: (revokes(text, ABOUT), allows(text, ABOUT), answer(text, ASKED["pt"]) == "yes"),
    )


def test_complaint_or_other_no_takes_nothing_back() -> None:
    check_each(((text, False) for text in SAID["keeps"]), lambda text: revokes(text, ABOUT))


def test_telling_to_is_read() -> None:
    check_each(
        ((text, (True, False)) for texts in SAID["allows"].values() for text in texts),
        lambda text: (allows(text, ABOUT), revokes(text, ABOUT)),
    )


def test_other_words_tell_to_nothing() -> None:
    check_each(((text, False) for text in SAID["forbids_still"]), lambda text: allows(text, ABOUT))


@pytest.mark.parametrize("kind", ["yes", "no", "revokes"])
def test_tables_are_broad(kind: str) -> None:
    assert [language for language in ASKED if len(SAID[kind][language]) < 60] == []


@pytest.mark.parametrize(
    "change", [str.upper, str.capitalize, lambda t: f" {t} ", lambda t: f"{t}!!", lambda t: f"{t}..."]
)
@pytest.mark.parametrize(
    ("text", "kind"), [("pode olhar", "yes"), ("ni se te ocurra", "no"), ("okay, but don't touch it", "no")]
)
def test_case_spaces_and_signs_do_not_matter(text: str, kind: str, change) -> None:
    assert answer(change(text), ASKED["en"]) == kind


def test_long_text_grants_nothing() -> None:
    assert answer("sim, pode olhar " * 40) is None
    assert answer("sim, pode olhar " * 40 + ", mas não mexa em nada") == "no"
