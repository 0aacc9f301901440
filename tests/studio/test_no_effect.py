"""What changes nothing yet is offered to nobody, kept where it is, and told by an import."""

from types import SimpleNamespace

import pytest
from django.urls import reverse

from agents.models import Guardrail, Judge, LLMProfile
from agents.no_effect import NO_EFFECT
from studio.files import exporting, importing
from tests.studio.conftest import login
from tests.studio.test_secrets import sent

pytestmark = pytest.mark.django_db
FILES = {
    "judges.yaml": b"judges:\n- {name: groundedness, threshold: 0.5, fail_closed: true}\n",
    "guardrails.yaml": b"input:\n- {code: MSK, action: retry}\n",
    "llm_profiles.yaml": b"profiles:\n  judge: {provider: openai, model: m}\n",
}


@pytest.mark.parametrize("model", NO_EFFECT, ids=lambda model: model.__name__)
def test_a_new_row_is_not_offered_it(model: type, acme: SimpleNamespace) -> None:
    name, value = NO_EFFECT[model]
    page = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_add")
    field = login("admin", acme.tenant).get(page).context["adminform"].form.fields.get(name)
    assert field is None or value not in dict(field.choices)


def test_a_row_that_says_it_keeps_it_when_something_else_is_edited(acme: SimpleNamespace) -> None:
    admin = login("admin", acme.tenant)
    for model, (name, value) in NO_EFFECT.items():
        row = model.objects.of(acme.tenant).first()
        model.objects.of(acme.tenant).filter(pk=row.pk).update(**{name: value})
        answer = sent(admin, row)
        assert answer.status_code == 302, answer.context["adminform"].form.errors
        row.refresh_from_db()
        assert getattr(row, name) == value


def test_an_import_keeps_it_and_says_so(acme: SimpleNamespace) -> None:
    plan = importing.look(acme.tenant, FILES)
    assert sorted((note.file, note.line) for note in plan.notes if note.sort == "kept") == [
        ("guardrails.yaml", 2), ("judges.yaml", 2), ("llm_profiles.yaml", 2),
    ]  # fmt: skip
    importing.write(plan)
    assert Judge.objects.of(acme.tenant).get().fail_closed
    assert Guardrail.objects.of(acme.tenant).get().action == "retry"
    assert LLMProfile.objects.of(acme.tenant).filter(point="judge").exists()
    assert b"fail_closed: true" in exporting.files(acme.tenant)["judges.yaml"]


def test_a_judge_that_is_only_named_is_told_with_its_file(acme: SimpleNamespace) -> None:
    said = {"judges.yaml": b"fail_closed: true\njudges:\n- groundedness\n"}
    (note,) = importing.look(acme.tenant, said).notes
    assert (note.sort, note.file, note.line) == ("kept", "judges.yaml", 3)
