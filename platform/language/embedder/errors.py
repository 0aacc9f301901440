"""Why there are no vectors.

    NoVectors   the embedder has none for these texts: a code, and what to do in `str`

>>> str(NoVectors("embeddings_refused", "401: invalid key"))
'the embeddings endpoint refused to answer (401: invalid key)'
"""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

NO_ANSWER = "embeddings_no_answer"
REFUSED = "embeddings_refused"
FORBIDDEN = "embeddings_forbidden"
UNREADABLE = "embeddings_unreadable"
SIZES = "embeddings_sizes"
RESTING = "embeddings_resting"
UNASKED = "embeddings_unasked"


class NoVectors(Exception):
    """There are no vectors for these texts. `detail` is English and holds neither a text nor the key.

    `lost`: the connection was, and a new one may work. `again`: it may work later, after `rest` seconds if
    the other side named them. `texts`: what these texts brought about, and others need not.
    """

    def __init__(
        self, code: str, detail: str = "", *, lost: bool = False, again: bool = False, rest: float = 0.0,
        texts: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(code, detail)
        self.code, self.detail = code, detail
        self.lost, self.again, self.rest, self.texts = lost, again, rest, texts

    def __str__(self) -> str:
        why = WHYS[self.code]
        return f"{why} ({self.detail})" if self.detail else str(why)

    def as_dict(self) -> dict[str, Any]:
        """For another process, which makes `NoVectors(**told)` of it."""
        return {"code": self.code, "detail": self.detail}


WHYS: Mapping[str, Promise] = {
    NO_ANSWER: _("the embeddings endpoint did not answer"),
    REFUSED: _("the embeddings endpoint refused to answer"),
    FORBIDDEN: _("the address of the embeddings endpoint cannot be used"),
    UNREADABLE: _("the embeddings endpoint sent no vectors that can be used"),
    SIZES: _("the embeddings endpoint gives vectors of another size than before"),
    RESTING: _("the embeddings endpoint failed several times and is not asked for a moment"),
    UNASKED: _("the embeddings endpoint was not asked"),
}
