"""The release's section "routing".

Profiles, intents with their keywords and tools, state policies, business keys.

`ready` builds what deciding under a release needs before the first message does; `releases.freshness` calls
it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils.translation import gettext as _

from agents.knowledge.tool_offers import SEARCH
from agents.models import Guardrail
from delivery import listeners
from handoffs import to_person
from handoffs.hours import Hours
from language.embedder import BUNDLED, load_bundled
from language.spoken_languages import LANGUAGES, beginning_with
from releases import sections
from releases.authored_rows import describe_rows, read_spec, title_of
from releases.errors import Problem
from releases.sections import AuthoredObject, Json
from routing.decision.authored import business_keys, cases, checks
from routing.decision.authored import rows as authored
from routing.decision.authored.cases import CASES
from routing.decision.authored.intent_tool import IntentTool
from routing.decision.authored.models import Intent
from routing.decision.authored.rows import TABLES
from routing.decision.learning import trained_model
from routing.decision.learning.trained_model import TrainedProfile
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.specs import (
    FEWEST_OFFER_WORDS,
    MOST_OFFER_WORDS,
    IntentSpec,
    PersonSpec,
    ProfileSpec,
    RoutingSection,
    StatePolicySpec,
)
from tenancy.models import Tenant

if TYPE_CHECKING:
    from releases.loaded_release import LoadedRelease, StoredArtifact


def ready(release: "LoadedRelease", parts: "Mapping[str, StoredArtifact]") -> None:
    """Builds the weak keywords and the model of each profile that has learnt, and reads an encoder's weights
    where a model asks one, or messages are read for whether they ask for a person; any other release costs
    nothing.
    """
    routing = release["routing"]
    if settings.EMBEDDER == BUNDLED and any(each.asks_for_person for each in routing.intents.values()):
        load_bundled().warm()
    if not parts:
        return
    for agent_id in release["routing"].profiles:
        learnt = TrainedProfile.of(release, agent_id)
        for key in (learnt.key, learnt.second_look_key):
            made = parts.get(key)
            model = made.built if made is not None else None
            if model is not None:
                ProfileRuntime.of(release, agent_id).misleading  # noqa: B018  worked out and kept
                model.warm()


def compile_draft(tenant: Tenant) -> Json:
    """What the tenant's rows say now, with what follows for the messages that must be routed right."""
    content = authored.compile_draft(tenant)
    return {**content, "cases": cases.compile_cases(tenant, load(content))}


def restore(tenant: Tenant, content: Json) -> None:
    """Makes the rows say what a release says. Cases stay with a release that is older than they are."""
    authored.restore(tenant, content)
    if "cases" in content:
        cases.restore(tenant, content["cases"])


def load(content: Json) -> RoutingSection:
    """The frozen words of a released section. What is switched off stays in the release, for restoring and
    comparing, and is left out here."""

    def part(name: str) -> Mapping[str, Any]:
        return {key: each for key, each in content.get(name, {}).items() if each["enabled"]}

    company = beginning_with(content.get("language", ""))
    zone = content.get("time_zone") or settings.TIME_ZONE
    intents = [_intent(name, each) for name, each in part("intents").items()]
    return RoutingSection(
        profiles={
            agent_id: _profile(agent_id, each, company, zone) for agent_id, each in part("profiles").items()
        },
        intents={intent.name: intent for intent in intents if not intent.out_of_scope},
        policies=tuple(
            read_spec(StatePolicySpec, each, state=state, agent=each["specialist"])
            for state, each in part("policies").items()
        ),
        outside={intent.name: intent for intent in intents if intent.out_of_scope},
        cases=cases.load(content.get("cases", {})),
        business_keys=business_keys.all_of(content.get("business_keys", {})),
    )


def _profile(agent_id: str, each: Mapping[str, Any], company: tuple[str, ...], zone: str) -> ProfileSpec:
    hours = Hours(
        each.get("person_hours", {}),
        each.get("time_zone") or zone,
        tuple(each.get("person_closed", ())),
    )
    return read_spec(
        ProfileSpec,
        each,
        agent_id=agent_id,
        fallback_agent=each["fallback"],
        single_agent=each["single"],
        languages=tuple(each.get("languages") or company),
        person=PersonSpec(hours, each.get("person_reply", {}), each.get("person_reply_closed", {})),
    )


def _intent(name: str, each: Mapping[str, Any]) -> IntentSpec:
    # Where an intent is answered from documents, they are looked into before anything else.
    consulted = (SEARCH,) if each.get("collection") else ()
    return read_spec(
        IntentSpec,
        each,
        name=name,
        agent=each["specialist"],
        offer=_offer_in_each(each.get("offer", {}), each["examples"]),
        examples=tuple(text for _language, text in each["examples"]),
        prefetch=(*consulted, *(tool for tool, use in each["tools"] if use == "prefetch")),
        offer_tools=tuple(tool for tool, use in each["tools"] if use == "offer"),
    )


def _offer_in_each(offer: Mapping[str, str], examples: Iterable[tuple[str, str]]) -> dict[str, str]:
    """What is offered, by language: a short example where an offer is written, and none in its language.

    >>> _offer_in_each({"es": "Anular una clase"}, [("en", "Cancel my lesson please")])
    {'es': 'Anular una clase', 'en': 'Cancel my lesson please'}
    """
    written = {code: text for code, text in offer.items() if text}
    if not written:
        return {}
    for language, text in examples:
        if FEWEST_OFFER_WORDS <= len(text.split()) <= MOST_OFFER_WORDS:
            written.setdefault(language, text)
    return written


def describe_objects(content: Json) -> Iterator[AuthoredObject]:
    """Every authored thing of the section with its fields under their labels."""
    labels = {
        "keywords": _("keywords"),
        "examples": _("examples"),
        "tools": _("tools"),
        "rails": _("guardrails"),
    }
    readers = {
        "misled": _leave_out,  # it follows from the keywords, whose changes are shown
        "intent": lambda value: value or _("nobody"),
        "tools": lambda value: [_describe_tool(tool, use) for tool, use in value],
        "examples": lambda value: [f"{text} ({language})" for language, text in value],
        "languages": lambda value: [dict(LANGUAGES).get(code, code) for code in value],
        "rails": lambda value: [title_of(Guardrail, name) for name in value],
    }
    yield from describe_rows((*TABLES, CASES), content, readers, labels)


def _leave_out(value: Json) -> Sequence[str] | None:
    return None


def _describe_tool(tool: str, use: str) -> str:
    """ "consultar_fatura: call at once"."""
    uses = dict(IntentTool.Uses.choices)
    return f"{tool}: {uses.get(use, use)}"


def look_around(tenant: Tenant) -> Iterator[Problem]:
    """Whether anybody is told of those who ask for a person."""
    asking = Intent.objects.of(tenant).filter(enabled=True, asks_for_person=True).order_by("name")
    name = asking.values_list("name", flat=True).first()
    if name is not None and not listeners.is_heard(tenant.pk, to_person.REQUESTED):
        sentence = _(
            "No channel is told that somebody asks for a person (%(event)s): only the list of handoffs shows "
            "it. Add a webhook, an e-mail address or a stream under Channels."
        )
        yield Problem("warning", _("Intent '%s'") % name, sentence % {"event": to_person.REQUESTED})


sections.register(
    sections.Section(
        "routing",
        compile_draft,
        load,
        restore,
        checks.check,
        describe_objects,
        prune=authored.prune,
        rows=authored.ROWS,
        tables=authored.TABLES,
        parts=trained_model.parts,
        ready=ready,
        around=look_around,
    )
)
