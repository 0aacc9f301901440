"""What can go wrong with learning, each with a code and a sentence that says what to do.

LearningError
 ├─ LearningFailed    the process that learns ended badly, or not in time
 └─ UnreadableModel   what was learnt is not of this version, or of other examples
"""

from django.utils.translation import gettext as _


class LearningError(Exception):
    """Examples could not be learnt, or what was learnt cannot be used."""

    code = "learning_error"


class LearningFailed(LearningError):
    code = "learning_failed"

    def __init__(self, why: str) -> None:
        super().__init__(_("The examples could not be learnt: %(why)s") % {"why": why})


class UnreadableModel(LearningError):
    code = "unreadable_model"

    def __init__(self, why: str) -> None:
        super().__init__(
            _("What was learnt from the examples cannot be used (%(why)s). It is learnt again.")
            % {"why": why}
        )
