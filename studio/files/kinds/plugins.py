"""`plugins.yaml`: what the company uses of what installed packages add.

A file of ours: the format has none.
"""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from agents import plugin_settings
from agents.plugin_row import entry_of, missing
from studio.files.entry import Entry, Facts, Flag, Named, key
from studio.files.kinds.base import NamedRows, Written
from studio.files.plan import Plan


class PluginEntry(Entry):
    """An entry of a package."""

    ROW = ("agents", "plugins")
    enabled: Flag = key(True, "Whether it is used.", True)
    settings: Facts = key({}, "What its package lets you set.", {"days": 3})


class PluginsFile(Entry):
    """What the company uses of what packages add."""

    plugins: Named[PluginEntry] = key(
        {},
        "What packages add, by list and name: tiers, judges or tools.",
        {"tiers:almanac": {"settings": {"days": 3}}},
    )


class Plugins(NamedRows):
    name = "plugins.yaml"
    model = PluginsFile
    top_key, entry = "plugins", PluginEntry

    def read_row(self, name: str, entry: PluginEntry, plan: Plan) -> None:
        row = plan.row(name, entry)
        installed = entry_of(name)
        entry.settings, secrets = plugin_settings.seal(installed, entry.settings, {})
        if secrets:
            plan.outside.plugin_secrets[name] = secrets
        entry.take(row)
        if installed is None and row["enabled"]:
            row["enabled"] = False
            sentence = _("%(why)s It is kept, switched off.") % {"why": missing(name[:64])}
            plan.note("unknown", entry.file, entry.line, sentence)

    def write(self, plan: Plan) -> Iterator[Written]:
        if plan.rows("agents", "plugins"):
            yield from super().write(plan)
