"""Why there are no vectors, in words: clauses that begin small, to stand behind "because"."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from language.embedder.errors import FORBIDDEN, NO_ANSWER, REFUSED, RESTING, SIZES, UNASKED, UNREADABLE

WHYS: Mapping[str, Promise] = {
    NO_ANSWER: _("the embeddings endpoint did not answer"),
    REFUSED: _("the embeddings endpoint refused to answer"),
    FORBIDDEN: _("the address of the embeddings endpoint cannot be used"),
    UNREADABLE: _("the embeddings endpoint sent no vectors that can be used"),
    SIZES: _("the embeddings endpoint gives vectors of another size than before"),
    RESTING: _("the embeddings endpoint failed several times and is not asked for a moment"),
    UNASKED: _("the embeddings endpoint was not asked"),
}
