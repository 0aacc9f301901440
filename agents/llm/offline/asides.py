"""What a reply asks in place of giving the value that it was asked for: "which branches are there?"."""

from agents.knowledge.citations import is_sure
from agents.llm.offline import composing, templates
from agents.llm.offline.needs import Need
from agents.llm.offline.wording import wording
from agents.llm.request import ReleaseSlice
from agents.parameter_kinds import list_choices
from agents.specs import in_words
from language.acts.questions import is_question
from language.normalise import words
from language.wording import same_stem


def asks(part: ReleaseSlice) -> bool:
    """Whether the reply to a question for a value asks something itself: it is answered, and the question
    asked again.
    """
    return bool(part.wanted) and is_question(part.text)


def brings(need: Need | None, part: ReleaseSlice) -> bool:
    """Whether the reply to a question for a value gives one, that one or another."""
    given = part.proposed.get(need.tool.name) if need is not None else None
    return need is not None and given is not None and dict(need.arguments) != dict(given)


def answer(part: ReleaseSlice) -> str:
    """The choices of the values that it names, else what the documents surely say; empty without either."""
    return _tell_choices(part) or _quote(part)


def _tell_choices(part: ReleaseSlice) -> str:
    spoken = words(part.text)
    tools = [part.tools[name] for name in part.proposed if name in part.tools]
    told = []
    for tool in tools:
        for parameter in tool.parameters:
            label = tool.label_of(parameter, part.language)
            listed = list(map(in_words, list_choices(tool, parameter)))
            if parameter.name == part.wanted:
                continue  # its choices stand in the question
            if listed and any(same_stem(word, words(label)[0]) for word in spoken):
                told.append(
                    wording(part.language)["field"].format(
                        label=templates.format_label(label), value=", ".join(listed)
                    )
                )
    return " ".join(told)


def _quote(part: ReleaseSlice) -> str:
    found = [item for item in part.results if composing.is_platforms(item.tool_name, part) and item.ok]
    sure = [item for item in found if is_sure(item.result)]
    return composing.answer_from_documents(sure, part) if sure else ""
