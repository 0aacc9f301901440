"""A question as clients see it while the turn runs; its event and nothing else."""

from typing import Any

from conversations.turn import Question


def question_event(question: Question) -> dict[str, Any]:
    """The data of the event `question`."""
    return {
        "kind": question.kind,
        "text": question.text,
        "options": [{"label": option.label, "value": option.value} for option in question.options],
        "fields": list(question.fields),
    }
