"""Five examples an intent, of forty companies in three languages, and of four that nothing was fitted to.

What is decided is mostly right, and the rest is asked.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from releases import freshness
from releases.publish import publish
from routing.decision.evaluation.answers import LabelledAnswer, decide_all
from routing.decision.profile_runtime import ProfileRuntime
from tests.routing import companies

pytestmark = [pytest.mark.once, pytest.mark.django_db, pytest.mark.timeout(600)]

EXAMPLES = 5
FOLDERS = {"": (0.91, 0.85, 0.08), "counted": (0.83, 0.77, 0.07), "later": (0.92, 0.83, 0.12)}
FOLDERS |= {"further": (0.9, 0.8, 0.08), "../blind/companies_evening": (0.9, 0.8, 0.08)}
FOLDERS |= {"../blind/companies_last": (0.91, 0.84, 0.14)}  # nothing was fitted to these
# Both encoders read each message, a quarter of a minute a company on a quiet machine: those that nothing was
# fitted to with each change, the others where there is time.
SOON = {"../blind/companies_last"}
COMPANIES = [
    pytest.param(
        folder,
        least,
        id=folder or "known",
        marks=pytest.mark.slow if folder in SOON else pytest.mark.endurance,
    )
    for folder, least in FOLDERS.items()
]


@pytest.mark.parametrize(("folder", "least"), COMPANIES)
def test_few_examples_decide_rightly_or_ask(folder: str, least: tuple[float, float, float]) -> None:
    answers = [each for path in companies.files(companies.FOLDER / folder) for each in answered(path)]
    served = [each for each in answers if each.line.kind == "served"]
    out_of_scope = [each for each in answers if each.line.kind == "out of scope"]
    decided = [each for each in served if each.decided]
    right, helped, taken = least
    assert sum(each.right for each in decided) >= right * len(decided)
    assert sum(each.right or each.asked_well for each in served) >= helped * len(served)
    assert sum(each.decided and not each.right for each in out_of_scope) <= taken * len(out_of_scope)
    assert all(len(each.asked) <= 3 for each in answers)


def answered(path: Path) -> Iterator[LabelledAnswer]:
    company = companies.read(path)
    tenant = companies.author(company, EXAMPLES)
    publish(tenant, "few examples")
    release = freshness.release(tenant.pk, tenant.live_release)
    return decide_all((*company.served, *company.out_of_scope), ProfileRuntime.of(release, companies.PROFILE))
