"""The chat models of LangChain that this installation offers: named in settings, never in a row.

    LANGCHAIN_MODELS={"claude": {"class": "langchain_anthropic.ChatAnthropic",
                                 "options": {"model": "claude-sonnet-5",
                                             "api_key": "${ENV:ANTHROPIC_API_KEY}"}}}

A row only picks a name, so that nobody who edits rows can import classes. `${ENV:NAME}` in an option is taken
from the environment of this process.
"""

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.module_loading import import_string

from outbound.addresses import VARIABLE
from outbound.sentences import Sentence as _

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

SETTING = "LANGCHAIN_MODELS"
KEYS = frozenset({"class", "options"})


@dataclass(frozen=True, slots=True)
class LangChainModel:
    """A class by its dotted path and what it is made with, as JSON; values may still say `${ENV:NAME}`."""

    path: str
    options: str = field(default="{}", repr=False)

    def load(self) -> "type[BaseChatModel]":
        """The class itself.

        :raises ImportError: it is not installed, or no chat model of LangChain.
        """
        from langchain_core.language_models import BaseChatModel  # 0.4 s, for commands that ask no model

        found = import_string(self.path)
        if not (isinstance(found, type) and issubclass(found, BaseChatModel)):
            raise ImportError(f"{self.path} is no BaseChatModel")
        return found

    def arguments(self) -> dict[str, Any]:
        """What it is made with; a variable that is not set here is empty."""
        return {
            name: VARIABLE.sub(lambda match: os.environ.get(match[1], ""), value)
            if isinstance(value, str)
            else value
            for name, value in json.loads(self.options).items()
        }


def names() -> list[str]:
    """The names a row may pick.

    >>> names()   # LANGCHAIN_MODELS={"claude": {"class": "langchain_anthropic.ChatAnthropic"}}
    ['claude']
    """
    return sorted(_read(settings.LANGCHAIN_MODELS)[0])


def find(name: str) -> LangChainModel | None:
    """The model behind a name; None when settings know no such name."""
    return _read(settings.LANGCHAIN_MODELS)[0].get(name)


def missing(name: str) -> str:
    """The sentence about a name that is not in settings."""
    words = _("There is no model '%(name)s' in %(setting)s. Known ones: %(known)s.")
    return words % {"name": name, "setting": SETTING, "known": ", ".join(names()) or "-"}


def check_row(model: str, base_url: str) -> None:
    """Whether a row may name this model.

    :raises ValidationError: settings know no such name, or the row says where it is, which settings do.
    """
    if find(model) is None:
        raise ValidationError({"model": str(missing(model))})
    if base_url:
        words = _("Leave it empty: where it is stands in %s, which who runs this installation writes.")
        raise ValidationError({"base_url": words % SETTING})


def problems() -> Iterator[str]:
    """What is wrong with the setting, and which classes cannot be had on this machine, in sentences."""
    found, wrong = _read(settings.LANGCHAIN_MODELS)
    yield from wrong
    for name, model in found.items():
        try:
            model.load()
        except ImportError as error:
            yield _("Model '%(name)s': %(why)s.") % {"name": name, "why": error}


@lru_cache(maxsize=8)
def _read(text: str) -> tuple[Mapping[str, LangChainModel], tuple[str, ...]]:
    """The models that can be read, and a sentence for each that cannot."""
    try:
        value = json.loads(text or "{}")
    except ValueError as error:
        return {}, (_("It is not JSON: %s.") % error,)
    if not isinstance(value, dict):
        return {}, (_("It must be an object of names and models."),)
    found: dict[str, LangChainModel] = {}
    wrong: list[str] = []
    for name, each in value.items():
        if (model := _model(each)) is not None and 0 < len(name) <= 64:
            found[name] = model
        else:
            words = _('Model \'%s\' must look like {"class": "langchain_openai.ChatOpenAI", "options": {}}.')
            wrong.append(words % name)
    return found, tuple(wrong)


def _model(each: Any) -> LangChainModel | None:
    if not isinstance(each, dict) or not each.keys() <= KEYS:
        return None
    path, options = each.get("class"), each.get("options", {})
    if not isinstance(path, str) or "." not in path or not isinstance(options, dict):
        return None
    return LangChainModel(path, json.dumps(options))
