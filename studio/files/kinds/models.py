"""`llm_profiles.yaml`: models. A profile is named after the point where it is used, or after a specialist."""

import re
from collections.abc import Iterator

from django.utils.translation import gettext as _

from agents.models import LLMProfile
from studio.files.kinds.base import Key, Written, said, take, unused
from studio.files.part import Part, maybe, number, text, whole
from studio.files.plan import Plan

KEYS = (
    Key("provider", text),
    Key("model", text),
    Key("temperature", maybe(number)),
    Key("max_tokens", maybe(whole)),
    Key("timeout_seconds", number),
    Key("top_p", maybe(number)),
)
PROVIDERS = {"oci_openai": "oci", "openai_compatible": "openai", "google": "gemini", "mock": "offline"}
VARIABLE = re.compile(r"\$\{?[A-Za-z_]")


class Models:
    name = "llm_profiles.yaml"
    named_by = "llm_profiles_config_path"

    def read(self, root: Part, plan: Plan) -> None:
        for name, part in root.named("profiles"):
            with plan.telling():
                self._profile(name, part, plan)
            part.no_place("frequency_penalty", "presence_penalty")
            part.rest()

    def write(self, plan: Plan) -> Iterator[Written]:
        rows = plan.rows("agents", "llms")
        points = {name: point for point, name in plan.content["agents"]["points"].items()}
        profiles = {
            name: {
                "point": points.get(name, ""),
                **said(rows[name], KEYS),
                "base_url": plan.outside.base_urls.get(name, ""),
            }
            for name in sorted(rows)
        }
        yield self.name, {"profiles": profiles}

    def _profile(self, name: str, part: Part, plan: Plan) -> None:
        entry = plan.row("agents", "llms", name, part)
        take(part, entry, KEYS)
        entry["provider"] = PROVIDERS.get(entry["provider"], entry["provider"])
        self._point(name, part, plan)
        plan.outside.base_urls[name] = part.take("base_url", text, plan.outside.base_urls.get(name, "")) or ""
        key = part.take("api_key", text)
        if key and VARIABLE.match(key):
            words = _("The key of model '%s' is a variable here: type the key itself on the model's page.")
            plan.note("left", part.file, part.line_of("api_key"), words % name)
        elif key:
            plan.outside.keys[name] = key
        if "point" not in part:
            plan.later.append(lambda: _of_specialist(name, plan))

    def _point(self, name: str, part: Part, plan: Plan) -> None:
        """Where it is used: as the file says, else what its name is."""
        points: dict[str, str] = plan.content["agents"]["points"]
        wanted = part.take("point", text)
        if wanted is None:
            wanted = name if name in LLMProfile.Points.values else next(
                (point for point, holder in points.items() if holder == name), ""
            )  # fmt: skip
        if wanted and wanted not in LLMProfile.Points.values:
            known = ", ".join(filter(None, LLMProfile.Points.values))
            raise part.fault("point", _("No model is used for '%(point)s'. There are: %(known)s.") % {
                "point": wanted[:64], "known": known,
            })  # fmt: skip
        for point in [point for point, holder in points.items() if holder == name]:
            del points[point]
        if wanted:
            points[wanted] = name
            unused(part, "point", name, LLMProfile, wanted)
        elif name == "router":
            words = _(
                "No profile asks model 'router' by itself: choose it on a profile as the model that decides."
            )
            plan.note("taken", part.file, part.line, words)


def _of_specialist(name: str, plan: Plan) -> None:
    """A model that is named after a specialist is that one's."""
    specialist = plan.rows("agents", "specialists").get(name)
    if specialist is not None:
        specialist["llm"] = name
