"""Values that a message gives by how they are written: codes by their pattern, and numbers."""

from dataclasses import replace
from typing import Any

from language import slots
from routing.planning.specs import NO_CAPABILITY, CapabilitySpec
from routing.planning.understand.typed_values import find_form, read_typed
from tests.parts.phrases import try_each


def capability(**schema: Any) -> CapabilitySpec:
    return replace(NO_CAPABILITY, metadata={"parameter_specs": {"it": schema}})


@try_each(
    ("pattern", "form"),
    [
        (r"HV[- ]?\d{4}", "code"),
        (r"^R\d{3}$|^S\d{3}$", "code"),
        (r"\d{4}-\d{2}", "code"),
        ("^(?:Oslo|Bergen)$", "code"),
        ("^[A-Za-z ]{1,60}$", ""),
        (r"^(R\d{3}|[A-Z ]+)$", ""),
        (r"[A-Z ]+\d*", ""),
        (".{1,60}", ""),
        (r"^\S+$", ""),
    ],
)
def test_a_code_has_a_digit_or_letters_of_its_own(pattern: str, form: str) -> None:
    assert find_form("it", capability(pattern=pattern)) == form


def test_an_alternative_that_is_all_of_a_text_is_found_in_a_sentence() -> None:
    spec = capability(pattern=r"^R\d{3}$|^S\d{3}$")
    assert [value for value, _place in read_typed("is it S200 or r100?", "it", spec)] == ["S200", "R100"]
    assert slots.strip_anchors(r"^a[$^]\$$") == r"a[$^]\$"


def test_a_part_of_a_whole_is_no_integer() -> None:
    for kind, read in (("integer", []), ("number", [2.5])):
        found = read_typed("2.5 of them", "it", capability(type=kind))
        assert [value for value, _place in found] == read
