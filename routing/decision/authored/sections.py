"""The release's section "routing".

Profiles, intents with their keywords and tools, state policies, business keys.
"""

from collections.abc import Mapping
from typing import Any

from django.conf import settings

from agents.knowledge.tool_offers import SEARCH
from handoffs.hours import Hours
from language.spoken_languages import beginning_with
from releases import sections
from releases.sections import Json
from routing.decision.authored import business_keys, cases, checks, wording
from routing.decision.authored import rows as authored
from routing.decision.learning import trained_model
from routing.decision.ready import ready
from routing.decision.specs import IntentSpec, PersonSpec, ProfileSpec, RoutingSection, StatePolicySpec
from tenancy.models import Tenant


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
    intents = [_intent(name, each) for name, each in part("intents").items()]
    return RoutingSection(
        profiles={agent_id: _profile(agent_id, each, company) for agent_id, each in part("profiles").items()},
        intents={intent.name: intent for intent in intents if not intent.out_of_scope},
        policies=tuple(_policy(state, each) for state, each in part("policies").items()),
        outside={intent.name: intent for intent in intents if intent.out_of_scope},
        cases=cases.load(content.get("cases", {})),
        business_keys=business_keys.all_of(content.get("business_keys", {})),
    )


def _profile(agent_id: str, each: Mapping[str, Any], company: tuple[str, ...]) -> ProfileSpec:
    return ProfileSpec(
        agent_id=agent_id,
        name=each["name"],
        description=each["description"],
        domain=each["domain"],
        mode=each["mode"],
        fallback_agent=each["fallback"],
        single_agent=each["single"],
        coordinator=each.get("coordinator", ""),
        specialists=tuple(each["specialists"]),
        wished_precision=each.get("wished_precision", 0.97),
        confidence_threshold=each["confidence_threshold"],
        llm_router=each.get("llm_router", ""),
        plan_by_model=each.get("plan_by_model", False),
        quick_messages=each.get("quick_messages", "queue"),
        stickiness=each.get("stickiness", "keep"),
        allow_handoff=each["allow_handoff"],
        review=each["review"],
        keep_raw_text=each["keep_raw_text"],
        max_branches=each.get("max_branches"),
        max_handoffs=each.get("max_handoffs"),
        max_steps=each.get("max_steps"),
        max_rounds=each.get("max_rounds"),
        history_messages=each.get("history_messages"),
        history_tokens=each.get("history_tokens"),
        share_memory=each.get("share_memory", True),
        remembers=each.get("remembers", False),
        documents=each.get("documents", ""),
        documents_threshold=each.get("documents_threshold", 0.6),
        attachments=each.get("attachments", ""),
        synthesis_prompt=each.get("synthesis_prompt", ""),
        languages=tuple(each.get("languages") or company),
        person=PersonSpec(
            hours=Hours(
                each.get("person_hours", {}),
                each.get("time_zone") or settings.TIME_ZONE,
                tuple(each.get("person_closed", ())),
            ),
            reply=each.get("person_reply", {}),
            reply_closed=each.get("person_reply_closed", {}),
        ),
        policy=each["policy"],
        rails=tuple(each["rails"]),
        judges=tuple(each["judges"]),
    )


def _intent(name: str, each: Mapping[str, Any]) -> IntentSpec:
    return IntentSpec(
        name=name,
        agent=each["specialist"],
        domain=each["domain"],
        description=each["description"],
        priority=each["priority"],
        keywords=tuple(each["keywords"]),
        examples=tuple(text for _language, text in each["examples"]),
        prefetch=(*_choose_consulted(each), *(tool for tool, use in each["tools"] if use == "prefetch")),
        collection=each.get("collection", ""),
        cache_seconds=each.get("cache_seconds", 0),
        offer_tools=tuple(tool for tool, use in each["tools"] if use == "offer"),
        next_state=each["next_state"],
        state_question=each["state_question"],
        reply=each["reply"],
        menu=each["menu"],
        offer=each["offer"],
        takes_text=each.get("takes_text", False),
        aside=each.get("aside", False),
        asks_for_person=each.get("asks_for_person", False),
        handover_backend=each.get("handover_backend", ""),
        profiles=tuple(each["profiles"]),
        out_of_scope=each.get("out_of_scope", False),
    )


def _choose_consulted(each: Mapping[str, Any]) -> tuple[str, ...]:
    """Where an intent is answered from documents, they are looked into before anything else."""
    return (SEARCH,) if each.get("collection") else ()


def _policy(state: str, each: Mapping[str, Any]) -> StatePolicySpec:
    return StatePolicySpec(
        state, each["specialist"], each["description"], each["terminal"], tuple(each["profiles"])
    )


sections.register(
    sections.Section(
        "routing",
        compile_draft,
        load,
        restore,
        checks.check,
        wording.objects,
        prune=authored.prune,
        rows=authored.ROWS,
        parts=trained_model.parts,
        ready=ready,
    )
)
