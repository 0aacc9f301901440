"""What plans say to users: sentences of the platform, values as people write them, results by templates.

>>> format_value(True, "pt"), format_value(1e5, "pt")
('sim', '100000')
>>> format_value(1234.5, "en"), format_value(["PETR4", None, 7], "es")
('1,234.5', 'PETR4, 7')
>>> format_value({"currency": "SEK", "open": False}, "en")
'currency: SEK; open: no'

The proof in the chat writes them alike (`format_value` of static/chat/explain.js): JSON has one kind of
number, so that one without a fraction is told by its value and not by how it was sent. A domain's manifest
says what it does, and a result in a sentence:

    explanation_template: {"pt": "{symbol} está em {price} {currency}",
                           "en": "{symbol} is at {price} {currency}"}
    value_labels (of a parameter): {"GAINERS": {"pt": "maiores altas", "en": "top gainers"}}

A template in the user's language says it; one for all languages where the domain said nothing itself. One
that names what the result does not have is left out: the domain's own words stand.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import lru_cache
from math import isfinite
from typing import Any

from language import detect
from language.spoken_languages import mark, speak, write_number
from routing.planning.errors import PlanRefused
from routing.planning.plan.expressions import MISSING, look_up
from routing.planning.specs import (
    BUILT_IN,
    CapabilitySpec,
    DomainOutput,
    ExecutionStep,
    GoalSpec,
    PlanningSection,
    read_list,
    read_mapping,
)
from routing.planning.understand.catalogue import Catalogue
from routing.planning.understand.parameters import in_language, in_words

# How a clarification may be resolved: names that manifests and domains send in `metadata.resolution`.
RESOLUTIONS: Mapping[str, str] = {
    "ambiguous_symbol": mark("I found more than one match for “{text}”. Which one?"),
    "symbol_not_found": mark("I did not find “{text}”. How is it spelt, or what else is it called?"),
    "symbol_elsewhere": mark(
        "I did not find “{text}”, but I found this. Choose an option or say another name."
    ),
    "symbol_lookup_failed": mark("I could not look “{text}” up just now. Say the name again in a moment."),
    "missing_required_params": mark("For that I need to know: {text}."),
}
TEXTS: Mapping[str, str] = {
    **RESOLUTIONS,
    "failed": mark("I could not do this just now: {what}. Please try again in a moment."),
    "done": mark("Done: {what}."),
    "failed_for_good": mark("I cannot do this here: {what}. Please tell whoever looks after this service."),
    "switched_off": mark("This is switched off at the moment: {what}."),
    "needs_consent": mark("This needs your permission or confirmation, and I cannot do it here: {what}."),
    "optional_failed": mark("I could not also do this: {what}. {why}"),
    "uncertain": mark("I do not know whether this was completed, please check before repeating it: {what}."),
    "refused": mark("I cannot do that at once. Ask for less at a time, or in another way."),
    "too_many_names": mark("Those are too many names at once: at most {most}. Ask for fewer at a time."),
    "too_many_steps": mark(
        "Those are {number} steps at once, and the most is {most}. Please ask for less at a time."
    ),
    "confirm": mark("I understood this: {what}{params}. Is that right?"),
    "unserved": mark("I cannot do this here: {text}."),
    "let_go": mark("All right, I leave that aside."),
    "confirm_action": mark(
        "Before I do this I need your yes: {what}.\n\n{params}\n\nShall I do it like this?"
    ),
    "not_done": mark("All right, this was not done: {what}."),
    "yes": mark("Yes"),
    "no": mark("No"),
    "otherwise": mark("All right. Tell me in other words what you would like."),
    "options": mark("These are the options:"),
    "choose_or_leave": mark("Say the number or the name of one of them, or “never mind” if you want none."),
    "or_leave": mark("If you do not know, say “never mind” and we leave it."),
    "yes_or_otherwise": mark("If that is it, say “yes”. If not, tell me in other words what you would like."),
    "afterwards": mark("Once you have answered I will also do this: {what}."),
    "which_goal": mark("I can do this about it. What would you like?"),
    "can_do": mark("I can help with this:"),
    "for_example": mark("for example"),
    "for_whom": mark("for whom"),
}  # fmt: skip


def say(name: str, language: str, /, **values: str) -> str:
    """One sentence in a language."""
    return speak(TEXTS[name], language, **values)


def explain_refusal(refused: PlanRefused, language: str) -> str:
    """Why a plan is not carried out, as far as the user can do something about it."""
    return say(refused.code if refused.code in TEXTS else "refused", language, **refused.values)


def describe_step(step: ExecutionStep, catalogue: Catalogue, language: str) -> str:
    """What a step does, in a few words.

    Its capability's label, else the first sentence of its description.
    """
    capability = catalogue.capability(step.domain, step.capability)
    return describe_capability(capability, language) if capability is not None else in_words(step.capability)


def describe_capability(capability: CapabilitySpec, language: str) -> str:
    """What a capability does, in a few words.

    Its label, else the first sentence of its description, else its name.
    """
    text = in_language(capability.metadata.get("label"), language) or capability.description
    return text.strip().partition("\n")[0].partition(". ")[0].rstrip(". ") or in_words(capability.name)


def describe_goal(goal: GoalSpec, catalogue: Catalogue, language: str) -> str:
    """What a goal is for, in a few words.

    Its description where that is of this language, else what its capabilities are called there.
    """
    description = " ".join(goal.description.split())
    if description and detect_language(description) == language:
        return description
    labels = [in_language(each.metadata.get("label"), language) for each in catalogue.serving(goal)]
    if labels and all(labels):
        return " / ".join(labels)
    return description or in_words(goal.name).capitalize()


@lru_cache(maxsize=4096)
def detect_language(text: str) -> str:
    """The language in which a text of a manifest is written."""
    return detect.language(text, None)


_SURE = Context(prec=15, rounding=ROUND_HALF_UP)  # what a float holds of any number


def format_value(value: Any, language: str) -> str:
    """A value of JSON in a language; what is empty is an empty text."""
    if isinstance(value, bool):
        return say("yes" if value else "no", language).lower()
    if isinstance(value, float):
        return f"{_exact(value):f}" if value.is_integer() else format_number(value, language)
    if isinstance(value, Mapping):
        parts = ((name, format_value(each, language)) for name, each in value.items())
        return "; ".join(f"{str(name).replace('_', ' ')}: {text}" for name, text in parts if text)
    if isinstance(value, list | tuple):
        return ", ".join(text for each in value if (text := format_value(each, language)))
    return "" if value is None else str(value)  # an integer is often an id, and an id has no thousands


def format_number(value: float, language: str, places: int | None = None) -> str:
    """A number with the language's signs, with so many places or those that it has.

    >>> format_number(1234.5, "pt", 2), format_number(0.1 + 0.2, "es"), format_number(-0.0, "en")
    ('1.234,50', '0,3', '0')
    """
    if not isfinite(value):
        return str(value)
    rounded = round(value, places) + 0.0 if places is not None else _exact(value, _SURE)
    text = f"{rounded:,.{places}f}" if places is not None else f"{rounded:,f}"
    return write_number(text, language)


def to_one_line(text: str) -> str:
    """The text without a line end, so that what a domain sends cannot look like an option of its own."""
    return " ".join(text.split())


def _exact(value: float, context: Context | None = None) -> Decimal:
    """The shortest number that the float is written as; no zero has a sign."""
    return Decimal(repr(value)).normalize(context) + 0


PLACES = 2  # of an amount in a sentence
_PLACE = re.compile(r"\{([\w.]+)\}")


def explain(
    output: DomainOutput, params: Mapping[str, Any], capability: CapabilitySpec, language: str
) -> DomainOutput:
    """The output with its explanation in the user's language, where the manifest knows one."""
    if output.status != "success":
        return output
    template = capability.metadata.get("explanation_template")
    if isinstance(template, Mapping):
        template = template.get(language)
    elif output.explanation:
        template = None
    sentence = (
        _fill(template, output.result, params, capability, language) if isinstance(template, str) else ""
    )
    return replace(output, explanation=sentence) if sentence else output


