"""What `manage.py check` says of this room: commands of stdio servers, models of LangChain and plugins
that cannot be started or loaded, or are not there."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db.utils import DatabaseError
from django.utils.translation import gettext as _

from agents import commands, langchain_models, plugins, toolboxes
from agents.models import MCPServer


@register("switchboard")
def setting(**_given: Any) -> Iterable[CheckMessage]:
    """The settings themselves: what cannot be read is an error."""
    hint = _("Mend %s; .env.example shows one.")
    return [
        Error(words, hint=hint % each.SETTING, id=code)
        for each, code in ((commands, "agents.E001"), (langchain_models, "agents.E002"))
        for words in each.problems()
    ]


@register("switchboard")
def packages(**_given: Any) -> Iterable[CheckMessage]:
    """Plugins that are left out: the others and the product work."""
    import agents.guardrails.catalogue
    import agents.judges.catalogue  # noqa: F401  (late: what rails need is slow to import)

    return plugins.warnings(("guardrails", "judges", "models", "tools"))


@register(Tags.database)
def rows(databases: Sequence[str] | None = None, **_given: Any) -> Iterable[CheckMessage]:
    """Servers whose command is not in settings, or whose package is gone.

    Said by `check --database default` and by `migrate`.
    """
    if "default" not in (databases or ()):
        return []
    missing: dict[str, Callable[[str], str]] = {
        MCPServer.Transports.STDIO: commands.missing,
        MCPServer.Transports.PACKAGE: toolboxes.missing,
    }
    here = MCPServer.unscoped.filter(transport__in=missing, enabled=True)
    try:
        named = list(here.values_list("tenant_id", "name", "transport", "command"))
    except DatabaseError:  # before the first migration
        return []
    known = {"stdio": commands.names(), "package": toolboxes.TOOLBOXES}
    words = _("Server '%(name)s' of company '%(company)s': %(why)s")
    return [
        Warning(
            words % {"name": name, "company": company, "why": missing[transport](command)},
            hint=_("Its tools fail until then."),
            id="agents.W001",
        )
        for company, name, transport, command in named
        if command not in known[transport]
    ]
