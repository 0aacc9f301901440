"""A week's hours as a form.

A line a day, as `handoffs.hours` keeps them: `{"mon": "09:00-12:00, 13:00-18:00"}`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextInputWidget

from handoffs.hours import DAYS, periods
from studio.fields import LabelledWidget

NAMED = tuple(zip(DAYS, (WEEKDAYS[n] for n in range(len(DAYS))), strict=True))


class HoursWidget(LabelledWidget):
    """One input a day, each with its name in the reader's language."""

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__(
            {day: UnfoldAdminTextInputWidget({"aria-label": name, **(attrs or {})}) for day, name in NAMED}
        )

    def decompress(self, value: Any) -> list[str]:
        known = value if isinstance(value, Mapping) else {}
        return [known.get(day, "") for day in DAYS]


class HoursField(forms.MultiValueField):
    """Hours by day; a day that was left empty is left out."""

    def __init__(self, *, required: bool = False, **kwargs: Any) -> None:
        parts = [forms.CharField(required=False, label=name) for _day, name in NAMED]
        super().__init__(
            fields=parts, required=required, require_all_fields=False, widget=HoursWidget(), **kwargs
        )

    def compress(self, data_list: Sequence[str]) -> dict[str, str]:
        found = {
            day: " ".join(text.split()) for day, text in zip(DAYS, data_list or (), strict=False) if text
        }
        for day, name in NAMED:
            try:
                periods(found.get(day, ""))
            except ValueError as error:
                sentence = _(
                    "%(day)s: “%(part)s” is no period of a day. For example: 09:00-12:00, 13:00-18:00."
                )
                raise ValidationError(sentence, params={"day": name, "part": str(error)[:40]}) from error
        return {day: text for day, text in found.items() if text}

    def has_changed(self, initial: Any, data: Any) -> bool:
        typed = {day: " ".join((text or "").split()) for day, text in zip(DAYS, data or [], strict=False)}
        return {day: text for day, text in typed.items() if text} != (initial or {})
