"""The draft: what a tenant's authored rows say now, against what is live."""

from dataclasses import dataclass

from releases import diff, publish, snapshot
from releases.diff import Change
from releases.models import Release
from releases.sections import Problem
from tenancy.models import Tenant


@dataclass(frozen=True, slots=True)
class Review:
    """What somebody looks at before publishing; hand `digest` to `publish` as `expected_digest`."""

    digest: str
    changes: tuple[Change, ...]
    problems: tuple[Problem, ...]

    @property
    def publishable(self) -> bool:
        return bool(self.changes) and not any(problem.severity == "error" for problem in self.problems)


def review(tenant: Tenant) -> Review:
    """The draft's changes and problems, from one look at the rows."""
    content = snapshot.take(tenant)
    digest = snapshot.digest(content)
    return Review(digest, tuple(_changes(tenant, content, digest)), tuple(publish.check(content)))


def changes(tenant: Tenant) -> list[Change]:
    """What publishing would change; everything is added when nothing is live."""
    content = snapshot.take(tenant)
    return _changes(tenant, content, snapshot.digest(content))


def count(tenant: Tenant) -> int:
    """How many unpublished changes there are: "1 unpublished change"."""
    return len(changes(tenant))


def _changes(tenant: Tenant, content: dict[str, object], digest: str) -> list[Change]:
    live = Tenant.objects.filter(pk=tenant.pk).values_list("live_release", flat=True).first()
    if live is None:
        return diff.between({}, content)
    release = Release.objects.of(tenant).defer("content").get(number=live)
    if release.digest == digest:  # nearly always: the large column is not read
        return []
    return diff.between(release.content, content)
