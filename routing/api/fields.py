"""Serializer fields that do not guess: a number is not a text, a name has a form."""

from typing import Any

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

# What can be seen, as a regular expression that the schema says too: no control, no space but the plain one,
# no mark that turns or hides what follows, nothing for private use.
_UNSEEN = (
    r"\u0000-\u001f\u007f-\u00a0\u00ad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000"
    r"\ue000-\uf8ff\ufeff\ufff0-\uffff"
)
SEEN = rf"^[^{_UNSEEN}]*\Z"
EVENT_ID = r"^[0-9]{1,9}\.[0-9]{1,9}\Z"  # turn and number: 3.7


_OWN = rf"[^/{_UNSEEN}]{{1,128}}"
SESSION = rf"^(?:{_OWN}|[^:/{_UNSEEN}]*:[^:/{_UNSEEN}]*:{_OWN})\Z"


class Text(serializers.CharField):
    """A text that was sent as a text; 5, true and {} are refused, not turned into words."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("trim_whitespace", False)
        super().__init__(**options)

    def run_validation(self, data: Any = serializers.empty) -> Any:
        if data is not serializers.empty and data is not None and not isinstance(data, str):
            raise serializers.ValidationError(_("Expected a text in quotes."))
        return super().run_validation(data)


class Truth(serializers.BooleanField):
    """true or false; 1, "yes" and null are refused, not turned into one of them."""

    def run_validation(self, data: Any = serializers.empty) -> Any:
        null = data is None and self.allow_null
        if data is not serializers.empty and not isinstance(data, bool) and not null:
            raise serializers.ValidationError(_("Expected true or false."))
        return super().run_validation(data)


class Name(Text):
    """A printable word of 1 to `max_length` characters, for example a user id; empty counts as not sent."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("max_length", 128)
        options.setdefault("required", False)
        options.setdefault("allow_null", True)
        options.setdefault("allow_blank", True)
        options.setdefault("validators", [RegexValidator(SEEN, _("Only printable characters are allowed."))])
        super().__init__(**options)


class Slug(Name):
    """Small letters, digits and underscores: tenant_a."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("max_length", 64)
        hint = _("Use small letters, digits and underscores: tenant_a.")
        options.setdefault("validators", [RegexValidator(r"^[a-z0-9_]*\Z", hint)])
        super().__init__(**options)


class ChannelField(Name):
    """The name of a channel: web, whatsapp, voice."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("max_length", 32)
        hint = _("Name a channel in letters and digits: web, whatsapp, voice.")
        options.setdefault("validators", [RegexValidator(r"^[A-Za-z0-9_.-]*\Z", hint)])
        super().__init__(**options)

    def to_internal_value(self, data: Any) -> str:
        return super().to_internal_value(data).lower()


class SessionField(Text):
    """A session id (1 to 128 printable characters without `/`) or a whole conversation_key."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("max_length", 260)
        options.setdefault("required", False)
        options.setdefault("allow_null", True)
        hint = _("A session id has 1 to 128 printable characters without '/': web-001.")
        options.setdefault("validators", [RegexValidator(SESSION, hint)])
        options.setdefault("error_messages", {"blank": hint})
        super().__init__(**options)


class JsonObjectField(serializers.Field):  # type: ignore[type-arg]
    """A JSON object, kept as it is."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("required", False)
        options.setdefault("allow_null", True)
        super().__init__(**options)

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            raise serializers.ValidationError(_('Expected an object: {"order_id": "A-100"}.'))
        return data

    def to_representation(self, value: Any) -> Any:
        return value
