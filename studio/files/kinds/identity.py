"""`identity.yaml`: business keys and where each is read from. This installation reads them in one order for all."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from routing.business import SOURCES
from studio.files.kinds.base import Written
from studio.files.part import Part, anything, text, words
from studio.files.plan import Plan

SESSION = "session_key"
VERSION = 1


class Identities:
    name = "identity.yaml"
    named_by = "identity_config_path"

    def read(self, root: Part, plan: Plan) -> None:
        if (part := root.inner("identity")) is None:
            return
        part.take("version", anything)
        if (required := part.take("required", words)) not in (None, [SESSION]):
            told = _("Only %(here)s is always there: %(given)s cannot be required.")
            given = {"here": SESSION, "given": ", ".join(required or [])[:200]}
            plan.note("left", part.file, part.line_of("required"), told % given)
        for key, about in part.named("keys"):
            with plan.telling():
                self._key(key, about, plan)
            about.rest()
        part.rest()

    def write(self, plan: Plan) -> Iterator[Written]:
        keys = {key: {"sources": list(sources)} for key, sources in SOURCES.items()}
        yield self.name, {"identity": {"version": VERSION, "required": [SESSION], "keys": keys}}

    def _key(self, key: str, part: Part, plan: Plan) -> None:
        part.take("description", text)
        sources = part.take("sources", words) or []
        if key not in SOURCES and key != SESSION:
            told = _("No business key is named '%s' here: it is not taken.") % key[:64]
            plan.note("unknown", part.file, part.line, told)
            return
        here = SOURCES.get(key, ())
        bare = [each.split(".")[-1] for each in sources]
        if key != SESSION and tuple(bare) != here:
            told = _(
                "'%(key)s' is read here from %(here)s, in this order; the file's order is not taken: %(given)s."
            )
            given = {"key": key, "here": ", ".join(here), "given": ", ".join(sources)[:200]}
            plan.note("left", part.file, part.line_of("sources"), told % given)
