"""Form fields that let people type texts by language, lists and pairs, and never JSON.

Each turns what a person typed into the JSON value that the row keeps, and back.
"""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.renderers import get_default_renderer
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from language.spoken_languages import LANGUAGES

LEAST, GREATEST = -(2**63), 2**63 - 1


class LabelledWidget(forms.MultiWidget):
    """Several inputs, each behind its label."""

    template_name = "studio/widgets/texts.html"

    def label(self, place: int, part: Mapping[str, Any]) -> str:
        """What stands before an input; `place` counts from 1."""
        return str(part["attrs"]["aria-label"])

    def _render(self, template_name: str, context: dict[str, Any], renderer: Any = None) -> str:
        # Django's form engine knows its own widgets, the project's engine knows our template.
        engine = renderer or get_default_renderer()
        parts = [
            (
                self.label(place, part),
                mark_safe(engine.render(part["template_name"], {"widget": part})),  # noqa: S308
            )
            for place, part in enumerate(context["widget"]["subwidgets"], 1)
        ]
        return render_to_string(template_name, {"parts": parts})


class TextsWidget(LabelledWidget):
    """One input a language, each with its name."""

    def __init__(self, rows: int = 1, attrs: dict[str, Any] | None = None) -> None:
        widgets = {}
        for code, name in LANGUAGES:
            inner = {"aria-label": name, "lang": code, **(attrs or {})}
            widgets[code] = (
                UnfoldAdminTextInputWidget(inner)
                if rows == 1
                else UnfoldAdminTextareaWidget({**inner, "rows": rows})
            )
        super().__init__(widgets)

    def decompress(self, value: Any) -> list[str]:
        known = value if isinstance(value, Mapping) else {}
        return [known.get(code, "") for code, _name in LANGUAGES]

    def label(self, place: int, part: Mapping[str, Any]) -> str:
        return str(part["attrs"]["lang"])