def _fill(
    template: str, result: Any, params: Mapping[str, Any], capability: CapabilitySpec, language: str
) -> str:
    values: dict[str, str] = {}
    for path in _PLACE.findall(template):
        value = look_up(result, path)
        if value is MISSING:
            value = look_up(params, path)
        if value is MISSING or isinstance(value, Mapping | list):
            return ""
        values[path] = label_value(path.split(".")[-1], value, capability, language, PLACES)
    return _PLACE.sub(lambda match: values[match[1]], template)


def label_value(
    name: str, value: Any, capability: CapabilitySpec, language: str, places: int | None = None
) -> str:
    """A value as people read it: by its label, else as they write it; `places` of a number with decimals."""
    if isinstance(value, list | tuple):
        return ", ".join(label_value(name, each, capability, language, places) for each in value)
    spec, schema = capability.describe_parameter(name)
    folded = {str(key).casefold(): label for key, label in read_mapping(spec, "value_labels").items()}
    if shown := in_language(folded.get(str(value).casefold()), language):
        return shown
    if isinstance(value, float) and places is not None:
        return format_number(value, language, places)
    if isinstance(value, str) and value in (*read_list(spec, "enum"), *read_list(schema, "enum")):
        return in_words(value)  # values of an enum are names of the manifest
    return format_value(value, language)


def offers(section: PlanningSection) -> list[dict[str, str]]:
    """Examples by language. A goal that only follows on others (a notification) is none to begin with."""
    found = [
        {detect_language(example): example for example in reversed(goal.hints.examples)}
        for domain in section.domains.values()
        for goal in domain.goals.values()
        if not all(domain.capabilities[name].role for name in goal.capabilities)
    ]
    return [each for each in found if each]


def list_offered(catalogue: Catalogue) -> Sequence[GoalSpec]:
    """The published goals that can be asked for."""
    return [goal for goal in catalogue.goals() if goal.domain != BUILT_IN]


def list_goals(catalogue: Catalogue, language: str) -> str:
    """What can be asked for, with an example each."""
    lines = []
    for goal in list_offered(catalogue):
        what = describe_goal(goal, catalogue, language)
        example = find_example(goal, catalogue, language)
        shown = f" ({say('for_example', language)}: “{example}”)" if example else ""
        lines.append(f"- {what}{shown}")
    return "\n".join([say("can_do", language), *lines])


def find_example(goal: GoalSpec, catalogue: Catalogue, language: str) -> str:
    """A message that means the goal, in the user's language where there is one.

    Empty where its manifest has none.
    """
    examples = catalogue.examples_of(goal)
    return next((text for text in examples if detect_language(text) == language), next(iter(examples), ""))
