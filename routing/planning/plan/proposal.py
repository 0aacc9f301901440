"""The plan that a model may propose: `propose_plan`, and what is taken of what it sent.

    frame = Frame.of(intents, catalogue, memory, closed)
    plan = read(sent, frame, said, "sorter")         # raises PlanRefused

The plan that manifests make is the draft. Offered are its capabilities, and what else the goals of its
domains do that only reads. What changes something stays as the draft has it: a proposal says only to which
steps it refers. Every other value is the draft's, a reference to a step, one of the schema's, or in words
that the user wrote.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

import orjson
from django.conf import settings
from django.utils.translation import gettext as _

from agents.llm.request import ToolOffer
from language.normalise import words
from outbound.cleaning import clean_words
from routing.planning.errors import ProposalRefused, UnknownStep
from routing.planning.plan.checking import check_order
from routing.planning.plan.composing import PRIMARY, add_remembered, compose
from routing.planning.plan.engine import Closed
from routing.planning.plan.expressions import REFERENCE, as_text, find_references
from routing.planning.specs import (
    ENTITY_LETTERS,
    TEXT,
    CapabilitySpec,
    CombineMode,
    EntitySpec,
    ExecutionIntent,
    ExecutionMode,
    ExecutionPlan,
    ExecutionStep,
)
from routing.planning.understand.catalogue import Catalogue
from routing.planning.understand.parameters import NOWHERE, in_language

PROPOSE_PLAN = "propose_plan"
OFFERED = 24  # capabilities
LETTERS = 300  # of a description
TYPES = frozenset({"string", "integer", "number", "boolean", "array"})
REFERS = {"type": "string", "pattern": r"^\$\{\d{1,4}\.[\w.]+\}$", "description": "${step.result.field}"}
Key = tuple[str, str]
Form = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ProposalFrame:
    """What a proposal may consist of.

    `offered` are capabilities by (domain, name); `following` are those of the draft that only follow on
    others, which memory does not fill.
    """

    draft: ExecutionPlan
    catalogue: Catalogue
    memory: Mapping[str, Any]
    offered: Mapping[Key, CapabilitySpec]
    following: frozenset[Key]

    @classmethod
    def of(
        cls,
        intents: Sequence[ExecutionIntent],
        catalogue: Catalogue,
        memory: Mapping[str, Any],
        closed: Closed,
    ) -> "ProposalFrame":
        """The frame of what was resolved.

        What is remembered of the user is in no draft, and no model reads it.
        """
        draft = compose(intents, catalogue)
        draft = replace(draft, steps=tuple(_show(step, catalogue) for step in draft.steps))
        wanted = {(each.domain, each.capability) for each in intents}
        drafted = list(dict.fromkeys(map(_key, draft.steps)))
        others = [
            (each.domain, each.name)
            for domain in dict.fromkeys(each.domain for each in intents)
            for each in _readable(domain, catalogue)
            if (each.domain, each.name) not in drafted and not closed(each.domain, each.name)
        ]
        offered = {
            key: found
            for key in dict.fromkeys([*drafted, *others[:OFFERED]])
            if (found := catalogue.capability(*key)) is not None
        }
        return cls(draft, catalogue, memory, offered, frozenset(drafted) - wanted)

    def find_drafted(self, key: Key) -> list[ExecutionStep]:
        """The draft's steps of a capability."""
        return [step for step in self.draft.steps if _key(step) == key]


def offer(frame: ProposalFrame) -> ToolOffer:
    """`propose_plan` with the capabilities of a frame in its schema."""
    forms = [_step_form(key, frame) for key in frame.offered]
    return ToolOffer(
        PROPOSE_PLAN, "Say in which steps the request is carried out.", _form(frame, {"anyOf": forms})
    )


