"""What can be wrong with deciding about a new address.

EgressError
├── Decided       it does not wait any more
├── SamePerson    whoever entered it does not agree to it
└── RowGone       what it was for has been deleted
"""

from typing import ClassVar

from django.utils.translation import gettext as _


class EgressError(Exception):
    """Base of the family; `code` is stable, the text says what to do."""

    code: ClassVar[str] = "egress_error"


class Decided(EgressError):
    code = "decided"

    def __init__(self) -> None:
        super().__init__(_("This address does not wait any more. Look at the row as it is now."))


class SamePerson(EgressError):
    code = "same_person"

    def __init__(self) -> None:
        super().__init__(_("You entered this address yourself: somebody else looks at it and agrees."))


class RowGone(EgressError):
    code = "row_gone"

    def __init__(self, name: str) -> None:
        super().__init__(_("%s has been deleted meanwhile: its new address is dropped.") % name)
