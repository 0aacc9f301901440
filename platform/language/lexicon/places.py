"""Words for the place of a thing among several, for how many they are, and what is said around both
(`places.yaml`).
"""

from language.lexicon import join_words, lists_of
from language.lexicon.phrase import plain


def _numbers(name: str) -> dict[str, int]:
    """A table of numbers and their words, by word."""
    return {
        word: number
        for lists in lists_of("places").values()
        for number, listed in getattr(lists, name).items()
        for word in plain(listed)
    }


ORDINALS = _numbers("PLACES")  # -1 is the last
COUNTS = _numbers("COUNTS")
CARDINALS = COUNTS | {str(number): number for number in COUNTS.values()}
ALL_OF = join_words("ALL_OF", file="places")
EVERY = join_words("EVERY", file="places")
NONE_OF = join_words("NONE_OF", file="places")
AROUND_EVERY = ALL_OF | join_words("AROUND_EVERY", file="places")
LISTING = join_words("LISTING", file="places")
AROUND_PLACE = join_words("AROUND_PLACE", file="places")
AROUND_CHOICE = AROUND_PLACE | join_words("AROUND_CHOICE", file="places")
PLACE_NOUNS = join_words("PLACE_NOUN", file="places")  # stand for the thing behind its place: "the last one"