def read(sent: Mapping[str, Any], frame: ProposalFrame, messages: Sequence[str], model: str) -> ExecutionPlan:
    """What a model sent as a plan; `messages` are all messages of the user.

    :raises PlanRefused: it goes beyond the frame, or could not be carried out whoever had made it.
    """
    _keeps(sent, _form(frame, {"type": "object"}))
    reading = _DraftReading(frame, messages)
    steps = [reading.step(each) for each in sent["steps"]]
    steps = reading.finish(steps)
    plan = ExecutionPlan(
        tuple(steps),
        sent.get("execution_mode") or ("dag" if any(step.depends_on for step in steps) else "parallel"),
        sent.get("combine_mode") or ("report" if len(steps) > 1 else "last"),
        int(sent.get("max_concurrency") or frame.draft.max_concurrency),
        model,
    )
    check_order(plan, frame.catalogue)
    return plan


class _DraftReading:
    """Lives for one proposal: what of the draft it has not taken up yet."""

    def __init__(self, frame: ProposalFrame, messages: Sequence[str]) -> None:
        self.frame, self.messages = frame, messages
        self.known = frozenset(word for text in messages for word in words(text))
        self.left = [step for step in frame.draft.steps if not frame.offered[_key(step)].read_only]
        self.reads: list[int] = []
        self.behind: set[int] = set()  # steps that come after all that only read
        self.done: Counter[Key] = Counter()
        self.seen: set[bytes] = set()

    def step(self, each: Mapping[str, Any]) -> ExecutionStep:
        key = (str(each.get("domain")), str(each.get("capability")))
        capability = self.frame.offered.get(key)
        if capability is None:
            known = ", ".join(name for domain, name in self.frame.offered if domain == key[0])
            raise UnknownStep(domain=key[0], capability=key[1], known=known or "-")
        _keeps(each, _step_form(key, self.frame))
        number, given = int(each["id"]), each["params"]
        needs = tuple(dict.fromkeys(map(int, each.get("depends_on", ()))))
        self.done[key] += 1
        if not capability.read_only:
            made = self._as_drafted(number, key, given)
            if made.depends_on:
                self.behind.add(number)
            return replace(made, id=number, params=self._fill(given, capability), depends_on=needs)
        self.reads.append(number)
        drafted = self.frame.find_drafted(key)
        params = {
            name: self._value(number, name, value, drafted, capability) for name, value in given.items()
        }
        written_down = orjson.dumps([key, params], option=orjson.OPT_SORT_KEYS)
        if written_down in self.seen:
            raise ProposalRefused(_("Step %d does the same as another one.") % number)
        self.seen.add(written_down)
        return ExecutionStep(
            number, *key, self._fill(params, capability), needs,
            any(step.required for step in drafted), f"step_{number}",
        )  # fmt: skip

    def finish(self, steps: list[ExecutionStep]) -> list[ExecutionStep]:
        """The steps, where all that the user asked for is in them.

        What follows in the draft comes last here too.
        """
        wanted = Counter(map(_key, self.frame.draft.steps))
        if absent := wanted - self.done:
            names = ", ".join(".".join(key) for key in absent)
            raise ProposalRefused(_("The proposed plan leaves out %s.") % names)
        if len(steps) == 1:
            return [replace(steps[0], output_key=PRIMARY)]
        last = tuple(self.reads)
        return [
            replace(step, depends_on=tuple(dict.fromkeys((*step.depends_on, *last))))
            if step.id in self.behind
            else step
            for step in steps
        ]

    def _as_drafted(self, number: int, key: Key, given: Mapping[str, Any]) -> ExecutionStep:
        """The step of the draft that this one is; each is taken up once."""
        for made in self.left:
            if _key(made) == key and made.params.keys() == given.keys():
                changed = [name for name in given if given[name] != made.params[name]]
                if all(_refers_alike(given[name], made.params[name]) for name in changed):
                    self._refuse_typed(number, [given[name] for name in changed])
                    self.left.remove(made)
                    return made
        sentence = _("Step %(step)d changes something (%(capability)s) otherwise than the user asked for.")
        raise ProposalRefused(sentence % {"step": number, "capability": key[1]})

    def _value(
        self, number: int, name: str, value: Any, drafted: Sequence[ExecutionStep], capability: CapabilitySpec
    ) -> Any:
        """A value as plans hold it: what is in words of the user refers to nothing."""
        if any(value == step.params.get(name) for step in drafted if name in step.params):
            return value
        if isinstance(value, list):
            return [self._value(number, name, each, drafted, capability) for each in value]
        if isinstance(value, bool) or value in _values(name, capability, self.frame.catalogue):
            return value
        if isinstance(value, str) and (match := REFERENCE.fullmatch(value)) and match["step"]:
            self._refuse_typed(number, value)
            return value
        spoken = words(str(value)[: ENTITY_LETTERS + 1]) if isinstance(value, str | int | float) else []
        if spoken and len(str(value)) <= ENTITY_LETTERS and self.known.issuperset(spoken):
            return as_text(value)
        sentence = _("Step %(step)d has a value for %(name)s that nobody said and no step finds: %(value)s.")
        raise ProposalRefused(
            sentence % {"step": number, "name": name[:64], "value": clean_words(str(value), 80)}
        )

    def _refuse_typed(self, number: int, value: Any) -> None:
        for reference, _match in find_references(value):
            if any(reference in text for text in self.messages):
                sentence = _("Step %(step)d refers to %(reference)s, which the user typed as text.")
                raise ProposalRefused(sentence % {"step": number, "reference": reference[:80]})

    def _fill(self, given: Mapping[str, Any], capability: CapabilitySpec) -> dict[str, Any]:
        """The parameters with what is remembered, as in every plan."""
        if (capability.domain, capability.name) in self.frame.following:
            return dict(given)
        filled = add_remembered(given, capability, self.frame.memory)
        return {**given, **{name: as_text(each) for name, each in filled.items() if name not in given}}


