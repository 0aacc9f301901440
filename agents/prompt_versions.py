"""The versions of a specialist's prompt: an edit makes a new one, and the first is what one can go back to.

>>> edit(specialist, {"role": "You answer kindly."}, author).number
3
"""

from collections.abc import Mapping
from typing import Any

from agents.authored_row import edit_as
from agents.models import Specialist, SpecialistPrompt

PARTS = ("role", "objective", "context")


def newest(specialist: Specialist) -> SpecialistPrompt | None:
    """The version that a publish takes."""
    return (
        SpecialistPrompt.objects.of(specialist.tenant_id)
        .filter(specialist=specialist)
        .order_by("-number")
        .first()
    )


def edit(specialist: Specialist, parts: Mapping[str, str], author: Any) -> SpecialistPrompt:
    """A new version with these parts, what is not named being empty.

    The newest where it says the same already.
    """
    before = newest(specialist)
    wanted = {name: parts.get(name, "") for name in PARTS}
    if before is not None and all(getattr(before, name) == text for name, text in wanted.items()):
        return before
    made = SpecialistPrompt(
        tenant_id=specialist.tenant_id,
        specialist=specialist,
        number=before.number + 1 if before else 1,
        **wanted,
    )
    made.full_clean(exclude=["tenant", "specialist"], validate_unique=False)
    with edit_as(author):
        made.save()
    return made
