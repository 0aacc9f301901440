"""The tables of this app, each defined in the layer that it belongs to."""

from routing.answer_cache.models import CachedAnswer
from routing.decision.authored.business_keys import BusinessKey
from routing.decision.authored.intent_tool import IntentTool
from routing.decision.authored.models import AgentProfile, Example, Intent, Keyword
from routing.decision.authored.routing_case import RoutingCase, case_key
from routing.decision.authored.state_policy import StatePolicy
from routing.decision.authored.validators import check_languages
from routing.gateway.models import Backend, GatewayDecision, GatewaySession
from routing.planning.models import Capability, Domain, Goal, ProposedManifest

__all__ = [
    "AgentProfile",
    "Backend",
    "BusinessKey",
    "CachedAnswer",
    "Capability",
    "Domain",
    "Example",
    "GatewayDecision",
    "GatewaySession",
    "Goal",
    "Intent",
    "IntentTool",
    "Keyword",
    "ProposedManifest",
    "RoutingCase",
    "StatePolicy",
    "case_key",
    "check_languages",
]