def _key(step: ExecutionStep) -> Key:
    return step.domain, step.capability


def _show(step: ExecutionStep, catalogue: Catalogue) -> ExecutionStep:
    """A step of the draft with what its domain is sent: what only plans read is left out."""
    capability = catalogue.capability(step.domain, step.capability)
    known = capability.properties if capability is not None else {}
    kept = {name: value for name, value in step.params.items() if name in known or name not in NOWHERE}
    return replace(step, params={name: value for name, value in kept.items() if not name.startswith("_")})


def _readable(domain: str, catalogue: Catalogue) -> Iterator[CapabilitySpec]:
    """What the goals of a domain do that only reads, and follows on nothing."""
    found = catalogue.domain(domain)
    for name in (
        dict.fromkeys(name for goal in found.goals.values() for name in goal.capabilities) if found else ()
    ):
        capability = catalogue.capability(domain, name)
        if capability is not None and capability.read_only and capability.plannable and not capability.role:
            yield capability


def _refers_alike(given: Any, made: Any) -> bool:
    """Whether both are nothing but references to the same fields, of whichever steps."""
    fields = {match["path"] for _said, match in find_references(made) if match is not None and match["step"]}
    own = list(find_references(given)) if isinstance(given, str) else []
    return (
        bool(own)
        and all(match is not None and match["step"] and match["path"] in fields for _said, match in own)
        and not REFERENCE.sub("", given).strip()
    )


def _entities(capability: CapabilitySpec, catalogue: Catalogue) -> dict[str, EntitySpec]:
    """What the goals that name a capability hear of it."""
    domain = catalogue.domain(capability.domain)
    goals = [goal for goal in domain.goals.values() if capability.name in goal.capabilities] if domain else []
    known = capability.properties
    return {
        name: entity
        for goal in goals
        for name, entity in goal.entities.items()
        if not entity.capability_map or name in known
    }


