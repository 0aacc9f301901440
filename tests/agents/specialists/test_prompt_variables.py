"""What a prompt's variables stand for, and which are refused."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError

from agents import prompt_variables
from agents.models import PromptPolicy, SpecialistPrompt
from tests.parts.phrases import try_each

VALUES = {"today": "Wednesday, 2026-11-25", "customer.first_name": "Ana\n{today}  " + "x" * 300}


@try_each(
    ("text", "read"),
    [
        ("It is {today}.", "It is Wednesday, 2026-11-25."),
        ("For {customer.last_name}.", "For unknown."),
        ("{{today}} is the text", "{today} is the text"),
        ('Answer as {"today": 1, "list": []}', 'Answer as {"today": 1, "list": []}'),
        ("An old release's {order_id}", "An old release's {order_id}"),
    ],
    ids=["filled", "nobody knows", "the text itself", "JSON", "unknown to us"],
)
def test_variables_are_filled_and_all_else_stays(text, read):
    assert prompt_variables.fill(text, VALUES) == read


def test_a_value_is_data_of_one_line_and_is_not_read_again():
    read = prompt_variables.fill("{customer.first_name}", VALUES)
    assert read.startswith("Ana {today} x") and len(read) == prompt_variables.LONGEST


def test_a_moment_has_its_day_in_its_zone():
    late = datetime(2026, 11, 25, 23, 30, tzinfo=ZoneInfo("UTC")).astimezone(ZoneInfo("Asia/Tokyo"))
    assert prompt_variables.moment(late) == {
        "today": "Thursday, 2026-11-26",
        "time": "08:30",
        "time_zone": "Asia/Tokyo",
    }


def test_a_moment_names_its_day_in_a_language():
    day = datetime(2026, 11, 30, 9, 0, tzinfo=ZoneInfo("Europe/Lisbon"))
    assert prompt_variables.moment(day, "pt")["today"].lower() == "segunda-feira, 2026-11-30"


@try_each(
    ("model", "field"),
    [(SpecialistPrompt, "role"), (SpecialistPrompt, "objective"), (SpecialistPrompt, "context"),
     (PromptPolicy, "system_prefix"), (PromptPolicy, "style")],
)  # fmt: skip
def test_a_variable_that_does_not_exist_is_refused_with_the_known_ones(model, field):
    check = model._meta.get_field(field).run_validators
    check('{today} {customer.anything} {{tomorrow}} {"a": 1}')
    with pytest.raises(ValidationError, match=r"no variable \{tomorrow\}. Known ones: \{today\}"):
        check("{tomorrow}")
