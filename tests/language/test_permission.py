"""Words that allow, refuse and take back, in three languages; and words that only look like them."""

import pytest

from language.permission import allows, answer, revokes
from tests.language import permissions as said

ABOUT = "live_instance live instance consultando a instância mirando la instancia looking at the instance"


def _of(table: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(language, text) for language, texts in table.items() for text in texts]


def _ids(cases: list[tuple[str, str]]) -> list[str]:
    return [f"{language}-{text[:40]}" for language, text in cases]


@pytest.mark.parametrize(("language", "text"), _of(said.YES), ids=_ids(_of(said.YES)))
def test_grant_is_read(language: str, text: str) -> None:
    assert answer(text, said.ASKED[language]) == "yes"


@pytest.mark.parametrize(("language", "text"), _of(said.NO), ids=_ids(_of(said.NO)))
def test_refusal_is_read(language: str, text: str) -> None:
    assert answer(text, said.ASKED[language]) == "no"


@pytest.mark.parametrize("text", said.UNCLEAR)
@pytest.mark.parametrize("language", said.ASKED)
def test_half_a_yes_is_no_yes(text: str, language: str) -> None:
    assert answer(text, said.ASKED[language]) == "unclear"


@pytest.mark.parametrize("text", said.NO_YES)
@pytest.mark.parametrize("language", said.ASKED)
def test_yes_with_more_beside_it_allows_nothing(text: str, language: str) -> None:
    assert answer(text, said.ASKED[language]) != "yes"


def test_words_of_the_request_may_stand_beside_a_yes() -> None:
    asked = said.ASKED["en"] + " My incident table is broken"
    assert answer("sure, check the incident table", asked) == "yes"
    assert answer("sure, check the customer table", asked) == "unclear"


@pytest.mark.parametrize("text", said.NONE)
@pytest.mark.parametrize("language", said.ASKED)
def test_other_words_answer_nothing(text: str, language: str) -> None:
    assert answer(text, said.ASKED[language]) is None


@pytest.mark.parametrize(("language", "text"), _of(said.REVOKES), ids=_ids(_of(said.REVOKES)))
def test_taking_back_is_read(language: str, text: str) -> None:
    assert revokes(text, ABOUT)


@pytest.mark.parametrize("text", said.KEEPS)
def test_complaint_or_other_no_takes_nothing_back(text: str) -> None:
    assert not revokes(text, ABOUT)


@pytest.mark.parametrize(("language", "text"), _of(said.ALLOWS), ids=_ids(_of(said.ALLOWS)))
def test_telling_to_is_read(language: str, text: str) -> None:
    assert allows(text, ABOUT)
    assert not revokes(text, ABOUT)


@pytest.mark.parametrize("text", [*said.FORBIDS_STILL, *(text for _, text in _of(said.REVOKES))])
def test_other_words_tell_to_nothing(text: str) -> None:
    assert not allows(text, ABOUT)


@pytest.mark.parametrize("text", [text for _, text in _of(said.REVOKES)])
def test_taking_back_never_grants(text: str) -> None:
    assert answer(text, said.ASKED["pt"]) != "yes"


@pytest.mark.parametrize("table", [said.YES, said.NO, said.REVOKES], ids=["yes", "no", "revokes"])
@pytest.mark.parametrize("language", said.ASKED)
def test_tables_are_broad(table: dict[str, list[str]], language: str) -> None:
    assert len(table[language]) >= 60


@pytest.mark.parametrize(
    "change", [str.upper, str.capitalize, lambda t: f" {t} ", lambda t: f"{t}!!", lambda t: f"{t}..."]
)
@pytest.mark.parametrize(
    ("text", "kind"), [("pode olhar", "yes"), ("ni se te ocurra", "no"), ("okay, but don't touch it", "no")]
)
def test_case_spaces_and_signs_do_not_matter(text: str, kind: str, change) -> None:
    assert answer(change(text), said.ASKED["en"]) == kind


def test_long_text_grants_nothing() -> None:
    assert answer("sim, pode olhar " * 40) is None
    assert answer("sim, pode olhar " * 40 + ", mas não mexa em nada") == "no"