def _values(name: str, capability: CapabilitySpec, catalogue: Catalogue) -> list[Any]:
    """The values that a schema lists for a parameter."""
    entity = _entities(capability, catalogue).get(name)
    listed = capability.properties.get(name)
    found = listed.get("enum") if isinstance(listed, Mapping) else None
    return [*(entity.values if entity else ()), *(found if isinstance(found, list) else ())]


def _form(frame: ProposalFrame, step: Form) -> Form:
    """The JSON Schema of a proposal whose steps have this form."""
    most = settings.PLAN_STEPS
    return {
        "type": "object",
        "properties": {
            "steps": {"type": "array", "minItems": 1, "maxItems": most, "items": step},
            "execution_mode": {"type": "string", "enum": list(get_args(ExecutionMode))},
            "combine_mode": {"type": "string", "enum": list(get_args(CombineMode))},
            "max_concurrency": {"type": "integer", "minimum": 1, "maximum": frame.draft.max_concurrency},
        },
        "required": ["steps"],
        "additionalProperties": False,
    }


def _step_form(key: Key, frame: ProposalFrame) -> Form:
    number = {"type": "integer", "minimum": 1, "maximum": settings.PLAN_STEPS}
    capability = frame.offered[key]
    params = _param_forms(capability, frame)
    changes = "" if capability.read_only else " (changes something)"
    return {
        "type": "object",
        "description": (capability.description + changes)[:LETTERS],
        "properties": {
            "id": number,
            "domain": {"type": "string", "enum": [key[0]]},
            "capability": {"type": "string", "enum": [key[1]]},
            "params": {"type": "object", "properties": params, "additionalProperties": False},
            "depends_on": {"type": "array", "maxItems": settings.PLAN_STEPS, "items": number},
        },
        "required": ["id", "domain", "capability", "params"],
        "additionalProperties": False,
    }  # fmt: skip


def _param_forms(capability: CapabilitySpec, frame: ProposalFrame) -> dict[str, Form]:
    """The parameters that a model may set.

    Of its schema and of what its goals hear, but nothing that memory fills. What is looked up is given in the
    user's words, or found by a step.
    """
    drafted = frame.find_drafted((capability.domain, capability.name))
    forms: dict[str, Form] = {name: {} for step in drafted for name in step.params}
    if not capability.read_only:
        return forms
    kept = set(map(str, capability.part("memory_map").values()))
    for name, given in capability.properties.items():
        if name.removesuffix(TEXT) not in kept and not name.startswith("_"):
            forms[name] = _param_form(given if isinstance(given, Mapping) else {})
    for rule in capability.pre_flow:
        forms[str(rule["param"])] = REFERS
        forms[f"{rule['param']}{TEXT}"] = {"type": "string", "description": "In the user's own words."}
    for name, entity in _entities(capability, frame.catalogue).items():
        forms[name] = _param_form(
            {"type": None, "enum": list(entity.values), "description": entity.description}
        )
    return forms


def _param_form(given: Mapping[str, Any]) -> Form:
    """What of a parameter's JSON Schema a model is told and held to; a domain checks the rest itself."""
    form: Form = {}
    if isinstance(given.get("type"), str) and given["type"] in TYPES:
        form["type"] = given["type"]
    if isinstance(given.get("enum"), list) and given["enum"]:
        form["enum"] = given["enum"]
    if text := in_language(given.get("description"), "en"):
        form["description"] = text[:LETTERS]
    return form if set(form) <= {"description"} or form == {"type": "string"} else {"anyOf": [form, REFERS]}


def _keeps(sent: Any, form: Form) -> None:
    from jsonschema import Draft202012Validator

    error = next(Draft202012Validator(form).iter_errors(sent), None)
    if error is not None:
        where = "/".join(map(str, error.absolute_path))
        problem = clean_words(
            f"{where}: {error.message}" if len(error.message) < LETTERS else f"{where}: {error.validator}",
            LETTERS,
        )
        raise ProposalRefused(_("The proposed plan does not keep to its form: %s") % problem)
