"""What every family of errors of this product is made of."""

from typing import ClassVar

from django.utils.functional import Promise

from outbound.sentences import Sentence


class HouseError(Exception):
    """`code` is for programs, `status` for endpoints, `title` and `str(error)` for people.

    A kind that always says the same names its `sentence`, marked by `gettext_noop`; others make theirs.

    >>> class StaleDraft(HouseError):
    ...     sentence = gettext_noop("Somebody changed the draft since you looked at it.")
    """

    code: ClassVar[str] = "error"
    status: ClassVar[int]  # where an endpoint tells it; without one it is nobody's mistake but ours
    title: ClassVar[str | Promise] = ""
    sentence: ClassVar[str] = ""

    def __init__(self, sentence: str = "") -> None:
        super().__init__(sentence or Sentence(self.sentence))
