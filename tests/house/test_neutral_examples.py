"""What people read beside a field, and what programs read in the schema, says no word of the demo's worlds.

An installation without the demo has other companies in it: their examples are of no company.
"""

import json
from collections.abc import Iterator
from typing import Any

from django import forms
from django.apps import apps
from django.utils import translation
from django.utils.encoding import force_str

from routing.api.schema import document
from studio.site import site
from tests.house.test_company_words import is_common, of_products, of_worlds, words_of

# What contracts and protocols name: business keys, parameters of an address, parts of a manifest.
OF_CONTRACTS = frozenset({"msisdn", "invoice", "query", "capabilities", "summarize"})


def demo_words() -> set[str]:
    return {word for word in words_of((*of_worlds(), *of_products())) if not is_common(word)} - OF_CONTRACTS


def helps_of_fields() -> Iterator[tuple[str, str]]:
    for model in apps.get_models():
        for field in (*model._meta.fields, *model._meta.many_to_many):
            yield f"{model.__name__}.{field.name}", force_str(getattr(field, "help_text", ""))
    for model, admin in site._registry.items():
        for name, text in getattr(admin, "helps", {}).items():
            yield f"{type(admin).__name__} ({model.__name__}).{name}", force_str(text)
    for form in _below(forms.BaseForm):
        for name, field in getattr(form, "base_fields", {}).items():
            yield f"{form.__name__}.{name}", force_str(field.help_text)


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)


def texts_in(value: Any, place: str) -> Iterator[tuple[str, str]]:
    """Each text of a JSON value, with the way to it."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from texts_in(each, f"{place}/{key}")
    elif isinstance(value, list):
        for n, each in enumerate(value):
            yield from texts_in(each, f"{place}/{n}")
    elif isinstance(value, str):
        yield place, value


def test_no_word_of_the_demo_stands_beside_a_field() -> None:
    names, wrong = demo_words(), []
    assert {"fatura", "telecom"} <= names
    for language in ("en", "pt-br", "es"):
        with translation.override(language):
            told = list(helps_of_fields())
        wrong += [f"{language} {place}: {text}" for place, text in told if words_of([text]) & names]
    assert not wrong, "\n".join(sorted(set(wrong)))


def test_no_word_of_the_demo_stands_in_the_schema() -> None:
    names = demo_words()
    whole = json.loads(document("json").content)
    wrong = [
        f"{place}: {', '.join(sorted(found))}: {text}"
        for place, text in texts_in(whole, "")
        if not place.endswith("/$ref") and (found := words_of([text]) & names)
    ]
    assert not wrong, "\n".join(wrong)
