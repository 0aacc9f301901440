"""What a reading tool looks up by an identifier: a code of the message, and never its words."""

from agents.llm.offline import codes, own_words
from agents.specs import ParameterSpec, ToolSpec
from tests.agents.llm.worlds import LIBRARY
from tests.parts.phrases import try_each


def tool(**about):
    return ToolSpec(
        "get_record", "s", {"en": "looking up"}, parameters=(ParameterSpec(**about),), read_only=True
    )


@try_each(
    "about",
    [
        {"name": "pet_id"},
        {"name": "petId"},
        {"name": "order_number"},
        {"name": "pet", "description": "Id of the animal, as on its card"},
    ],
    ids=lambda about: about["name"],
)
@try_each(
    ("text", "value"),
    [
        ("¿Qué vacunas tiene P7?", "P7"),
        ("P7", "P7"),
        ("Which 2 vaccines has AB-12/3, by tomorrow at 10?", "AB-12/3"),
        ("Quiero ver mi cita", None),
        ("Necesito una cita en Madrid mañana a las 10", None),
        ("P7 or P8?", None),
    ],
)
def test_an_identifier_is_a_code_of_the_message_or_is_asked_for(about, text, value):
    asked = tool(**about)
    assert own_words.read(asked, [text], {}, LIBRARY.slice(text), ()).get(about["name"]) == value


def test_a_name_may_be_words_and_a_reply_of_one_word_is_taken():
    either = tool(name="pet", description="Name or id of the animal")
    text = "Which vaccines has Luna?"
    assert own_words.read(either, [text], {}, LIBRARY.slice(text), ("vaccines",)) == {"pet": "Luna"}
    by_id = tool(name="pet_id")
    lines = ["Which vaccines has she?", "luna"]
    assert own_words.read(by_id, lines, {}, LIBRARY.slice("luna", reply="value"), ()) == {"pet_id": "luna"}


def test_a_code_is_no_day_and_no_time():
    assert codes.find_all("the 5th of May at 10:30, for 2026-05-05") == []
