"""Choosing rows: what cannot be the id of a row is refused at its field.

Django would ask the database for it.

That raises, when a form is shown with what an address or a refused form holds (a list to search in looks its
chosen rows up), and on SQLite for a number that has more than 64 bits.
"""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import models

SHOWN = 40  # characters of what was sent, in the sentence that refuses it


def can_be_id(rows: models.QuerySet[Any] | None, value: Any) -> bool:
    """Whether one of the rows could have this id: a number of 64 bits, mostly."""
    try:
        if rows is not None:
            rows.model._meta.pk.clean(value, None)
    except ValidationError:
        return False
    return True


class Row(forms.ModelChoiceField):  # type: ignore[type-arg]
    """One row, or none."""

    def prepare_value(self, value: Any) -> Any:
        value = super().prepare_value(value)
        return value if value is None or can_be_id(self.queryset, value) else None


class Rows(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]
    """Any number of rows."""

    def prepare_value(self, value: Any) -> Any:
        value = super().prepare_value(value)
        several = isinstance(value, Iterable) and not isinstance(value, str)
        return [each for each in value if can_be_id(self.queryset, each)] if several else value

    def clean(self, value: Any) -> Any:
        for each in value if isinstance(value, Iterable) and not isinstance(value, str) else ():
            if not can_be_id(self.queryset, each):
                raise ValidationError(
                    self.error_messages["invalid_pk_value"],
                    code="invalid_pk_value",
                    params={"pk": str(each)[:SHOWN]},
                )
        return super().clean(value)
