"""`llm_profiles.yaml`: models. A profile is named after the point where it is used, or after a specialist."""

import re
from collections.abc import Iterator

from django.utils.translation import gettext as _

from agents.models import LLMProfile
from studio.files.entry import Entry, MaybeNumber, MaybeWhole, Named, Number, Text, key
from studio.files.kinds.base import Written, unused
from studio.files.plan import Plan

PROVIDERS = {"oci_openai": "oci", "openai_compatible": "openai", "google": "gemini", "mock": "offline"}
VARIABLE = re.compile(r"\$\{?[A-Za-z_]")


class ModelEntry(Entry):
    """A model: its address and its key act at once."""

    ROW = ("agents", "llms")
    NO_PLACE = ("frequency_penalty", "presence_penalty")
    point: Text = key(
        "",
        "Where it is used: default, synthesis, supervisor or judge. Not said: what its name says.",
        "default",
    )
    provider: Text = key(
        "openai",
        "openai, gemini, anthropic, azure, oci, ollama, langchain or offline (needs no key).",
        "openai",
    )
    model: Text = key("", "As the provider calls it.", "gpt-5-mini")
    temperature: MaybeNumber = key(None, "From 0 to 2; nothing: the provider's own.", 0.2)
    max_tokens: MaybeWhole = key(None, "The longest answer, in tokens.", 1024)
    timeout_seconds: Number = key(30.0, "How long an answer may take.", 30)
    top_p: MaybeNumber = key(None, "From 0 to 1; nothing: the provider's own.", 0.9)
    base_url: Text = key("", "Its address; empty: the provider's own.", "https://models.example.com/v1")
    api_key: Text = key("", "Its key, kept encrypted and never written; a variable is not read.", None)


class ModelsFile(Entry):
    """Models, named after the point where they are used or after a specialist."""

    profiles: Named[ModelEntry] = key({}, "The models by their names.", {"default": {"provider": "offline"}})


class Models:
    name = "llm_profiles.yaml"
    named_by = "llm_profiles_config_path"
    model = ModelsFile

    def read(self, root: ModelsFile, plan: Plan) -> None:
        for name, entry in root.profiles.items():
            with plan.telling():
                self._profile(name, entry, plan)

    def write(self, plan: Plan) -> Iterator[Written]:
        rows, urls = plan.rows("agents", "llms"), plan.outside.base_urls
        points = {name: point for point, name in plan.content["agents"]["points"].items()}
        profiles = {
            name: ModelEntry.said(rows[name], point=points.get(name, ""), base_url=urls.get(name, ""))
            for name in sorted(rows)
        }
        yield self.name, {"profiles": profiles}

    def _profile(self, name: str, entry: ModelEntry, plan: Plan) -> None:
        row, urls = plan.row(name, entry), plan.outside.base_urls
        entry.take(row)
        row["provider"] = PROVIDERS.get(row["provider"], row["provider"])
        self._point(name, entry, plan)
        urls[name] = entry.base_url if entry.says("base_url") else urls.get(name, "")
        if VARIABLE.match(entry.api_key):
            words = _("The key of model '%s' is a variable here: type the key itself on the model's page.")
            plan.note("left", entry.file, entry.line_of("api_key"), words % name)
        elif entry.api_key:
            plan.outside.keys[name] = entry.api_key
        if not entry.says("point"):
            plan.later.append(lambda: _of_specialist(name, plan))

    def _point(self, name: str, entry: ModelEntry, plan: Plan) -> None:
        """Where it is used: as the file says, else what its name is."""
        points: dict[str, str] = plan.content["agents"]["points"]
        held = [point for point, holder in points.items() if holder == name]
        usual = name if name in LLMProfile.Points.values else "".join(held[:1])
        wanted = entry.point if entry.says("point") else usual
        if wanted and wanted not in LLMProfile.Points.values:
            given = {"point": wanted[:64], "known": ", ".join(filter(None, LLMProfile.Points.values))}
            raise entry.fault("point", _("No model is used for '%(point)s'. There are: %(known)s.") % given)
        for point in held:
            del points[point]
        if wanted:
            points[wanted] = name
            unused(entry, "point", name, LLMProfile, wanted, plan)
        elif name == "router":
            words = _(
                "No profile asks model 'router' by itself: choose it on a profile as the model that decides."
            )
            plan.note("taken", entry.file, entry.line, words)


def _of_specialist(name: str, plan: Plan) -> None:
    """A model that is named after a specialist is that one's."""
    specialist = plan.rows("agents", "specialists").get(name)
    if specialist is not None:
        specialist["llm"] = name
