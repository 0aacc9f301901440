"""What people say of themselves, in the forms of three languages."""

from language import memory
from tests.parts.phrases import try_each


@try_each(
    ("text", "found"),
    [
        ("Oi! Pode me chamar de Zé, por favor", {"name": "Zé"}),
        ("Llámame Paco y responde en inglés", {"name": "Paco", "language": "en"}),
        ("From now on answer in Spanish, please", {"language": "es"}),
        ("me chama de dona maria", {"name": "Dona Maria"}),
        ("I always fly with Iberia", {"always_fly": "fly with Iberia"}),
        ("Remember that I like milk and eggs", {"note_i_like_milk": "I like milk and eggs"}),
        ("call me back tomorrow", {}),
        ("llámame mañana", {}),
        ("don't call me Ana", {}),
        ("no me llames Ana", {}),
        ("answer in Klingon", {}),
        ("what is my name?", {}),
        ("Minha fatura veio alta", {}),
    ],
)  # fmt: skip
def test_what_is_stated(text: str, found: dict[str, str]) -> None:
    assert {each.key: each.value for each in memory.find_stated(text)} == found


@try_each(
    ("text", "alone"),
    [("Call me Ana", True), ("Hi, call me Ana please", True), ("My name is Ana and I want my invoice", False),
     ("Call me Ana. My invoice is too high", False), ("I always pay late", False)],
)  # fmt: skip
def test_whether_a_message_says_nothing_else(text: str, alone: bool) -> None:
    assert memory.only_states(text) is alone


@try_each(
    ("text", "what"),
    [("esqueça isso", "last"), ("Forget everything you know about me", "all"), ("olvida mi nombre", "name"),
     ("esquece", ""), ("forget it", ""), ("quero cancelar", "")],
)  # fmt: skip
def test_what_is_to_be_forgotten(text: str, what: str) -> None:
    assert memory.find_forgotten(text) == what


def test_each_language_has_every_list() -> None:
    from language.language_data import load
    from language.spoken_languages import CODES

    first, *others = (load(code, "memory") for code in CODES)
    for other in others:
        assert other.keys() == first.keys() and other["keeps"].keys() == first["keeps"].keys()
