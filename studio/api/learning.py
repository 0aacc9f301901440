"""What the examples of the draft's profiles teach, as `ProfileLearning` says it."""

from collections.abc import Iterator
from typing import Any

from releases.draft import Draft
from studio import learning
from tenancy.models import Tenant

LISTED = 500


def describe_profiles(company: Tenant, made: Draft) -> Iterator[dict[str, Any]]:
    """A profile each, those that are switched off left out."""
    for agent_id in sorted(made.loaded["routing"].profiles):
        found = learning.whole(company, made, agent_id)
        if found is not None:
            yield {"agent_id": agent_id, **_describe(found)}


def _describe(found: learning.Whole) -> dict[str, Any]:
    report = found.learnt
    return {
        "state": found.state,
        "of_live_release": found.differs,
        "wished_precision": found.wished,
        "decided": report.share if report else None,
        "choices": [
            {
                "wished_precision": each.wished,
                "decided": each.share,
                "right": each.precision,
                "foreign_decided": each.out_of_scope,
            }
            for each in (report.choices if report else ())
        ],
        "intents": [
            {
                "name": name,
                "examples": each.examples,
                "decided": each.share,
                "examples_needed": each.needed,
                "nearest": each.nearest,
            }
            for name, each in sorted(report.intents.items() if report else ())[:LISTED]
        ],
    }
