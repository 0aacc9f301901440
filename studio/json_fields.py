"""Form fields for what goes to a model as it was typed.

A JSON object, and the texts at which an answer ends.
"""

import json
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextareaWidget

from studio.fields import LinesField, MappingField


class StopsField(LinesField):
    """Texts at which a model's answer ends, one a line.

    `\\n` stands for the end of a line: `["\\nUser:"]`.
    """

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, list | tuple):
            return super().prepare_value([str(each).replace("\n", r"\n") for each in value])
        return value

    def to_python(self, value: Any) -> list[str]:  # type: ignore[override]
        return [line.replace(r"\n", "\n") for line in super().to_python(value)]


class ObjectField(MappingField):
    """A JSON object as people write it: `{"top_k": 40}`; empty is none."""

    kind: type = dict
    wanted = _('Write an object of names and values, for example: {"top_k": 40}.')

    def __init__(self, *, required: bool = False, **kwargs: Any) -> None:
        attrs = {"rows": 4, "spellcheck": "false"}
        super().__init__(required=required, widget=UnfoldAdminTextareaWidget(attrs), **kwargs)

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, Mapping | list):
            return json.dumps(value, indent=2, ensure_ascii=False) if value else ""
        return value

    def to_python(self, value: Any) -> Any:
        try:
            found = json.loads(
                str(value or "").strip() or json.dumps(self.kind()), parse_constant=_refuse_constant
            )
        except json.JSONDecodeError as error:
            raise ValidationError(
                _('Line %(line)d, letter %(column)d is not JSON. Write for example: {"top_k": 40}.'),
                params={"line": error.lineno, "column": error.colno},
            ) from error
        except RecursionError as error:
            raise ValidationError(_("It is nested too deeply.")) from error
        except ValueError as error:
            raise ValidationError(_("NaN and Infinity are no JSON. Write a number.")) from error
        if not isinstance(found, self.kind):
            raise ValidationError(self.wanted)
        return found


class ItemsField(ObjectField):
    """A JSON list as people write it; empty is none."""

    kind = list
    wanted = _('Write a list, for example: [{"name": "desk"}].')


def _refuse_constant(name: str) -> Any:
    raise ValueError(name)
