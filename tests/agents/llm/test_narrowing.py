"""Of long lists the offline model tells what a question names."""

from agents.llm.offline.narrowing import narrow
from agents.llm.offline.templates import format_list
from tests.parts.phrases import try_each

HEADPHONES = {"pt": "Fone de ouvido sem fio", "es": "Auriculares inalámbricos", "en": "Wireless headphones"}
SOLD = [
    {"name": HEADPHONES, "price": 349.0},
    *({"name": name, "price": 9.0} for name in ("Tent", "Lamp", "Red lamp", "Kettle", "Rope")),
]  # fmt: skip


@try_each(
    ("question", "language", "told"),
    [
        ("do you have wireless headphones?", "en", "Wireless headphones (349.00)"),
        ("¿tienen auriculares inalámbricos y cuánto cuestan?", "es", "Auriculares inalámbricos (349,00)"),
        ("quanto custa um fone sem fio?", "pt", "Fone de ouvido sem fio (349,00)"),
        ("have you headphones? e fone?", "pt", "Fone de ouvido sem fio (349,00)"),
        ("a red lamp, please", "en", "Red lamp (9.00); Lamp (9.00)"),
    ],
)
def test_what_a_question_names_is_told_in_any_language(question, language, told):
    assert format_list(narrow({"sold": SOLD}, question)["sold"], language) == told


@try_each("question", ["what do you sell?", "any boats?", ""])
def test_a_list_of_which_nothing_is_named_stays(question):
    assert narrow({"sold": SOLD}, question) == {"sold": SOLD}


def test_a_list_that_is_told_whole_stays():
    assert narrow({"items": SOLD[:5]}, "the lamp?") == {"items": SOLD[:5]}
