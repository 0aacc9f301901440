"""What is checked about backends before a publish, in sentences."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from language.normalise import words
from releases.errors import Problem
from releases.sections import Content
from routing.gateway import supervisor


def check(content: Content) -> Iterator[Problem]:
    """Keywords that are never found or shared, a backend that nothing leads to, whether one is the default,
    and whether there is a model where the installation has one decide.
    """
    section: Mapping[str, Any] = content.get("gateway", {})
    rows: Mapping[str, Any] = {
        name: each for name, each in section.get("backends", {}).items() if each["enabled"]
    }
    default = section.get("default", "")
    if rows and default not in rows:
        sentence = _(
            "None that is in use is the default: what matches no backend has nowhere to go. Choose one."
        )
        yield Problem("warning", _("Backends"), sentence)
    if (
        len(rows) > 1
        and settings.GLOBAL_ROUTING_MODE == "supervisor"
        and not supervisor.has_model(content.get("agents", {}))
    ):
        sentence = _(
            "A model is to choose among them (GLOBAL_ROUTING_MODE=supervisor), and there is none: the rules "
            "decide alone. Add a model for the supervisor's decisions, or set the mode to hybrid."
        )
        yield Problem("warning", _("Backends"), sentence)
    owners: dict[str, str] = {}
    for name, each in rows.items():
        where = _("Backend '%s'") % name
        texts = [*each["domains"], *each["keywords"]]
        if not texts and not each["examples"] and name != default:
            sentence = _("It has no keyword, domain or example: no message will find it. Add some.")
            yield Problem("warning", where, sentence)
        for text in texts:
            plain = " ".join(words(text))
            if not plain:
                sentence = _("The keyword '%s' has no letter and no digit, so it is never found. Remove it.")
                yield Problem("error", where, sentence % text)
                continue
            other = owners.setdefault(plain, name)
            if other != name and rows[other]["priority"] == each["priority"]:
                sentence = _(
                    "The keyword '%(keyword)s' also belongs to '%(other)s', with the same priority. "
                    "Give one of them a lower number."
                )
                yield Problem("warning", where, sentence % {"keyword": plain, "other": other})
