"""Model fields: secrets, encrypted in the database, never on a page; sentences in the reader's language."""

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.expressions import Expression
from django.utils.translation import gettext_lazy as _

from outbound import addresses
from outbound.errors import Undecryptable
from outbound.redaction import learn
from outbound.secrets import decrypt, encrypt, last_four
from outbound.sentences import fit_column, read

if TYPE_CHECKING:
    Text = models.TextField[str, str]
    Line = models.CharField[str, str]
else:
    Text = models.TextField
    Line = models.CharField

log = logging.getLogger(__name__)
REMOVE = "-"


class Sealed(str):
    """A secret that no key opens: reads as empty, and is written back as it was stored.

    One lost key must not make the page fail on which the secret can be entered again.
    """

    __slots__ = ("stored",)
    stored: str

    def __new__(cls, stored: str) -> "Sealed":
        self = super().__new__(cls, "")
        self.stored = stored
        return self


class SecretInput(forms.TextInput):
    """Shows the last four characters as a hint and never the value itself."""

    input_type = "password"

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__({"autocomplete": "new-password", **(attrs or {})})

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        hint = last_four(str(value)) if value else ""
        return super().get_context(name, None, {**(attrs or {}), "placeholder": hint})


def with_looks(kwargs: dict[str, Any], widget: type[forms.Widget], **attrs: Any) -> dict[str, Any]:
    """A form field's arguments with a widget of our own, which keeps the looks (the class) of the page's."""
    theirs = kwargs.pop("widget", None)
    theirs = theirs() if isinstance(theirs, type) else theirs
    looks = {"class": theirs.attrs["class"]} if theirs and "class" in theirs.attrs else {}
    kwargs.pop("max_length", None)
    return {**kwargs, "widget": widget({**attrs, **looks}), "strip": True}


class SecretFormField(forms.CharField):
    """Left empty the stored secret stays; a single `-` removes it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**with_looks(kwargs, SecretInput))
        keep = _("Leave empty to keep what is stored; a single - removes it.")
        self.help_text = f"{self.help_text} {keep}".strip()

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(data)


class EncryptedField(Text):
    """Text that is stored encrypted: `api_key = EncryptedField(blank=True, default="", sent_to=("url",))`.

    `sent_to` names the fields of the row that say where it goes: when one of them changes, forms want the
    secret again. It cannot be searched (the same text is stored differently each time) and is left out of
    exports.
    """

    def __init__(self, *args: Any, sent_to: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sent_to = tuple(sent_to)

    def get_prep_value(self, value: Any) -> Any:
        if isinstance(value, Sealed):
            return value.stored
        value = super().get_prep_value(value)
        return encrypt(value) if isinstance(value, str) else value

    def from_db_value(
        self, value: str | None, expression: Expression, connection: BaseDatabaseWrapper
    ) -> str | None:
        if not value:
            return value
        try:
            plain = decrypt(value)
        except Undecryptable as error:
            log.error("%s: %s", self, error)
            return Sealed(value)
        self.learn(plain)
        return plain

    @classmethod
    def learn(cls, plain: str) -> None:
        """From now on nobody is told it."""
        learn(plain)

    def hint(self, value: str) -> str:
        """What people may see of it."""
        return last_four(value)

    def is_new(self, typed: Any) -> bool:
        """Whether a form brings the whole secret, so that nothing of a stored one is kept."""
        return bool(typed)

    def value_to_string(self, obj: models.Model) -> str:
        """Exports and fixtures never contain a secret."""
        return ""

    def get_lookup(self, lookup_name: str) -> Any:
        if lookup_name not in {"exact", "isnull"}:
            raise TypeError(f"{self.name} is encrypted and cannot be searched with {lookup_name}.")
        return super().get_lookup(lookup_name)

    def formfield(self, **kwargs: Any) -> Any:
        return super().formfield(**{**kwargs, "form_class": SecretFormField})

    def save_form_data(self, instance: models.Model, data: Any) -> None:
        """An empty form field means: keep the secret that is there."""
        if data == REMOVE:
            super().save_form_data(instance, "")
        elif data:
            super().save_form_data(instance, data)


class _PlainColumn(Line):
    """The column is that of a CharField: to migrations it is one."""

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


class AddressField(_PlainColumn):
    """Where a row sends what it is given; never with a credential in it."""

    default_validators = [*Line.default_validators, addresses.check]


class SentenceField(_PlainColumn):
    """A text of which the sentences are read in the reader's language."""

    def get_prep_value(self, value: Any) -> Any:
        value = super().get_prep_value(value)
        return fit_column(value, self.max_length or len(value)) if isinstance(value, str) else value

    def from_db_value(
        self, value: str | None, expression: Expression, connection: BaseDatabaseWrapper
    ) -> str | None:
        return read(value) if value else value
