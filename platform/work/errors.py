"""What can go wrong with a job.

WorkError
├── UnknownKind     nobody registered that kind of job or of branch
├── UnknownJob      404
└── JobCancelled    raised inside a job by `context.check()` when somebody cancelled it
"""

from collections.abc import Iterable

from outbound.errors import HouseError
from outbound.sentences import Sentence as _


class WorkError(HouseError):
    """Base of the family."""

    code = "work_error"
    status = 422


class UnknownKind(WorkError):
    code = "unknown_kind"

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(
            _("There is no kind of work '%(name)s'. Known ones: %(known)s.")
            % {"name": name, "known": ", ".join(sorted(known))}
        )


class UnknownJob(WorkError):
    code = "unknown_job"
    status = 404

    def __init__(self, job_id: str) -> None:
        super().__init__(_("There is no job '%s'.") % job_id)


class JobCancelled(WorkError):
    code = "job_cancelled"


class Superseded(Exception):
    """The release that is learnt for is no longer live; ends the job without a word."""
