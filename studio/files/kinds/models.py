"""`llm_profiles.yaml`: models. A profile is named after the point where it is used, or after a specialist."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from agents.models import LLMProfile
from outbound import headers
from studio.files.entry import (
    Entry,
    Facts,
    Flag,
    MaybeFlag,
    MaybeNumber,
    MaybeWhole,
    Named,
    Number,
    Text,
    Texts,
    Words,
    key,
)
from studio.files.kinds.base import NamedRows
from studio.files.plan import Plan

PROVIDERS = {"oci_openai": "oci", "openai_compatible": "openai", "google": "gemini", "mock": "offline"}
PENALTIES = ("frequency_penalty", "presence_penalty")
POINTS = tuple(filter(None, LLMProfile.Points.values))
VARIABLE = re.compile(r"\$\{?[A-Za-z_]")


class ModelEntry(Entry):
    """A model: its address and its key act at once."""

    ROW = ("agents", "llms")
    point: Text = key(
        "",
        f"Where it is used: {', '.join(POINTS)}. Not said: what its name says.",
        "default",
    )
    provider: Text = key(
        "openai",
        "openai, gemini, anthropic, azure, oci, ollama, langchain or offline (needs no key).",
        "openai",
    )
    model: Text = key("", "As the provider calls it.", "gpt-5-mini")
    fallback: Text = key("", "The model that answers when this one fails.", "other_provider")
    temperature: MaybeNumber = key(None, "From 0 to 2; nothing: the provider's own.", 0.2)
    max_tokens: MaybeWhole = key(None, "The longest answer, in tokens.", 1024)
    timeout_seconds: Number = key(30.0, "How long an answer may take.", 30)
    top_p: MaybeNumber = key(None, "From 0 to 1; nothing: the provider's own.", 0.9)
    reasoning_effort: Text = key(
        "", "How much it thinks first: none, minimal, low, medium, high, xhigh.", "low"
    )
    seed: MaybeWhole = key(None, "The same number makes answers more alike.", 7)
    stop: Words = key([], "The answer ends before one of these; four at most.", ["END"])
    parallel_tool_calls: MaybeFlag = key(None, "Whether it may call several tools in one step.", False)
    can_force_tools: Flag = key(
        True, "Whether it takes a forced tool call; false: it is asked in words.", False
    )
    reads_pictures: Flag = key(False, "Whether pictures of a message are handed to it.", True)
    reads_documents: Flag = key(False, "Whether PDF documents of a message are handed to it.", True)
    limit_name: Text = key(
        "",
        "How the longest answer is called: max_tokens or max_completion_tokens. Nothing: as usual at the "
        "provider.",
        "max_completion_tokens",
    )
    organization: Text = key("", "Whom the provider charges.", "org-abc123")
    response_format: Facts = key({}, "A JSON form for every answer.", {"type": "json_object"})
    extra_body: Facts = key({}, "Sent with each request as it is; no secrets.", {"service_tier": "flex"})
    frequency_penalty: MaybeNumber = key(None, "From -2 to 2; kept in `extra_body`.", 0.1)
    presence_penalty: MaybeNumber = key(None, "From -2 to 2; kept in `extra_body`.", 0.1)
    base_url: Text = key("", "Its address; empty: the provider's own.", "https://models.example.com/v1")
    api_key: Text = key("", "Its key, kept encrypted and never written; a variable is not read.", None)
    extra_headers: Texts = key(
        {},
        "Headers of its requests, kept encrypted and never written; of a variable nothing is read.",
        {"X-Api-Version": "2"},
    )


class ModelsFile(Entry):
    """Models, named after the point where they are used or after a specialist."""

    profiles: Named[ModelEntry] = key({}, "The models by their names.", {"default": {"provider": "offline"}})


class ModelFiles(NamedRows):
    name = "llm_profiles.yaml"
    named_by = "llm_profiles_config_path"
    model = ModelsFile
    top_key, entry = "profiles", ModelEntry

    def write_row(self, name: str, row: Mapping[str, Any], plan: Plan) -> dict[str, Any]:
        points = {holder: point for point, holder in plan.content["agents"]["points"].items()}
        address = plan.outside.place("llms", name)["base_url"]
        return ModelEntry.from_row(row, point=points.get(name, ""), base_url=address)

    def read_row(self, name: str, entry: ModelEntry, plan: Plan) -> None:
        row, place = plan.row(name, entry), plan.outside.place("llms", name)
        entry.take(row)
        for penalty in PENALTIES:
            if (value := getattr(entry, penalty)) is not None:
                row["extra_body"] = {**row["extra_body"], penalty: value}
        row["provider"] = PROVIDERS.get(row["provider"], row["provider"])
        self._point(name, entry, plan)
        place["provider"] = row["provider"]
        if entry.says("base_url"):
            place["base_url"] = entry.base_url
        if VARIABLE.match(entry.api_key):
            words = _("The key of model '%s' is a variable here: type the key itself on the model's page.")
            plan.note("left", entry.file, entry.line_of("api_key"), words % name)
        elif entry.api_key:
            plan.outside.bring("llms", name, api_key=entry.api_key)
        variables = [header for header, value in entry.extra_headers.items() if "${" in value]
        for header in variables:
            words = _(
                "The header %(header)s of model '%(name)s' is a variable here: type it on the model's page."
            )
            told = words % {"header": header[:64], "name": name}
            plan.note("left", entry.file, entry.line_of("extra_headers"), told)
        typed = {each: value for each, value in entry.extra_headers.items() if each not in variables}
        if typed:
            plan.outside.bring("llms", name, extra_headers=headers.write(typed))
        if entry.fallback:
            plan.later.append(lambda: _of_fallback(entry, name, plan))
        if not entry.says("point"):
            plan.later.append(lambda: _of_specialist(name, plan))

    def _point(self, name: str, entry: ModelEntry, plan: Plan) -> None:
        """Where it is used: as the file says, else what its name is."""
        points: dict[str, str] = plan.content["agents"]["points"]
        held = [point for point, holder in points.items() if holder == name]
        usual = name if name in LLMProfile.Points.values else "".join(held[:1])
        wanted = entry.point if entry.says("point") else usual
        if wanted and wanted not in LLMProfile.Points.values:
            given = {"point": wanted[:64], "known": ", ".join(POINTS)}
            raise entry.fault("point", _("No model is used for '%(point)s'. There are: %(known)s.") % given)
        for point in held:
            del points[point]
        if wanted:
            points[wanted] = name
        elif name == "router":
            words = _(
                "No profile asks model 'router' by itself: choose it on a profile as the model that decides."
            )
            plan.note("taken", entry.file, entry.line, words)


def _of_fallback(entry: ModelEntry, name: str, plan: Plan) -> None:
    """Who stands in must be there, and another one."""
    if entry.require_known("fallback", entry.fallback, plan.rows("agents", "llms"), _("model")) == name:
        raise entry.fault("fallback", _("A model cannot stand in for itself. Choose another one."))


def _of_specialist(name: str, plan: Plan) -> None:
    """A model that is named after a specialist is that one's."""
    specialist = plan.rows("agents", "specialists").get(name)
    if specialist is not None:
        specialist["llm"] = name
