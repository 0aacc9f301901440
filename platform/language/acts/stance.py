"""Whether a message takes a permission back, or allows what was refused before; outside of any question.

>>> revokes("não mexa mais na instância"), allows("agora pode olhar a instância")
(True, True)

Taking back is read generously and costs a further question; allowing grants nothing: the question is asked
again.
"""

from language.acts.closed_list import LONGEST
from language.acts.model import likeliest
from language.acts.questions import is_question
from language.sentences import TYPED, split_sentences

SURE = 0.5
_SIGNS = " .;!?…"
_LOOKED_AT = 4 * LONGEST  # characters that are looked through for what takes back


def revokes(text: str) -> bool:
    """Whether the message forbids what was allowed: "stop checking", "retiro el permiso"."""
    return any(_is("revoke", each.strip(_SIGNS)) for each in split_sentences(text[:_LOOKED_AT], TYPED))


def allows(text: str) -> bool:
    """Whether the message expressly allows what was refused before: "agora pode olhar a instância"."""
    if len(text) > LONGEST or is_question(text):
        return False
    return _is("allow", text)


def _is(stance: str, text: str) -> bool:
    kind, share = likeliest(text, "", "stances")
    return kind == stance and share >= SURE
