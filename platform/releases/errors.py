"""What can go wrong with releases; each error has a code and a sentence that says what to do.

ReleaseError
├── NothingPublished    409, the company has no release yet
├── UnknownRelease      404, no release of that number
├── NothingToPublish    409, the draft is what is live
├── StaleDraft          409, the draft changed since it was reviewed
├── PublishRefused      422, the checks found errors
├── CannotPutBack       409, one change of the draft cannot be undone alone
├── BeingMade           409, somebody makes parts of the company's releases at this moment
├── DocumentsBeingRead  409, the release would not find all documents that were brought
├── PartNotMade         422, something that belongs to the release could not be made
└── ReleaseIsImmutable  a bug: somebody tried to change history
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext_noop

from outbound.errors import HouseError
from outbound.sentences import Sentence as _


@dataclass(frozen=True, slots=True)
class Problem:
    """Something a check found in a draft. An error refuses the publish, a warning is shown.

    >>> Problem("error", "Intent 'invoice_copy'", "It has no keyword.")
    """

    severity: Literal["error", "warning"]
    where: str
    sentence: str


class ReleaseError(HouseError):
    """Base of the family."""

    code = "release_error"
    status = 409


class NothingPublished(ReleaseError):
    code = "nothing_published"

    def __init__(self, tenant: str) -> None:
        super().__init__(
            _("'%(tenant)s' has published nothing yet. Publish it in the Studio.") % {"tenant": tenant}
        )


class UnknownRelease(ReleaseError):
    code = "unknown_release"
    status = 404

    def __init__(self, tenant: str, number: int) -> None:
        super().__init__(_("'%(tenant)s' has no release %(number)s.") % {"tenant": tenant, "number": number})


class NothingToPublish(ReleaseError):
    code = "nothing_to_publish"

    sentence = gettext_noop("Nothing changed since the live release.")


class StaleDraft(ReleaseError):
    code = "stale_draft"

    sentence = gettext_noop("Somebody changed the draft since you looked at it. Look again, then publish.")


class CannotPutBack(ReleaseError):
    code = "cannot_put_back"

    def __init__(self, others: Sequence[str]) -> None:
        """`others` are what stands in its way, as people read it; none where nobody knows."""
        alone = _("It cannot be undone alone. Look at its row, or discard the draft.")
        among = _("It cannot be undone alone, for this belongs to it: %(others)s. Change or undo that first.")
        super().__init__(among % {"others": "; ".join(others)} if others else alone)


class PublishRefused(ReleaseError):
    code = "publish_refused"
    status = 422

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        self.members = {
            "problems": [
                {"severity": each.severity, "where": str(each.where), "sentence": str(each.sentence)}
                for each in self.problems
            ]
        }
        super().__init__(" ".join(f"{problem.where}: {problem.sentence}" for problem in self.problems))


class BeingMade(ReleaseError):
    code = "being_made"

    sentence = gettext_noop(
        "Something is being learnt for this company at this moment. Wait for it, then try again."
    )


class DocumentsBeingRead(ReleaseError):
    code = "documents_being_read"

    def __init__(self, unread: int, documents: int) -> None:
        sentence = _(
            "%(unread)d of %(documents)d documents are still being read, and the release would not find "
            "them. Try again in a moment, or publish with `without_documents` and once more later."
        )
        super().__init__(sentence % {"unread": unread, "documents": documents})


class PartNotMade(ReleaseError):
    code = "part_not_made"
    status = 422

    def __init__(self, what: str, why: str) -> None:
        sentence = _(
            "Could not be made: %(what)s (%(why)s). Nothing was published; what was live stays live."
        )
        super().__init__(sentence % {"what": what, "why": why})


class ReleaseIsImmutable(ReleaseError):
    code = "release_is_immutable"

    sentence = gettext_noop("A release never changes. Publish a new one, or roll back to this one.")
