"""What a company says of a package's entry: read by the entry's own model of pydantic, kept as JSON.

settings = filled(entry, {"days": 3})      # an instance of entry.settings
check(entry, {"days": "many"})             # ValidationError of Django: days: Input should be a valid integer
"""

import logging
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from pydantic import BaseModel
from pydantic import ValidationError as Unfit

from outbound.cleaning import clean_text

logger = logging.getLogger(__name__)


def fill_settings(entry: Any, stored: Mapping[str, Any]) -> BaseModel | None:
    """The entry's settings with what is stored.

    Its defaults where that no longer fits; None for one without any.

    Whoever asks on behalf of a turn guards the call: a package's own validators may raise anything.
    """
    model: type[BaseModel] | None = getattr(entry, "settings", None)
    if model is None:
        return None
    try:
        return model.model_validate(dict(stored))
    except Unfit:
        logger.exception("The settings of %s do not fit it any more.", type(entry).__name__)
        return model()


def check(entry: Any, value: Mapping[str, Any]) -> dict[str, Any]:
    """The settings as they are kept, a field as its model writes it.

    :raises ValidationError: with a sentence for each field, under the field's name.
    """
    model: type[BaseModel] | None = getattr(entry, "settings", None)
    if model is None:
        return {}
    try:
        return model.model_validate(dict(value)).model_dump(mode="json")
    except Unfit as error:
        wrong: dict[str, list[str]] = {}
        for each in error.errors(include_url=False):
            name = str(each["loc"][0]) if each["loc"] else "settings"
            wrong.setdefault(name, []).append(clean_text(each["msg"])[:200])
        raise ValidationError(wrong) from error
