"""The chat models of LangChain that this installation offers: named in settings, never in a row.

LANGCHAIN_MODELS={"claude": {"class": "langchain_anthropic.ChatAnthropic",
                             "options": {"model": "claude-sonnet-5",
                                         "api_key": "${ENV:ANTHROPIC_API_KEY}"}}}
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.utils.module_loading import import_string

from agents.named_setting import NamedSetting, fill
from outbound.sentences import Sentence as _

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

NAME = "LANGCHAIN_MODELS"
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
            name: fill(value) if isinstance(value, str) else value
            for name, value in json.loads(self.options).items()
        }


def _model(each: Any) -> LangChainModel | None:
    if not isinstance(each, dict) or not each.keys() <= KEYS:
        return None
    path, options = each.get("class"), each.get("options", {})
    if not isinstance(path, str) or "." not in path or not isinstance(options, dict):
        return None
    return LangChainModel(path, json.dumps(options))


SETTING = NamedSetting(
    NAME,
    _model,
    no_object=_("It must be an object of names and models."),
    malformed=_('Model \'%s\' must look like {"class": "langchain_openai.ChatOpenAI", "options": {}}.'),
    unknown=_("There is no model '%(name)s' in %(setting)s. Known ones: %(known)s."),
)
names, find, missing = SETTING.names, SETTING.find, SETTING.missing


def check_row(model: str, base_url: str) -> None:
    """Whether a row may name this model.

    :raises ValidationError: settings know no such name, or the row says where it is, which settings do.
    """
    if find(model) is None:
        raise ValidationError({"model": str(missing(model))})
    if base_url:
        words = _("Leave it empty: where it is stands in %s, which who runs this installation writes.")
        raise ValidationError({"base_url": words % NAME})


def problems() -> Iterator[str]:
    """What is wrong with the setting, and which classes cannot be had on this machine, in sentences."""
    found, wrong = SETTING.read()
    yield from wrong
    for name, model in found.items():
        try:
            model.load()
        except ImportError as error:
            yield _("Model '%(name)s': %(why)s.") % {"name": name, "why": error}
