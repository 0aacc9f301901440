"""What can be wrong with deciding about a new address.

EgressError
├── Decided       it does not wait any more
├── SamePerson    whoever entered it does not agree to it
└── RowGone       what it was for has been deleted
"""

from django.utils.translation import gettext_noop

from outbound.errors import HouseError
from outbound.sentences import Sentence as _


class EgressError(HouseError):
    """Base of the family."""

    code = "egress_error"


class Decided(EgressError):
    code = "decided"

    sentence = gettext_noop("This address does not wait any more. Look at the row as it is now.")


class SamePerson(EgressError):
    code = "same_person"

    sentence = gettext_noop("You entered this address yourself: somebody else looks at it and agrees.")


class RowGone(EgressError):
    code = "row_gone"

    def __init__(self, name: str) -> None:
        super().__init__(_("%s has been deleted meanwhile: its new address is dropped.") % name)
