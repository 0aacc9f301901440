"""What a company says of a package's entry: read by the entry's own model of pydantic, kept as JSON.

settings = fill_settings(entry, {"days": 3})     # an instance of entry.settings
check(entry, {"days": "many"})  # ValidationError of Django: days: Input should be a valid integer
seal(entry, {"days": 3, "token": "abc"}, {})  # ({"days": 3}, {"token": "abc"}): the second is kept encrypted

A field that the model calls `SecretStr` is a secret: it acts at once, and is in no release, no file and on
no page.
"""

import logging
from collections.abc import Mapping
from typing import Any, get_args

from django.core.exceptions import ValidationError
from pydantic import BaseModel, SecretStr
from pydantic import ValidationError as Unfit

from outbound.cleaning import clean_text

logger = logging.getLogger(__name__)


def secret_names(entry: Any) -> frozenset[str]:
    """The settings of an entry that are secrets."""
    model: type[BaseModel] | None = getattr(entry, "settings", None)
    return frozenset(
        name
        for name, about in (model.model_fields if model is not None else {}).items()
        if SecretStr in (about.annotation, *get_args(about.annotation))
    )


def seal(
    entry: Any, value: Mapping[str, Any], kept: Mapping[str, str]
) -> tuple[dict[str, Any], dict[str, str]]:
    """Settings without their secrets, and the secrets: those that are kept, and over them those that were
    given."""
    names = secret_names(entry)
    given = {name: str(value[name] or "") for name in names & value.keys()}
    plain = {name: each for name, each in value.items() if name not in names}
    return plain, {name: each for name, each in {**kept, **given}.items() if each}


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
    except Unfit as error:  # its words quote what is stored, a secret too
        unfit = error.errors(include_input=False, include_url=False, include_context=False)
        logger.error("The settings of %s do not fit it any more: %s", type(entry).__name__, unfit)
        return model()


def check(entry: Any, value: Mapping[str, Any]) -> dict[str, Any]:
    """The settings as they are kept, a field as its model writes it; a secret as it is.

    :raises ValidationError: with a sentence for each field, under the field's name.
    """
    model: type[BaseModel] | None = getattr(entry, "settings", None)
    if model is None:
        return {}
    try:
        filled = model.model_validate(dict(value))
    except Unfit as error:
        wrong: dict[str, list[str]] = {}
        for each in error.errors(include_url=False):
            name = str(each["loc"][0]) if each["loc"] else "settings"
            wrong.setdefault(name, []).append(clean_text(each["msg"])[:200])
        raise ValidationError(wrong) from error
    secrets = {name: getattr(filled, name) for name in secret_names(entry)}
    plain = {name: each.get_secret_value() if each is not None else "" for name, each in secrets.items()}
    return {**filled.model_dump(mode="json"), **plain}
