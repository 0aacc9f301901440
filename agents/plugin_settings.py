"""What a company says of a package's entry: read by the entry's own model of pydantic, kept as JSON.

settings = fill_settings(entry, {"days": 3})     # an instance of entry.settings
check(entry, {"days": "many"})  # ValidationError of Django: days: Input should be a valid integer
seal(entry, {"days": 3, "token": "abc"}, {})  # ({"days": 3}, {"token": "abc"}): the second is kept encrypted

A field that holds a secret of pydantic (`SecretStr`), itself or anywhere within, is a secret as a whole: it
acts at once, and is in no release, no file and on no page. What is said of a package that is not installed is
all kept as secrets, for nobody can tell which of it are.
"""

import logging
from collections.abc import Mapping
from typing import Any, get_args

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from pydantic import BaseModel, SecretBytes, SecretStr
from pydantic import ValidationError as Unfit
from pydantic_core import to_jsonable_python

from outbound.cleaning import clean_text

logger = logging.getLogger(__name__)
HIDDEN = str(SecretStr("x"))  # how pydantic shows a secret


def model_of(entry: Any) -> type[BaseModel] | None:
    """The model of an entry's settings; None for one without any."""
    model: type[BaseModel] | None = getattr(entry, "settings", None)
    return model


def secret_names(entry: Any) -> frozenset[str]:
    """The settings of an entry that are secrets, or hold one."""
    model = model_of(entry)
    fields = model.model_fields if model is not None else {}
    return frozenset(name for name, about in fields.items() if holds_secret(about.annotation))


def holds_secret(kind: Any, seen: frozenset[Any] = frozenset()) -> bool:
    """Whether a value of this type is a secret or has one in it: `list[Account]` by a field of `Account`."""
    if kind in seen:  # a model that holds itself
        return False
    if isinstance(kind, type) and issubclass(kind, SecretStr | SecretBytes):
        return True
    inner = list(get_args(kind))
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        inner += [about.annotation for about in kind.model_fields.values()]
    return any(holds_secret(each, seen | {kind}) for each in inner)


def seal(
    entry: Any, value: Mapping[str, Any], kept: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Settings without their secrets, and the secrets: those that are kept, and over them those that were
    given.
    """
    if entry is None:
        return {}, {**kept, **value}
    names, whole = secret_names(entry), {**kept, **value}
    plain = {name: each for name, each in whole.items() if name not in names}
    return plain, {name: whole[name] for name in sorted(names & whole.keys()) if whole[name]}


def fill_settings(entry: Any, stored: Mapping[str, Any]) -> BaseModel | None:
    """The entry's settings with what is stored.

    Its defaults where that no longer fits; None for one without any.

    Whoever asks on behalf of a turn guards the call: a package's own validators may raise anything.
    """
    model = model_of(entry)
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
    model = model_of(entry)
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
    secrets = filled.model_dump(include=set(secret_names(entry)))
    return {**filled.model_dump(mode="json"), **{name: _reveal(each) for name, each in secrets.items()}}


def _reveal(value: Any) -> Any:
    """JSON with the secrets in it; one that is null is an empty text."""
    if isinstance(value, SecretStr):
        return value.get_secret_value()
    if isinstance(value, SecretBytes):
        return value.get_secret_value().decode(errors="replace")
    if isinstance(value, Mapping):
        return {str(name): _reveal(each) for name, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_reveal(each) for each in value]
    return "" if value is None else to_jsonable_python(value)


def hide(entry: Any, name: str, stored: Any) -> Any:
    """One setting as its page shows it: JSON in which each secret is stars."""
    filled = fill_settings(entry, {name: stored} if stored else {})
    return filled.model_dump(mode="json", include={name})[name] if filled is not None else stored


def restore(shown: Any, stored: Any, typed: Any) -> Any:
    """What was typed, with what is stored where it was left hidden. `shown`: what `hide` made of `stored`.

    :raises ValidationError: nothing stored stands where a secret was left hidden.
    """
    if typed == shown:
        return stored
    if isinstance(typed, Mapping):
        before: Any = (
            (shown, stored) if isinstance(shown, Mapping) and isinstance(stored, Mapping) else ({}, {})
        )
        return {name: restore(before[0].get(name), before[1].get(name), each) for name, each in typed.items()}
    if isinstance(typed, list):
        pairs = list(zip(shown, stored, strict=True)) if isinstance(shown, list) and stored else []
        places = (
            pairs if len(pairs) == len(typed) else [(None, None)] * len(typed)
        )  # else a place says nothing
        known = [[old for seen, old in pairs if seen == each] for each in typed]
        return [
            alike[0] if len(alike) == 1 else restore(place[0], place[1], each)
            for alike, place, each in zip(known, places, typed, strict=True)
        ]
    if typed == HIDDEN:
        raise ValidationError(_("Enter this secret anew: what is stored belongs to another place."))
    return typed
