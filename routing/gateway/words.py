"""What goes on with what was said before, and what ends a session's stay, by language: two questions of data.

>>> goes_on(pad_words("E esse valor, está certo?"))
True
>>> ends("encerrar atendimento"), ends("quero encerrar minha conta")
(True, False)
"""

from language.closing import closes
from language.lexicon import join_languages
from language.normalise import pad_words

LONGEST_CLOSING = 14  # words
# A message that begins so goes on with what was said before, however long it is.
_BEGINNINGS = tuple(f" {phrase} " for phrase in sorted(join_languages("FOLLOW_UPS")))
# One that is just this ends the session's stay; thanks and goodbyes do too (`language.closing`).
_WHOLE = join_languages("ENDS_STAY", "closing")


def goes_on(folded: str) -> bool:
    """Whether a text that `pad_words` has folded is marked as a follow-up."""
    return f" {folded.lstrip()}".startswith(_BEGINNINGS)


def ends(text: str) -> bool:
    """Whether the message closes the matter.

    Thanks, goodbye, "encerrar atendimento", and nothing asked beside it.
    """
    spoken = pad_words(text).split()
    if not spoken or len(spoken) > LONGEST_CLOSING:
        return False
    return " ".join(spoken) in _WHOLE or closes(text)
