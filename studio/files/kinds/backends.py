"""`backends.yaml`: the deployments behind the gateway, and which of them gets what matches none."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from studio.files.kinds.base import Key, Written, known, said, take
from studio.files.outside import PATHS, no_place
from studio.files.part import Part, flag, mapping, text, whole, words
from studio.files.plan import Plan

KEYS = (
    Key("name", text, "title"),
    Key("description", text),
    Key("domains", words),
    Key("keywords", words),
    Key("examples", words),
    Key("priority", whole),
    Key("enabled", flag),
    Key("default_agent_id", text),
    Key("metadata", mapping),
)


class Backends:
    name = "backends.yaml"
    named_by = "backends_config_path"

    def read(self, root: Part, plan: Plan) -> None:
        for name, part in root.named("backends"):
            with plan.telling():
                take(part, plan.row("gateway", "backends", name, part), KEYS)
                places = plan.outside.backends.setdefault(name, no_place())
                for key in PATHS:
                    places[key] = part.take(key, text, places[key]) or ""
            part.no_place("api_key", "token", "auth_token", "timeout_seconds")
            part.rest()
        if "default_backend" in root:
            default = root.take("default_backend", text) or ""
            if default:
                known(root, "default_backend", default, plan.rows("gateway", "backends"), _("backend"))
            plan.content["gateway"]["default"] = default

    def write(self, plan: Plan) -> Iterator[Written]:
        rows = plan.rows("gateway", "backends")
        backends = {name: {**plan.outside.backends[name], **said(rows[name], KEYS)} for name in sorted(rows)}
        yield self.name, {"default_backend": plan.content["gateway"]["default"], "backends": backends}
