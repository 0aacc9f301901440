"""Of a list that is too long to be told whole, what a question names.

>>> rows = [{"name": name} for name in ("Tent", "Lamp", "Red lamp", "Kettle", "Rope", "Stove")]
>>> narrow({"products": rows}, "do you have red lamps?")
{'products': [{'name': 'Red lamp'}, {'name': 'Lamp'}]}
"""

from collections.abc import Mapping
from typing import Any

from agents.knowledge import terms
from agents.llm.offline.templates import SHOWN_ITEMS, is_texts
from language.spoken_languages import CODES


def narrow(result: Any, question: str) -> Any:
    """A tool's result, of its long lists what has words of the question, in whatever language it tells them:
    what has most of them first. A list of which nothing is named stays."""
    long = _list_long(result) if isinstance(result, Mapping) else {}
    if not long:
        return result
    asked = {term for words in terms.question_terms(question, CODES).values() for term in words}
    return {**result, **{name: _pick_named(each, asked) for name, each in long.items()}}


def _list_long(result: Mapping[str, Any]) -> dict[str, list[Any]]:
    return {name: each for name, each in result.items() if isinstance(each, list) and len(each) > SHOWN_ITEMS}


def _pick_named(items: list[Any], asked: set[str]) -> list[Any]:
    shared = [len(_list_terms(each) & asked) for each in items]
    named = sorted((place for place, count in enumerate(shared) if count), key=lambda at: -shared[at])
    return [items[place] for place in named] or items


def _list_terms(item: Any) -> set[str]:
    """The terms of all texts of an entry of a list."""
    if isinstance(item, str):
        return {term for language in CODES for term in terms.stems(item, language)}
    if is_texts(item):
        return {term for language, text in item.items() for term in terms.stems(text, language)}
    if isinstance(item, Mapping):
        return set[str]().union(*map(_list_terms, item.values()))
    return set()
