"""How a tool may be called: models are shown its name, and some names are the platform's own."""

import re

from outbound.sentences import Sentence as _

REQUEST_HANDOFF = "request_handoff"
ASK_USER = "ask_user"
REQUEST_PERSON = "request_person"
DECIDE_NEXT = "decide_next"
FINISH = "guardrail"  # who goes on when nobody does: the supervised loop's "all is done"
CHOOSE_INTENT = "choose_intent"
PROPOSE_EXAMPLES = "propose_examples"
REQUEST_SUB_CONVERSATION = "request_specialist_sub_conversation"
END_SUB_CONVERSATION = "end_specialist_sub_conversation"
DELEGATE_TASK = "delegate_task"
SCORE_ANSWER = "score_answer"
CLASSIFY_TEXT = "classify_text"
RESERVED = frozenset(
    {
        REQUEST_HANDOFF, ASK_USER, REQUEST_PERSON, DECIDE_NEXT, CHOOSE_INTENT, REQUEST_SUB_CONVERSATION,
        END_SUB_CONVERSATION,
        DELEGATE_TASK, PROPOSE_EXAMPLES, SCORE_ANSWER, CLASSIFY_TEXT,
    }
)  # fmt: skip


NAME = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")  # what every provider takes


def why_not(name: str) -> str:
    """Why no tool may be called so; empty when it may.

    >>> why_not("find order"), why_not("find_order")
    ('a name has letters, digits, - and _, at most 64', '')
    """
    if name in RESERVED:
        return _("the platform has a tool of this name itself")
    return "" if NAME.match(name) else _("a name has letters, digits, - and _, at most 64")
