"""Every model that could hold something of a person says what becomes of it."""

from django.apps import apps
from django.db import models

from privacy import rules
from privacy.rules import OwnRule

HOLDS = (models.CharField, models.TextField, models.JSONField, models.BinaryField)
NAMES_A_USER = {"user_id", "subject", "owner"}
MODELS = [
    model
    for model in apps.get_models()
    # Versions of authored rows hold what their rows hold.
    if not model.__name__.startswith("Historical")
    and any(isinstance(field, HOLDS) for field in model._meta.concrete_fields)
]


def test_a_model_with_texts_has_a_rule() -> None:
    silent = [model._meta.label for model in MODELS if model._meta.label not in rules.list_rules()]
    assert silent == [], "Say what becomes of them when a person is forgotten: privacy/rules.py"


def test_a_model_that_names_a_user_does_not_say_that_it_names_nobody() -> None:
    naming = {
        model._meta.label
        for model in MODELS
        if NAMES_A_USER & {field.name for field in model._meta.concrete_fields}
    } - {"privacy.Erasure"}  # its subject is a fingerprint
    assert [label for label in sorted(naming) if rules.list_rules()[label] != "own"] == []


def test_every_rule_is_of_a_model_that_there_is() -> None:
    labels = {model._meta.label for model in apps.get_models()}
    assert rules.list_rules().keys() <= labels


def test_a_part_goes_with_a_model_that_has_a_rule_of_its_own() -> None:
    for rule in rules.parts().values():
        assert isinstance(rules.list_own()[rule.of], OwnRule)
