"""Writes a world into the tables that business users edit, and publishes it as the tenant's release.

>>> load(WORLDS["tenant_a"])           # only when the tenant is absent: edits are never overwritten
True
>>> load(WORLDS["tenant_a"], replace=True)   # what `make reset` does; conversations stay
True
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, TypeVar

from django.db import models, transaction
from django.utils import timezone

from agents.models import (
    Collection,
    Guardrail,
    Judge,
    LLMProfile,
    MCPServer,
    MCPTool,
    Plugin,
    PromptPolicy,
    Slot,
    Specialist,
    SpecialistPrompt,
    ToolParameter,
)
from agents.specs import ToolSpec
from audit.append import summarize
from demo import documents, trained_parts
from demo.shape import LANGUAGES, IntentTopic, World
from language.spoken_languages import CODES
from releases import parts
from releases.errors import NothingToPublish
from releases.loaded_release import Progress
from releases.publish import publish
from rollout.evaluate import MULTI_AGENT
from rollout.models import Flag, FlagOverride, KillSwitch
from routing.decision.specs import BUSINESS_KEYS
from routing.models import (
    AgentProfile,
    Backend,
    BusinessKey,
    Domain,
    Example,
    Intent,
    IntentTool,
    Keyword,
    StatePolicy,
)
from routing.planning.manifests.approve import take_over
from tenancy import operational
from tenancy.models import Tenant

AUTHOR = "demo"
Row = TypeVar("Row", bound=models.Model)
# Those that point before those that are pointed at (some references are protected).
AUTHORED: tuple[type[models.Model], ...] = (
    StatePolicy, Intent, AgentProfile, Domain, Specialist, MCPTool, MCPServer, Slot, PromptPolicy, Guardrail,
    Judge,
    Plugin, LLMProfile, Backend, BusinessKey,
)  # fmt: skip
OPERATIONAL: tuple[type[models.Model], ...] = (KillSwitch, FlagOverride, Flag)


def load(world: World, *, replace: bool = False, progress: Progress = parts.silent) -> bool:
    """Authors and publishes a world; says whether it did.

    Its rows are written all or none. Publishing comes after that transaction, because it learns from the
    examples and would hold every writer up meanwhile; a start that was ended in between is gone on with.
    """
    tenant, written = author(world, replace)
    if not written and tenant.live_release is not None:
        return False
    trained_parts.lay_out(tenant)
    with suppress(NothingToPublish):  # a reset of a world that nobody had changed
        publish(tenant, AUTHOR, "The demo world as it is delivered", progress=progress)
    return True


def author(world: World, replace: bool = False) -> tuple[Tenant, bool]:
    """The tenant of a world, and whether its rows were written now."""
    with transaction.atomic():
        tenant, new = Tenant.objects.get_or_create(slug=world.tenant)
        if new or replace:
            with summarize(tenant, "import", "demo.World", name=world.tenant):
                _write(tenant, world)
    return tenant, new or replace


def tell_once(say: Callable[[str], object]) -> Progress:
    """Says once that it learns: what somebody who waits wants to know."""
    sentences: list[str] = []

    def tell(percent: int, note: str) -> None:
        if not sentences:
            say("Learning from the demo's examples ...")
        sentences.append(note)

    return tell


def _write(tenant: Tenant, world: World) -> None:
    for model in (*AUTHORED, *OPERATIONAL):
        model._default_manager.filter(tenant=tenant).delete()
    tenant.title = world.title
    tenant.default_agent_id = world.default_agent_id
    tenant.default_language = world.language
    tenant.save(update_fields=["title", "default_agent_id", "default_language"])
    _Writer(tenant).write(world)
    operational.touch(tenant)


class _Writer:
    """Writes one world's rows, and finds them again by name."""

    def __init__(self, tenant: Tenant) -> None:
        self.tenant = tenant
        self.tools: dict[str, MCPTool] = {}
        self.specialists: dict[str, Specialist] = {}
        self.profiles: dict[str, AgentProfile] = {}
        self.policies: dict[str, PromptPolicy] = {}
        self.rails: dict[str, Guardrail] = {}
        self.judges: dict[str, Judge] = {}
        self.collections: dict[str, Collection] = {}

    def write(self, world: World) -> None:
        for slot in world.slots:
            self._row(Slot, slot).save()
        for server in world.servers:
            row = self._row(MCPServer, server)
            row.save()
            for tool in server.tools:
                self._tool(row, tool)
        for domain in world.domains:
            planned = Domain(tenant=self.tenant, name=domain.name, url=domain.url, looked_at=timezone.now())
            planned.save()
            take_over(planned, domain.manifest)
        self._checks(world)
        self.collections = documents.write(self.tenant, world.collections)
        self._specialists(world)
        for collection in world.collections:
            readers = [self.specialists[name] for name in collection.specialists]
            self.collections[collection.name].specialists.set(readers)
        self._profiles(world)
        for topic in world.topics:
            self._topic(topic)
        for policy in world.state_policies:
            state = self._row(StatePolicy, policy, specialist=self.specialists[policy.agent])
            state.save()
            state.profiles.set(self.profiles[name] for name in policy.profiles)
        self._backends(world)
        for key, about in world.business_keys.items():
            sources = [*BUSINESS_KEYS[key].sources, *world.key_sources.get(key, ())]
            BusinessKey(tenant=self.tenant, name=key, description=about, sources=sources).save()
        Flag(tenant=self.tenant, key=MULTI_AGENT, percentage=world.multi_agent).save()

    def _row(self, model: type[Row], spec: Any, **own: Any) -> Row:
        """A row with all that a spec says under the names of its columns, and with its `own` values."""
        said = {
            column.name: _plain(getattr(spec, column.name))
            for column in model._meta.concrete_fields
            if not column.is_relation and hasattr(spec, column.name)
        }
        return model(**{"tenant": self.tenant, **said, **own})

    def _tool(self, server: MCPServer, tool: ToolSpec) -> None:
        row = self._row(MCPTool, tool, server=server, schema=dict(tool.schema) or _schema(tool))
        row.save()
        self.tools[tool.name] = row
        self._rows(self._row(ToolParameter, parameter, tool=row) for parameter in tool.parameters)

    def _checks(self, world: World) -> None:
        for policy in world.prompt_policies:
            self.policies[policy.name] = self._row(PromptPolicy, policy)
        for rail in world.rails:
            self.rails[f"{rail.code}:{rail.phase}"] = self._row(Guardrail, rail)
        for judge in world.judges:
            self.judges[judge.name] = self._row(Judge, judge)
        for row in (*self.policies.values(), *self.rails.values(), *self.judges.values()):
            row.save()

    def _specialists(self, world: World) -> None:
        for spec in world.specialists:
            row = self._row(Specialist, spec)
            row.save()
            row.tools.set(self.tools[name] for name in spec.tools)
            self._row(SpecialistPrompt, spec, specialist=row, number=spec.prompt_version).save()
            self.specialists[spec.name] = row
        for spec in world.specialists:
            self.specialists[spec.name].targets.set(self.specialists[name] for name in spec.targets)

    def _profiles(self, world: World) -> None:
        for spec in world.profiles:
            row = self._row(
                AgentProfile,
                spec,
                fallback=self.specialists[spec.fallback_agent],
                single=self.specialists.get(spec.single_agent),
                coordinator=self.specialists.get(spec.coordinator),
                documents=self.collections.get(spec.documents),
                attachments=self.collections.get(spec.attachments),
                policy=self.policies.get(spec.policy),
                languages=list(LANGUAGES if spec.languages == CODES else spec.languages),
                time_zone=spec.person.hours.zone,
                person_hours=dict(spec.person.hours.week),
                person_reply=dict(spec.person.reply),
                person_reply_closed=dict(spec.person.reply_closed),
            )
            row.save()
            row.specialists.set(self.specialists[name] for name in spec.specialists)
            row.guardrails.set(self.rails[name] for name in spec.rails)
            row.judges.set(self.judges[name] for name in spec.judges)
            self.profiles[spec.agent_id] = row

    def _topic(self, topic: IntentTopic) -> None:
        spec = topic.intent
        row = self._row(
            Intent,
            spec,
            specialist=self.specialists.get(spec.agent),
            collection=self.collections.get(spec.collection),
        )
        row.save()
        row.profiles.set(self.profiles[name] for name in spec.profiles)
        uses = [
            *((name, "prefetch") for name in spec.prefetch),
            *((name, "offer") for name in spec.offer_tools),
        ]
        self._rows(Keyword(tenant=self.tenant, intent=row, text=text) for text in spec.keywords)
        self._rows(
            IntentTool(tenant=self.tenant, intent=row, tool=self.tools[name], use=use, position=position)
            for position, (name, use) in enumerate(uses)
        )
        self._rows(
            Example(tenant=self.tenant, intent=row, text=text, language=language)
            for language, texts in topic.examples.items()
            for text in texts
        )

    def _backends(self, world: World) -> None:
        for place, each in enumerate(world.backends):
            own = {"is_default": place == 0, "url": each.url, "health_path": each.health_path}
            self._row(Backend, each.backend, **own).save()

    @staticmethod
    def _rows(rows: Iterable[models.Model]) -> None:
        """Many small rows of one table at once; their history begins with their first edit."""
        written = list(rows)
        if written:
            type(written[0])._default_manager.bulk_create(written)


def _plain(value: Any) -> Any:
    """A value of a spec as a column keeps it."""
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value


def _schema(tool: ToolSpec) -> Mapping[str, Any]:
    """What a model is told of a tool's arguments until "Discover tools" asks the server."""
    properties = {
        parameter.name: {"type": parameter.type, "description": parameter.description}
        for parameter in tool.parameters
    }
    required = [parameter.name for parameter in tool.parameters if parameter.required]
    return {"type": "object", "properties": properties, "required": required}
