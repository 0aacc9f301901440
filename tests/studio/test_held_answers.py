"""Rows that hold answers or have them made anew: typed on a page, brought in by files, and back."""

from types import SimpleNamespace

import pytest
from django.urls import reverse

from agents.models import Guardrail, Judge
from routing.models import AgentProfile
from studio.files import exporting, importing
from tests.parts.phrases import try_each
from tests.studio.conftest import login

pytestmark = pytest.mark.django_db
FILES = {
    "judges.yaml": b"""judges:
- {name: groundedness, threshold: 0.5, fail_closed: true, person: true}
- {name: short, prompt: Is it short?, scale: 5, share: 20, seconds: 4}
- {name: unheard}
""",
    "guardrails.yaml": b"""input:
- {code: MSK, action: retry}
output:
- {code: GND, action: handover, attempts: 2}
tool:
- {code: GUARD_MODEL, prompt: Threats., phrases: [a], threshold: 0.4, confirms: TOX,
   seconds: 2, fail_closed: true}
""",
}


def judge(**changes: object) -> dict[str, object]:
    usual = {
        "name": "groundedness",
        "threshold": "0.6",
        "enabled": "on",
        "scale": "10",
        "share": "100",
        "seconds": "10",
    }
    return {**usual, **changes}


def sent(acme: SimpleNamespace, model: str, values: dict[str, object]) -> dict[str, list[str]]:
    """What the form says is wrong after it was sent; nothing where it was saved."""
    answer = login("admin", acme.tenant).post(reverse(f"admin:agents_{model}_add"), values)
    return {} if answer.status_code == 302 else dict(answer.context["adminform"].form.errors)


def test_a_company_writes_a_judge_of_its_own(acme: SimpleNamespace) -> None:
    assert sent(acme, "judge", judge(name="short", prompt="Is it short?", fail_closed="on")) == {}
    row = Judge.objects.of(acme.tenant).get(name="short")
    assert (row.prompt, row.fail_closed, row.share) == ("Is it short?", True, 100)


@try_each(
    ("values", "wrong"),
    [({"name": "unheard"}, "prompt"), ({"share": "0"}, "share"), ({"seconds": "0"}, "seconds"),
        ({"scale": "0"}, "scale")],
)  # fmt: skip
def test_a_judge_that_could_not_judge_is_not_saved(acme: SimpleNamespace, values: dict, wrong: str) -> None:
    assert list(sent(acme, "judge", judge(**{"name": "tone", **values}))) == [wrong]


@try_each(
    ("values", "wrong"),
    [
        ({"phase": "input", "code": "DLEX"}, ["action"]),
        ({"attempts": "4"}, ["attempts"]),
        ({"phase": "tool", "action": "block"}, ["phase"]),
        ({"confirms": "TOXOUT"}, ["confirms"]),
        ({}, []),
    ],
    ids=[
        "of_what_a_user_wrote",
        "too_often",
        "where_it_makes_no_sense",
        "an_opinion_of_a_rule",
        "of_an_answer",
    ],
)
def test_only_answers_are_asked_for_again(acme: SimpleNamespace, values: dict, wrong: list[str]) -> None:
    typed = {
        "code": "GND",
        "phase": "output",
        "action": "retry",
        "attempts": "3",
        "enabled": "on",
        "phrases": "",
        "threshold": "0.5",
        "seconds": "5",
    }
    assert list(sent(acme, "guardrail", {**typed, **values})) == wrong


def test_files_say_it_and_an_export_says_it_again(acme: SimpleNamespace) -> None:
    plan = importing.look(acme.tenant, FILES)
    assert [(note.sort, note.file, note.line) for note in plan.notes] == [
        ("taken", "guardrails.yaml", 2), ("unknown", "judges.yaml", 4),
    ]  # fmt: skip
    importing.write(plan)
    short = Judge.objects.of(acme.tenant).get(name="short")
    assert (short.prompt, short.scale, short.share, short.seconds) == ("Is it short?", 5, 20, 4)
    assert Judge.objects.of(acme.tenant).get(name="groundedness").person
    assert not Judge.objects.of(acme.tenant).get(name="unheard").enabled
    assert Guardrail.objects.of(acme.tenant).get(code="MSK").action == "block"
    assert Guardrail.objects.of(acme.tenant).get(code="GND").attempts == 2
    asks = Guardrail.objects.of(acme.tenant).get(code="GUARD_MODEL", phase="tool")
    assert (asks.prompt, asks.threshold, asks.seconds, asks.fail_closed) == ("Threats.", 0.4, 2, True)
    assert (asks.action, asks.confirms) == ("block", "TOX")
    again = importing.look(acme.tenant, exporting.collect_files(acme.tenant))
    assert not again.changes


def test_the_page_of_guardrails_says_what_holds_answers_back(acme: SimpleNamespace) -> None:
    profile = AgentProfile.objects.of(acme.tenant).get(agent_id="desk")
    client, page = login("admin", acme.tenant), reverse("admin:agents_guardrail_changelist")
    told = " ".join(client.get(page).content.decode().split())
    assert (
        "<strong>sentence by sentence</strong>" in told and "<li>Its own instructions read out</li>" in told
    )
    held = Judge.unscoped.create(tenant=acme.tenant, name="tone", fail_closed=True)
    profile.judges.add(held)
    told = " ".join(client.get(page).content.decode().split())
    assert "<strong>when they are whole</strong>" in told and "<li>tone</li>" in told
