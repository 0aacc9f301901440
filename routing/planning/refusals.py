"""Why a domain's manifest is not taken, each with a code and a sentence that says what to do.

ManifestRefused
 ├─ NotFetched       not_fetched        the domain did not answer, or with something else than a manifest
 ├─ NotValid         not_valid          it answers, and the manifest cannot be used
 └─ OtherManifest    other_manifest     what was to be approved is not what is proposed any more
"""

from collections.abc import Sequence
from typing import ClassVar

from django.utils.translation import gettext as _

from routing.planning.consistency import Fault


class ManifestRefused(Exception):
    """Base of the family; `code` is stable, the text says what to do."""

    code: ClassVar[str] = "manifest_refused"


class NotFetched(ManifestRefused):
    """`NotFetched("finance", "it answered with status 404")`."""

    code = "not_fetched"

    def __init__(self, domain: str, why: str) -> None:
        self.why = why[:400]
        super().__init__(
            _("The manifest of '%(domain)s' was not fetched: %(why)s") % {"domain": domain, "why": self.why}
        )


class NotValid(ManifestRefused):
    """Its `faults` say what is wrong and where."""

    code = "not_valid"

    def __init__(self, domain: str, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        told = "; ".join(f"{fault.pointer or '/'}: {fault.sentence}" for fault in faults[:3])
        words = {"domain": domain, "count": len(faults), "told": told}
        super().__init__(_("The manifest of '%(domain)s' cannot be used (%(count)d): %(told)s") % words)


class OtherManifest(ManifestRefused):
    """Somebody approved it meanwhile, or the domain says something else by now."""

    code = "other_manifest"

    def __init__(self, domain: str) -> None:
        super().__init__(
            _("What '%s' proposes has changed since you looked at it. Look again before you approve it.")
            % domain
        )
