"""Why a plan is not carried out, a manifest not taken, a file of domains not read.

Each a sentence that says what to do.

PlanRefused
 ├─ EmptyPlan            empty_execution
 ├─ TooManySteps         too_many_steps
 ├─ UnknownStep          unknown_capability
 ├─ Circular             cyclic_dependencies
 ├─ UnknownReference     unknown_reference
 ├─ VariableNotAllowed   variable_not_allowed
 └─ ProposalRefused      proposal_refused      what a model proposed goes beyond what it may
ManifestRefused
 ├─ NotFetched           not_fetched            the domain did not answer, or with something else
 ├─ NotValid             not_valid              it answers, and the manifest cannot be used
 └─ OtherManifest        other_manifest         what was to be approved is not what is proposed any more
BadEntry                 bad_entry              of a file of domains
BadDomainsFile                                  such a file as a whole
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from django.utils.translation import gettext_noop

from outbound.errors import HouseError
from outbound.sentences import Sentence, join_sentences
from outbound.sentences import Sentence as _


@dataclass(frozen=True, slots=True)
class ManifestFlaw:
    """Something wrong at `pointer` (RFC 6901) of a manifest, in a sentence that stands without it."""

    pointer: str
    sentence: str
    severity: Literal["error", "warning"] = "error"


class PlanRefused(HouseError):
    """A plan that cannot be carried out as it is: `TooManySteps(number=300, most=200)`.

    `code` stands in `metadata.error`; `values` are what the sentence says, in the user's language too.
    """

    code = "plan_refused"

    def __init__(self, sentence: str = "", **about: Any) -> None:
        told = {name: each[:200] if isinstance(each, str) else each for name, each in about.items()}
        self.values: Mapping[str, str] = {name: str(each) for name, each in told.items()}
        super().__init__(sentence or (_(self.sentence) % told if told else ""))


class EmptyPlan(PlanRefused):
    code = "empty_execution"
    sentence = gettext_noop("The plan has no step. Give the goal a capability in its domain's manifest.")


class TooManySteps(PlanRefused):
    code = "too_many_steps"
    sentence = gettext_noop(
        "The plan has %(number)d steps; at most %(most)d are carried out. Ask for less at once."
    )


class UnknownStep(PlanRefused):
    code = "unknown_capability"
    sentence = gettext_noop("No published domain '%(domain)s' does '%(capability)s'. It does: %(known)s.")


class Circular(PlanRefused):
    code = "cyclic_dependencies"
    sentence = gettext_noop("Steps wait for each other in a circle: %s. Take one of these dependencies out.")

    def __init__(self, steps: Iterable[int]) -> None:
        super().__init__(_(self.sentence) % ", ".join(map(str, steps)))


class UnknownReference(PlanRefused):
    code = "unknown_reference"
    sentence = gettext_noop("Step %(step)d refers to %(reference)s, which no step before it gives.")


class VariableNotAllowed(PlanRefused):
    code = "variable_not_allowed"
    sentence = gettext_noop(
        "Domain '%(domain)s' may not read the variable %(name)s. Allow it on the domain's row."
    )


class ProposalRefused(PlanRefused):
    """`ProposalRefused(_("The proposed plan leaves out %s.") % names)`."""

    code = "proposal_refused"


class ManifestRefused(HouseError):
    """Base of the family; `code` is stable, the text says what to do."""

    code: ClassVar[str] = "manifest_refused"


class NotFetched(ManifestRefused):
    """`NotFetched("finance", "it answered with status 404")`."""

    code = "not_fetched"

    def __init__(self, domain: str, why: str) -> None:
        self.why = why
        super().__init__(
            _("The manifest of '%(domain)s' was not fetched: %(why)s") % {"domain": domain, "why": why}
        )


class NotValid(ManifestRefused):
    """Its `faults` say what is wrong and where."""

    code = "not_valid"

    def __init__(self, domain: str, faults: Sequence[ManifestFlaw]) -> None:
        self.faults = tuple(faults)
        sentences = [
            Sentence("%(at)s: %(said)s") % {"at": fault.pointer or "/", "said": fault.sentence}
            for fault in faults[:3]
        ]
        words = {"domain": domain, "count": len(faults), "told": join_sentences(sentences)}
        super().__init__(_("The manifest of '%(domain)s' cannot be used (%(count)d): %(told)s") % words)


class OtherManifest(ManifestRefused):
    """Somebody approved it meanwhile, or the domain says something else by now."""

    code = "other_manifest"

    def __init__(self, domain: str) -> None:
        super().__init__(
            _("What '%s' proposes has changed since you looked at it. Look again before you approve it.")
            % domain
        )


class BadEntry(Exception):
    """`BadEntry("type", "There is no type 'grpc'. ...")`.

    An entry of a file of domains, and the key that is wrong.
    """

    code = "bad_entry"

    def __init__(self, key: str, why: str) -> None:
        self.key = key
        super().__init__(why)


class BadDomainsFile(Exception):
    """`BadFile("entry 2: there is no type 'grpc'")`; nothing was registered."""
