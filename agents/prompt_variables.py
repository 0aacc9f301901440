"""Variables of prompts: `{today}`, `{customer.first_name}`, filled in for each turn.

    fill("Today is {today}. You speak with {customer.first_name}.", values)
    check("{tomorrow}")                   # ValidationError: names the known ones

`{customer.NAME}` is what is known of who writes: a field or a business key of a trusted caller, else what
they said of themselves where a tool asks for it, else a remembered name. A name that nobody knows reads "the
customer" in the language of the message, any other field "unknown".
Other braces stay as they are (JSON), and `{{today}}` is the text {today}.
"""

import re
from collections.abc import Mapping
from datetime import datetime

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from language.day_names import name_weekday
from language.memory import NAME
from language.spoken_languages import mark, speak

KNOWN = ("today", "time", "time_zone", "channel", "language", "specialist")
CUSTOMER = "customer."
UNKNOWN = "unknown"
SOMEBODY = mark("the customer")
LONGEST = 200  # letters of a value: it is data, and no place for another prompt
VARIABLE = re.compile(r"\{\{[\w.]+\}\}|\{([A-Za-z_]\w*(?:\.\w+)?)\}")


def check(text: str) -> None:
    """Refuses a variable that nobody fills in.

    :raises ValidationError: with its name, and the known ones.
    """
    for name in VARIABLE.findall(text or ""):
        if name and name not in KNOWN and not name.startswith(CUSTOMER):
            known = ", ".join(f"{{{each}}}" for each in (*KNOWN, f"{CUSTOMER}first_name"))
            words = _(
                "There is no variable {%(name)s}. Known ones: %(known)s. Write {{%(name)s}} for the text "
                "itself."
            )
            raise ValidationError(words, params={"name": name[:64], "known": known})


def fill(text: str, values: Mapping[str, str]) -> str:
    """The text with its variables filled in.

    >>> fill("Hello {customer.first_name}, {{today}} {x}", {"customer.first_name": "Ana"})
    'Hello Ana, {today} {x}'
    """

    def filled(found: re.Match[str]) -> str:
        name = found[1]
        if name is None:
            return found[0][1:-1]
        if name in values:
            return " ".join(values[name].split())[:LONGEST] or UNKNOWN
        return UNKNOWN if name.startswith(CUSTOMER) else found[0]

    return VARIABLE.sub(filled, text)


def name_nobody(language: str) -> dict[str, str]:
    """What the names of somebody read whom nobody knows.

    >>> fill("You speak with {customer.first_name}.", name_nobody("en"))
    'You speak with the customer.'
    """
    return {f"{CUSTOMER}{name}": speak(SOMEBODY, language) for name in (NAME, "first_name")}


def list_fields(text: str) -> set[str]:
    """The fields of who writes that a text names; `first_name` is the first word of `name`, too.

    >>> sorted(list_fields("It is {today}. Hello {customer.first_name}, {{customer.plan}}."))
    ['first_name', 'name']
    """
    found = {name.removeprefix(CUSTOMER) for name in VARIABLE.findall(text) if name.startswith(CUSTOMER)}
    return found | {NAME} if "first_name" in found else found


def moment(now: datetime, language: str = "en") -> dict[str, str]:
    """What a moment says: the day with its weekday in a language, the time, and the zone that both are of.

    >>> moment(datetime(2026, 11, 25, 9, 5, tzinfo=ZoneInfo("Europe/Lisbon")))["today"]
    'Wednesday, 2026-11-25'
    """
    day = f"{name_weekday(now.weekday(), language)}, {now:%Y-%m-%d}"
    return {"today": day, "time": f"{now:%H:%M}", "time_zone": str(now.tzinfo)}
