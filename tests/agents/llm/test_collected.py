"""What an action is done with, of the words that people say: names, things, days, choices, numbers.

The companies: a boat hire, a frame maker, a theatre.
"""

from datetime import date

import pytest

from agents.intent_slices import IntentSlice
from agents.llm.offline import asides, needs, own_words
from agents.llm.offline.memory import ConversationMemory
from agents.llm.offline.needs import Need
from agents.llm.offline.reading import ServedPart
from agents.llm.request import ReleaseSlice
from agents.specs import ParameterSpec, ToolSpec
from conversations.turn import ToolResult

TODAY = date(2026, 12, 1)
DAY = {"type": "string", "format": "date"}
SIZES = {"type": "string", "enum": ["small", "large", "not_sure"]}
EXTRAS = {"type": "array", "items": {"type": "string", "enum": ["sail", "oars", "anchor"]}}


def act(name, title, *parameters, **schemas):
    return ToolSpec(
        name, "s", {"en": title}, read_only=False, confirm=True,
        parameters=tuple(ParameterSpec(each, description=about) for each, about in parameters),
        schema={"properties": schemas},
    )  # fmt: skip


HIRE = act(
    "hire_boat", "Hiring a boat", ("skipper_name", "name of the skipper"), ("day", "day of the departure"),
    ("pier", "pier"), day=DAY, pier={"type": "string", "enum": ["North", "Moema"]},
)  # fmt: skip
FRAME = ToolSpec(
    "order_frame", "s", {"en": "Ordering frames"}, read_only=False, confirm=True,
    parameters=(
        ParameterSpec("product", description="producto, por ejemplo Roble 30"),
        ParameterSpec("quantity", type="integer", description="cantidad de marcos"),
        ParameterSpec("deliver_on", description="día de entrega"),
    ),
    schema={"properties": {"deliver_on": DAY}},
)  # fmt: skip
DAMAGE = ToolSpec(
    "report_damage", "s", {"en": "Reporting damage"}, read_only=False, confirm=True,
    parameters=(
        ParameterSpec("skipper_name", description="nome do condutor"),
        ParameterSpec("cost", type="number", description="valor pago"),
        ParameterSpec("damaged_on", description="dia"),
        ParameterSpec("details", description="motivo"),
    ),
    schema={"properties": {"damaged_on": DAY}},
)  # fmt: skip


def read(tool, line, language="en", wanted=None, given=None):
    known = ReleaseSlice("desk", language, line, wanted=wanted, today=TODAY, reply="value" if wanted else "")
    return own_words.read(tool, [line], given or {}, known, ())


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("I want to hire a boat for my brother Iain tomorrow, please", "Iain"),
        ("quiero alquilar un barco pa la Trini que anda de visita. ¿puede ser?", "Trini"),
        ("pro Caio. ele melhorou agora, graças a deus", "Caio"),
        ("o barco é da Ana de Souza, no Moema", "Ana de Souza"),
        ("un bateau pour Zoé Martin demain", "Zoé Martin"),
        ("quiero alquilar un barco para mi hermano mañana", None),
        ("a boat for ana tomorrow", None),
        ("Hiring a boat in Lisbon", None),
        ("A BOAT FOR TOMORROW", None),
        ("a boat for Ana and one for Zoé", None),
    ],
)
def test_a_name_is_what_is_written_as_one_and_no_sentence(line, name):
    assert read(HIRE, line).get("skipper_name") == name


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("iain", "iain"),
        ("es para trini", "trini"),
        ("se llama trini", "trini"),
        ("não, o nome é Caio", "Caio"),
        ("R$ 380,50", None),
        ("9 e meia", None),
        ("sí, sin el ancla", None),
        ("Ben Wright", "Ben Wright"),
        ("João Pedro", "João Pedro"),
        ("Maria de Souza", "Maria de Souza"),
        ("my name is Ben Wright", "Ben Wright"),
        ("ben wright", "ben wright"),
        ("hola, Oliver Bennett", "Oliver Bennett"),
        ("Buenas Tardes", None),
        ("for my daughter", None),
        ("Tom is the captain", None),
        ("well he is my brother and he has a licence from abroad", None),
    ],
)
def test_a_reply_may_say_a_name_in_small_letters_and_nothing_else(line, name):
    assert read(HIRE, line, "es", wanted="skipper_name").get("skipper_name") == name


