"""What plans say to users in words of the platform; what a domain does is named by its manifest."""

from collections.abc import Mapping
from functools import lru_cache

from language import detect
from language.speaking import mark, speak
from routing.planning.errors import PlanRefused
from routing.planning.specs import CapabilitySpec, GoalSpec
from routing.planning.understand.catalogue import Catalogue
from routing.planning.understand.parameters import in_language, in_words
from routing.planning.words import ExecutionStep

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
    "not_among": mark("I did not find “{text}” among what I can do."),
    "confirm_action": mark(
        "Before I do this I need your yes: {what}.\n\n{params}\n\nShall I do it like this?"
    ),
    "not_done": mark("All right, this was not done: {what}."),
    "yes": mark("Yes"),
    "no": mark("No"),
    "otherwise": mark("All right. Tell me in other words what you would like."),
    "none_such": mark("“{text}” is not among these options."),
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


def text(name: str, language: str, **values: str) -> str:
    """One sentence in a language."""
    return speak(TEXTS[name], language, **values)


def refusal(refused: PlanRefused, language: str) -> str:
    """Why a plan is not carried out, as far as the user can do something about it."""
    return text(refused.code if refused.code in TEXTS else "refused", language, **refused.told)


def action(step: ExecutionStep, catalogue: Catalogue, language: str) -> str:
    """What a step does, in a few words.

    Its capability's label, else the first sentence of its description.
    """
    capability = catalogue.capability(step.domain, step.capability)
    return title(capability, language) if capability is not None else in_words(step.capability)


def title(capability: CapabilitySpec, language: str) -> str:
    """What a capability does, in a few words.

    Its label, else the first sentence of its description, else its name.
    """
    said = in_language(capability.metadata.get("label"), language) or capability.description
    return said.strip().partition("\n")[0].partition(". ")[0].rstrip(". ") or in_words(capability.name)


def title_of_goal(goal: GoalSpec, catalogue: Catalogue, language: str) -> str:
    """What a goal is for, in a few words.

    Its description where that is of this language, else what its capabilities are called there.
    """
    said = " ".join(goal.description.split())
    if said and detect_language(said) == language:
        return said
    own = [catalogue.capability(goal.domain, name) for name in goal.capabilities]
    labels = [in_language(each.metadata.get("label"), language) for each in own if each is not None]
    if labels and all(labels):
        return " / ".join(labels)
    return said or in_words(goal.name).capitalize()


@lru_cache(maxsize=1024)
def detect_language(text: str) -> str:
    """The language in which a text of a manifest is written."""
    return detect.language(text, None)
