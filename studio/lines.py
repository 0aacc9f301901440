"""Turns a pasted list into rows: what is new is added, what is gone is removed, the rest stays."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import models


def take_over(
    model: type[models.Model], own: Mapping[str, Any], wanted: Sequence[Mapping[str, Any]], author: Any
) -> int:
    """Makes the rows of `own` have exactly the wanted values; returns how many rows changed.

    Row by row, because bulk writes leave no history; removals first, so that a value may move.

    >>> take_over(Keyword, {"tenant": tenant, "intent": intent}, [{"text": "fatura"}], user)
    1
    """
    names = tuple(wanted[0]) if wanted else ("pk",)
    rows = {tuple(getattr(row, name) for name in names): row for row in model._base_manager.filter(**own)}
    wanted_rows = {tuple(values[name] for name in names): values for values in wanted}
    gone = [row for key, row in rows.items() if key not in wanted_rows]
    for row in gone:
        row._history_user = author  # type: ignore[attr-defined]
        row.delete()
    new = [values for key, values in wanted_rows.items() if key not in rows]
    for values in new:
        row = model(**own, **values)
        row._history_user = author  # type: ignore[attr-defined]
        row.save()
    return len(gone) + len(new)
