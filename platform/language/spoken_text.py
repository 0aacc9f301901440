"""What a message says, read once for all who decide on it.

>>> Said.of("Olá!\\nQuero a segunda\\nvia").line
'Quero a segunda via'
"""

from typing import NamedTuple

from language import topic
from language.normalise import pad_words


class SpokenText(NamedTuple):
    """`spoken` is the message without what it carries, `topic` what counts of that (the same object where all
    does), `line` the topic on one line, in which keywords are looked for, and `folded` that line as `spaced`
    gives it.
    """

    spoken: str
    topic: str
    line: str
    folded: str

    @classmethod
    def of(cls, spoken: str) -> "SpokenText":
        """What `spoken` says; costs 2 us for a line in which nothing has to be dropped."""
        folded = pad_words(spoken)
        if "  " not in spoken and topic.counts_whole(spoken, folded):
            return tuple.__new__(cls, (spoken, spoken, spoken, folded))  # half the time of Said(...)
        return cls._on_one_line(spoken, topic.of(spoken).text)

    def with_everything(self) -> "SpokenText":
        """The same as if all that is spoken counted: greetings, too."""
        return self._on_one_line(self.spoken, self.spoken)

    @classmethod
    def _on_one_line(cls, spoken: str, about: str) -> "SpokenText":
        line = " ".join(about.split())  # a keyword of two words may stand at a line's end
        return cls(spoken, about, line, pad_words(line))
