"""The plan of what was resolved: lists become steps, what follows on others is put behind them.

Everything is read from the capabilities' metadata: `decomposition.array_params` splits a list into parallel
steps, one item makes no split; `composition` says which role may follow, on which condition, and where it
takes its parameters from; `memory_map` what is remembered and fills a parameter that the user did not name.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.conf import settings

from conversations.turn import TurnContext
from routing.decision import business
from routing.decision.profile_runtime import ProfileRuntime
from routing.planning.plan import expressions
from routing.planning.plan.expressions import MISSING, holds, look_up
from routing.planning.specs import (
    TEXT,
    CapabilitySpec,
    ExecutionIntent,
    ExecutionPlan,
    ExecutionStep,
    read_mapping,
)
from routing.planning.understand.catalogue import Catalogue

EXPLANATION = "_step_explanation"
PRIMARY, NOTIFICATION = "primary", "notification"


def compose(
    intents: Sequence[ExecutionIntent],
    catalogue: Catalogue,
    memory: Mapping[str, Any] | None = None,
) -> ExecutionPlan:
    """The steps of all intents, and what follows on them. An empty plan where nothing serves the goal."""
    steps: list[ExecutionStep] = []
    most = settings.PLAN_CONCURRENCY
    for intent in intents:
        capability = catalogue.capability(intent.domain, intent.capability)
        if capability is None:
            continue
        filled = add_remembered(intent.parameters, capability, memory or {})
        split, at_once = _split(filled, capability)
        most = at_once or most
        for params in split:
            key = f"result_{len(steps) + 1}" if len(split) > 1 else f"step_{len(steps) + 1}"
            steps.append(_step(len(steps) + 1, capability, params, key))
    if len(steps) == 1:
        steps[0] = replace(steps[0], output_key=PRIMARY)
    following = _add_following(steps, intents, catalogue)
    if following:
        return ExecutionPlan((*steps, *following), "dag", "report", most)
    if len(steps) > 1:
        return ExecutionPlan(tuple(steps), "parallel", "report", most)
    return ExecutionPlan(tuple(steps), "sequential", "last", most)


def append_follow_up(
    plan: ExecutionPlan, intents: Sequence[ExecutionIntent], catalogue: Catalogue
) -> ExecutionPlan:
    """The plan with what these intents wish to follow on it, where it does not follow yet."""
    following = _add_following(plan.steps, intents, catalogue)
    if not following:
        return plan
    return replace(plan, steps=(*plan.steps, *following), execution_mode="dag", combine_mode="report")


def add_remembered(
    params: Mapping[str, Any], capability: CapabilitySpec, memory: Mapping[str, Any]
) -> dict[str, Any]:
    """The parameters, with what is remembered where the capability's `memory_map` says so
    ({"preferred_market": "market"}), its schema takes it and the user did not say it.
    """
    values = dict(params)
    known = {*capability.properties, *capability.part("parameter_specs")}
    for key, name in capability.part("memory_map").items():
        named = any(values.get(each) not in (None, "", []) for each in (name, f"{name}{TEXT}"))
        if not named and name in known and memory.get(key) not in (None, ""):
            values[str(name)] = memory[key]
    return values


def remembers(catalogue: Catalogue) -> frozenset[str]:
    """The names by which the capabilities of all domains remember something."""
    every = (each for domain in catalogue.domains.values() for each in domain.capabilities.values())
    return frozenset(str(key) for each in every for key in each.part("memory_map"))


def _step(number: int, capability: CapabilitySpec, params: Mapping[str, Any], key: str) -> ExecutionStep:
    return ExecutionStep(
        number, capability.domain, capability.name, expressions.as_text(dict(params)), output_key=key
    )


def _split(params: Mapping[str, Any], capability: CapabilitySpec) -> tuple[list[dict[str, Any]], int | None]:
    """The parameters of each step that a list becomes, and how many of them run at once."""
    for rule in capability.array_params:
        many, single = str(rule["param_name"]), str(rule["single_param_name"])
        for name, one in ((base + end, single + end) for base in (many, single) for end in ("", TEXT)):
            values = params.get(name)
            if not isinstance(values, list | tuple) or not values:
                continue
            rest = {key: each for key, each in params.items() if key not in (name, one)}
            distinct = dict.fromkeys(each for each in values if isinstance(each, str | int | float))
            given = rule.get("max_concurrency")
            at_once = given if isinstance(given, int) and given > 0 else None
            return [{**rest, one: each} for each in distinct], at_once
    return [dict(params)], None


def _add_following(
    steps: Sequence[ExecutionStep], intents: Sequence[ExecutionIntent], catalogue: Catalogue
) -> list[ExecutionStep]:
    """What follows on the steps.

    Of each wanted role the capability with the highest priority, once for all of them.
    """
    added: list[ExecutionStep] = []
    begun = {(step.domain, step.capability) for step in steps}
    done = set(begun)
    for intent in intents:
        before = catalogue.capability(intent.domain, intent.capability)
        if before is None or (intent.domain, intent.capability) not in begun:
            continue
        rules = before.composition
        for role in rules.get("followup_roles") or ():
            following = _first_holding(str(role), rules, intent, catalogue)
            if following is None or (following.domain, following.name) in done:
                continue
            params = _map_parameters(following, rules, steps, intent)
            if params is None:
                continue
            done.add((following.domain, following.name))
            named = (each.get("followup_output_key") for each in (rules, following.composition))
            added.append(
                ExecutionStep(
                    max(step.id for step in steps) + len(added) + 1, following.domain, following.name, params,
                    tuple(step.id for step in steps), rules.get("followup_required") is True,
                    str(next(filter(None, named), NOTIFICATION)),
                )
            )  # fmt: skip
    return added


def _first_holding(
    role: str, rules: Mapping[str, Any], intent: ExecutionIntent, catalogue: Catalogue
) -> CapabilitySpec | None:
    facts = {
        "parameters": dict(intent.parameters),
        "query": intent.original_query,
        "domain": intent.domain,
        "capability": intent.capability,
    }
    if not holds(rules.get("enabled_if"), facts):
        return None
    return next(
        (each for each in catalogue.with_role(role) if holds(each.composition.get("enabled_if"), facts)),
        None,
    )


def _map_parameters(
    following: CapabilitySpec,
    rules: Mapping[str, Any],
    steps: Sequence[ExecutionStep],
    intent: ExecutionIntent,
) -> dict[str, Any] | None:
    """The parameters of what follows; None where one that it requires has no source."""
    own = following.composition
    given = {**read_mapping(own, "param_map"), **read_mapping(rules, "param_map")}
    params: dict[str, Any] = {**read_mapping(own, "static_params"), **read_mapping(rules, "static_params")}
    for name, entry in given.items():
        source = entry if isinstance(entry, Mapping) else {"from_parameters": [entry]}
        value = _first(source.get("from_parameters"), steps, intent)
        if value is None:
            value = source.get("default")
        if value is not None:
            params[name] = value
        elif source.get("required"):
            return None
    return params


def _first(names: Any, steps: Sequence[ExecutionStep], intent: ExecutionIntent) -> Any:
    """The first of the sources that has something: a parameter, or the explanation of the steps before."""
    for name in names if isinstance(names, list | tuple) else [names]:
        if name == EXPLANATION:
            return "\n".join(f"${{{step.id}.explanation}}" for step in steps)
        value = look_up(intent.parameters, name) if isinstance(name, str) else MISSING
        if value is not MISSING and value not in (None, "", []):
            return expressions.as_text(value)
    return None


def read_remembered(context: TurnContext, published: ProfileRuntime) -> dict[str, Any]:
    """Values by name: what is remembered of the user, what a trusted system sent, then of the conversation.

    Who writes is what a credential proves and nothing else: no name of identity is taken from a request or
    from what was said. Identity is also what a tool of the release takes from it, and what a business key is
    read from.
    """
    identity, who = context.request.identity, business.who(published.business_keys, published.agents)
    sent = context.request.context.items() if identity.trusted else ()
    values = {
        **{each.key: each.value for each in context.request.memory or ()},
        **{name: each for name, each in sent if isinstance(each, str | int | float)},
        **identity.business,
        **context.request.state.values,
        **context.decision.values,
    }
    proven = {name: each for name, each in identity.known.items() if name in who}
    return {**{name: each for name, each in values.items() if name not in who}, **proven}