def test_a_name_is_taken_where_another_value_was_asked_for():
    assert read(HIRE, "Rocco, from the North pier", wanted="pier") == {
        "skipper_name": "Rocco",
        "pier": "North",
    }


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (
            "quiero pedir 3 marcos Roble de 30 para el 10 de diciembre. dónde está mi pedido?",
            {"product": "Roble de 30", "quantity": "3", "deliver_on": "2026-12-10"},
        ),
        ("quiero pedir 2 marcos para el viernes", {"quantity": "2", "deliver_on": "2026-12-04"}),
    ],
)
def test_a_thing_is_what_is_left_of_an_order_and_a_number_what_it_counts(line, found):
    assert read(FRAME, line, "es") == found


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("foi dia 20 de outubro", "2026-10-20"),
        ("anteontem", "2026-11-29"),
        ("30/11", "2026-11-30"),
        ("segunda passada", "2026-11-30"),
        ("sexta", "2026-11-27"),
    ],
)
def test_a_day_of_what_has_happened_is_gone(line, day):
    assert read(DAMAGE, line, "pt", wanted="damaged_on")["damaged_on"] == day


def test_an_amount_is_no_name_and_what_was_asked_for_stays_open():
    given = read(DAMAGE, "R$ 380,50", "pt", wanted="skipper_name")
    assert given == {"cost": "380.5"}


@pytest.mark.parametrize(
    ("line", "extras"),
    [
        ("with sail and oars", ["sail", "oars"]),
        ("yes but without the sail, only oars and anchor", ["oars", "anchor"]),
        ("no sail", None),
    ],
)
def test_what_is_to_be_left_out_is_not_chosen(line, extras):
    tool = ToolSpec(
        "add", "s", {"en": "Adding"}, read_only=False, parameters=(ParameterSpec("extras", type="array"),),
        schema={"properties": {"extras": EXTRAS}},
    )  # fmt: skip
    assert read(tool, line).get("extras") == extras


MOVE = act(
    "move_hire", "Moving a hire", ("hire_id", "number of the hire"), ("day", "new day"), ("phone", "phone"),
    day=DAY,
)  # fmt: skip
FIND = ToolSpec("find_hire", "s", {"en": "Looking up"}, parameters=(ParameterSpec("hire_id"),))
CANCEL = act("cancel_hire", "Cancelling a hire", ("hire_id", "number of the hire"))
INTENT = IntentSlice("hires", "desk", "hires", ("hire",), ("find_hire",), ("move_hire", "cancel_hire"))
TOOLS = {each.name: each for each in (FIND, MOVE, CANCEL)}
LOOKED_UP = ToolResult("find_hire", "s", True, {"hire_id": "H7", "day": "2026-12-09", "phone": "555"})


def need(text, **more):
    known = ReleaseSlice(
        "desk", "en", text, (INTENT,), tools=TOOLS, decided_intent="hires", results=(LOOKED_UP,), today=TODAY,
        **more,
    )  # fmt: skip
    _, acts, _ = needs.of_part(ServedPart(INTENT, (text,)), known, ConversationMemory(now=text))
    return acts[0]


@pytest.mark.parametrize(
    ("text", "day"), [("please move the hire", None), ("move the hire to next Monday", "2026-12-07")]
)
def test_what_an_action_changes_is_never_what_was_looked_up(text, day):
    found = need(text)
    assert found.arguments.get("hire_id") == "H7"
    assert found.arguments.get("day") == day and "phone" not in found.arguments


def test_another_action_that_is_named_takes_the_place_of_one_that_waits_for_a_value():
    waiting = {"proposed": {"move_hire": {"hire_id": "H7"}}, "wanted": "day", "reply": "value"}
    assert need("hmm, yes, cancel it", **waiting).tool is CANCEL
    assert need("on Monday", **waiting).tool is MOVE


def test_a_question_in_answer_to_a_question_is_answered_with_the_choices_it_names():
    given = {"hire_boat": {"day": "2026-12-07"}}
    part = ReleaseSlice(
        "desk", "en", "which piers are there?", tools={"hire_boat": HIRE}, proposed=given, wanted="day"
    )
    assert asides.asks(part) and not asides.brings(Need(HIRE, given["hire_boat"]), part)
    assert asides.answer(part) == "Pier: North, Moema."
    assert asides.brings(Need(HIRE, {**given["hire_boat"], "pier": "North"}), part)
