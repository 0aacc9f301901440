"""Serializer fields that do not guess: a number is not a text, a name has a form."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers


class Text(serializers.CharField):
    """A text that was sent as a text; 5, true and {} are refused, not turned into words."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("trim_whitespace", False)
        super().__init__(**options)

    def run_validation(self, data: Any = serializers.empty) -> Any:
        if data is not serializers.empty and data is not None and not isinstance(data, str):
            raise serializers.ValidationError(_("Expected a text in quotes."))
        return super().run_validation(data)


class Name(Text):
    """A printable word of 1 to `max_length` characters, for example a user id; empty counts as not sent."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("max_length", 128)
        options.setdefault("required", False)
        options.setdefault("allow_null", True)
        options.setdefault("allow_blank", True)
        super().__init__(**options)

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        if not text.isprintable():
            raise serializers.ValidationError(_("Only printable characters are allowed."))
        return text


class Slug(Name):
    """Small letters, digits and underscores: tenant_a."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("max_length", 64)
        super().__init__(**options)

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        if text and not (text.isascii() and text.replace("_", "a").isalnum() and text == text.lower()):
            raise serializers.ValidationError(_("Use small letters, digits and underscores: tenant_a."))
        return text


class Channel(Name):
    """The name of a channel: web, whatsapp, voice."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("max_length", 32)
        super().__init__(**options)

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data).lower()
        if text and not (text.isascii() and text.translate(_CHANNEL).isalnum()):
            raise serializers.ValidationError(
                _("Name a channel in letters and digits: web, whatsapp, voice.")
            )
        return text


_CHANNEL = {ord("_"): "a", ord("-"): "a", ord("."): "a"}


class Session(Text):
    """A session id (1 to 128 printable characters without `/`) or a whole conversation_key."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("max_length", 260)
        options.setdefault("required", False)
        options.setdefault("allow_null", True)
        super().__init__(**options)

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        own = text.split(":", 2)[2] if text.count(":") >= 2 and len(text) > 128 else text
        if not 1 <= len(own) <= 128 or not text.isprintable() or "/" in text:
            raise serializers.ValidationError(
                _("A session id has 1 to 128 printable characters without '/': web-001.")
            )
        return text


class Object(serializers.Field):  # type: ignore[type-arg]
    """A JSON object, kept as it is."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("required", False)
        options.setdefault("allow_null", True)
        super().__init__(**options)

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            raise serializers.ValidationError(_('Expected an object: {"order_id": "P100"}.'))
        return data

    def to_representation(self, value: Any) -> Any:
        return value