class LabelledField(forms.MultiValueField):
    """Several inputs that make one JSON value, none of which must be filled in."""

    def __init__(
        self, parts: Sequence[forms.Field], widget: LabelledWidget, required: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(fields=parts, required=required, require_all_fields=False, widget=widget, **kwargs)

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            typed = [part.to_python(text) for part, text in zip(self.fields, data or (), strict=False)]
            return bool((self.compress(typed) or None) != (initial or None))
        except ValidationError:
            return True


class TextsField(LabelledField):
    """A text by language: `{"pt": "o pedido", "en": "the order"}`; empty ones are left out."""

    def __init__(self, *, rows: int = 1, **kwargs: Any) -> None:
        parts = [forms.CharField(required=False, label=name) for _code, name in LANGUAGES]
        super().__init__(parts, TextsWidget(rows), **kwargs)

    def compress(self, data_list: Sequence[str]) -> dict[str, str]:
        return {code: text for (code, _name), text in zip(LANGUAGES, data_list, strict=False) if text}


class LanguagesWidget(LabelledWidget):
    """A list to choose from for each place in the order."""

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        choices = [("", "—"), *LANGUAGES]
        places = {
            str(place): UnfoldAdminSelectWidget(
                {"aria-label": _("language %d") % place, **(attrs or {})}, choices
            )
            for place in range(1, len(LANGUAGES) + 1)
        }
        super().__init__(places)

    def decompress(self, value: Any) -> list[str]:
        known = list(value) if isinstance(value, list | tuple) else []
        return [*known, *[""] * len(LANGUAGES)][: len(LANGUAGES)]

    def label(self, place: int, part: Mapping[str, Any]) -> str:
        return f"{place}."


class LanguagesField(LabelledField):
    """Languages in order: `["es", "pt"]`; a place left empty, or chosen twice, is left out."""

    def __init__(self, **kwargs: Any) -> None:
        parts = [forms.ChoiceField(required=False, choices=[("", "—"), *LANGUAGES]) for _each in LANGUAGES]
        super().__init__(parts, LanguagesWidget(), **kwargs)

    def compress(self, data_list: Sequence[str]) -> list[str]:
        return list(dict.fromkeys(code for code in data_list or () if code))


class LinesField(forms.CharField):
    """A list, one entry a line: `["garantido", "com certeza"]`. `longest` bounds an entry."""

    def __init__(
        self, *, rows: int = 5, longest: int = 400, chips: bool = False, required: bool = False, **kwargs: Any
    ) -> None:
        attrs: dict[str, Any] = {"rows": rows}
        if chips:
            attrs["data-chips"] = "true"
        super().__init__(required=required, strip=False, widget=UnfoldAdminTextareaWidget(attrs), **kwargs)
        self.longest = longest

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(map(str, value)) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> list[str]:  # type: ignore[override]
        lines = (" ".join(line.split()) for line in str(value or "").splitlines())
        return list(dict.fromkeys(line for line in lines if line))

    def validate(self, value: Any) -> None:
        if self.required and not value:
            raise ValidationError(self.error_messages["required"], code="required")
        for line in value:
            if len(line) > self.longest:
                raise ValidationError(
                    _("“%(start)s…” is longer than %(longest)s characters."),
                    params={"start": line[:40], "longest": self.longest},
                )

    def run_validators(self, value: Any) -> None:
        """A list is checked line by line, above."""

    def has_changed(self, initial: Any, data: Any) -> bool:
        return self.to_python(data) != list(initial or [])


class LinesByLanguageWidget(TextsWidget):
    """A list of lines a language."""

    def decompress(self, value: Any) -> list[str]:
        return super().decompress({code: "\n".join(lines) for code, lines in (value or {}).items()})


class LinesByLanguageField(LabelledField):
    """Lists of lines by language: `{"pt": ["oi", "olá"], "en": ["hi"]}`; empty ones are left out."""

    def __init__(self, *, rows: int = 5, **kwargs: Any) -> None:
        parts = [LinesField(rows=rows, label=name) for _code, name in LANGUAGES]
        super().__init__(parts, LinesByLanguageWidget(rows), **kwargs)

    def compress(self, data_list: Sequence[list[str]]) -> dict[str, list[str]]:
        return {code: lines for (code, _name), lines in zip(LANGUAGES, data_list, strict=False) if lines}


class MappingField(forms.CharField):
    """A text that says names and values; `to_python` of a subclass reads and checks it."""

    def run_validators(self, value: Any) -> None:
        """What it says is checked as it is read, and by the row's own rules."""

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return bool(self.to_python(data) != (initial or {}))
        except ValidationError:
            return True


class PairsField(MappingField):
    """Words and their replacements, `word = replacement` a line."""

    def __init__(self, *, required: bool = False, **kwargs: Any) -> None:
        super().__init__(required=required, widget=UnfoldAdminTextareaWidget({"rows": 4}), **kwargs)

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, Mapping):
            return "\n".join(f"{word} = {other}" for word, other in value.items())
        return value

    def to_python(self, value: Any) -> dict[str, str]:  # type: ignore[override]
        pairs: dict[str, str] = {}
        for line in str(value or "").splitlines():
            if not line.strip():
                continue
            word, sign, other = (part.strip() for part in line.partition("="))
            if not (word and sign and other):
                raise ValidationError(
                    _("“%(line)s” is not a pair. Write: problem = situation."), params={"line": line[:60]}
                )
            pairs[word] = other
        return pairs


class ValueField(forms.CharField):
    """One value: a number, yes/no (`true`, `false`) or a text; empty is none.

    NaN, infinities and numbers past 64 bits stay texts: a release could not hold them.
    """

    def __init__(self, *, required: bool = False, **kwargs: Any) -> None:
        super().__init__(required=required, widget=UnfoldAdminTextInputWidget(), **kwargs)

    def prepare_value(self, value: Any) -> Any:
        if value is None or isinstance(value, str):
            return value
        return json.dumps(value, ensure_ascii=False)

    def to_python(self, value: Any) -> Any:
        text = str(value or "").strip()
        if not text:
            return None
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            return text
        return found if _is_number(found) else text

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(self.to_python(data) != initial)


def _is_number(value: Any) -> bool:
    """Whether a value that JSON was read from is a number (or yes/no) that JSON can be made of again."""
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and LEAST <= value <= GREATEST
