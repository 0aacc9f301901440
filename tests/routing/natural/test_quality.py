"""How well the demo decides the held-out messages.

Floors a little below what `benchmarks.natural_messages` measured (docs/figures.md), so that a rule or an
example that misleads is seen.
"""

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from releases import freshness
from routing.decision.evaluation.answers import LabelledAnswer, decide_all
from routing.decision.evaluation.lines import LabelSet, read
from routing.decision.evaluation.report import Count
from routing.decision.profile_runtime import ProfileRuntime
from tenancy.models import Tenant
from tests.routing import natural

# They decide 597 messages, 5 ms of CPU each, by what the world in the test's database has learnt.
pytestmark = [pytest.mark.slow, pytest.mark.once, pytest.mark.django_db, pytest.mark.timeout(600)]
PROFILE = "telecom_contas"  # whose set has every kind
# The aim is 0.95: misrouting is worse than asking. Measured 0.924 (329 of 356), with the second look 0.933
# (363 of 389). Before the demo had 1 200 examples of three further writers it was 0.953 (321 of 337, 365 of
# 383): these messages were in sight when the others were chosen, and of an unread writer's first messages
# 76.7 % instead of 69.9 % are answered rightly since, 10.7 % instead of 12.6 % wrongly (docs/figures.md).
PRECISION = 0.92
PRECISION_OF_ALL = 0.90
TIER_PRECISION = 0.93  # of some 80 keyword decisions one more wrong one is 1.3 % (measured 75 of 79)
# Measured: 87.8 % and 80.4 % of telecom_contas; 84.8 % of all profiles, which share what nobody serves (86.6
# before there were 120 more of it).
ACCURACY, SHARE = 0.84, 0.60
# Of all messages: asked about with none right among what is offered (measured 2.0 % of telecom_contas). A
# share of the asked ones alone would fall with each that is served unasked.
ASKED_IN_VAIN = 0.03
# A kind has 26 to 30 messages, of which 8 to 27 are decided: one more wrong one is 4 to 12 %.
COUNTED = 15  # decided messages from which on a kind's precision says something
KIND_PRECISION, KIND_ACCURACY = 0.8, 0.7
# Replies that ask about another matter are taken for questions to who waits; what is indirect never names its
# matter. A word of ours in a joke still misleads: 14 of 18 traps that are decided are seen.
# Of the long ones, whose matter is one sentence of a story, 18 of 27 are read.
HARD_TO_DECIDE, HARD_TO_READ = {"reply": 0.7, "trap": 0.75, "long": 0.75}, {"indirect": 0.5, "long": 0.65}
Answers = dict[str, list[LabelledAnswer]]


@pytest.fixture(scope="module")
def answers(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Answers:
    """What is decided on every message, by profile; worked out once for all tests here."""
    with django_db_blocker.unblock():
        company = Tenant.objects.get(slug="tenant_a")
        release = freshness.release(company.pk, company.live_release)
    found: Answers = {}
    for path in natural.files():
        published = ProfileRuntime.of(release, path.parent.name)
        assert published.learnt.there
        lines = read(path.read_bytes(), LabelSet.of(published))
        found.setdefault(path.parent.name, []).extend(decide_all(lines, published))
    return found


def _kinds(answers: Answers) -> Iterator[Count]:
    kinds = sorted({each.line.kind for each in answers[PROFILE]})
    for kind in kinds:
        yield Count.of(kind, (each for each in answers[PROFILE] if each.line.kind == kind))


def test_what_is_decided_is_right_and_most_is_decided(answers: Answers) -> None:
    everything = [each for profile in answers.values() for each in profile]
    floors = {PRECISION: Count.of(PROFILE, answers[PROFILE]), PRECISION_OF_ALL: Count.of("all", everything)}
    for least, count in floors.items():
        assert count.precision is not None and count.precision >= least, count
        assert count.share >= SHARE, count
        assert count.accuracy >= ACCURACY, count
        assert count.asked - count.asked_well <= ASKED_IN_VAIN * count.messages, count


def test_no_kind_of_message_is_misrouted_much(answers: Answers) -> None:
    counted = [count for count in _kinds(answers) if count.decided >= COUNTED]
    assert len(counted) >= 10
    assert [
        count for count in counted if (count.precision or 0) < HARD_TO_DECIDE.get(count.name, KIND_PRECISION)
    ] == []


def test_every_kind_of_message_is_read(answers: Answers) -> None:
    assert [
        count for count in _kinds(answers) if count.accuracy < HARD_TO_READ.get(count.name, KIND_ACCURACY)
    ] == []


@pytest.mark.parametrize("method", ["example", "keyword"])
def test_each_tier_is_right_by_itself(answers: Answers, method: str) -> None:
    own = Count.of(method, (each for each in answers[PROFILE] if each.method == method))
    assert own.decided >= 50 and own.precision is not None and own.precision >= TIER_PRECISION, own
