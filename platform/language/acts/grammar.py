"""One clause of a reply by a language's grammar.

Every word belongs to an entry, says nothing of its own, or repeats the question; else nothing is read.

>>> from language.acts.lists import lists
>>> sorted(kinds_of(["that", "is", "fine", "by", "me"], lists()["en"]))
['suits']
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from language.acts.lists import THE_VERB, PhraseTree, ReplyLists
from language.acts.yes_no_question import NOTHING_ASKED, AskedQuestion, is_light
from language.lexicon import begins

Said = Literal["", "verb", "done"]  # what a clause told before a word: nothing, the verb, or just to do it


class ClauseReader:
    """A clause of a reply as a sequence of entries, fillers and words of the question."""

    def __init__(self, words: tuple[str, ...], each: ReplyLists, question: AskedQuestion) -> None:
        self.words, self.each, self.question = words, each, question
        self.permitted = any(begins(words[at:], each.permits) for at in range(len(words)))
        self.filled: dict[tuple[str, int], tuple[int, ...]] = {}
        self.covered: dict[tuple[int, Said, bool], frozenset[str] | None] = {}

    def cover(self, at: int = 0, said: Said = "", whole: bool = False) -> frozenset[str] | None:
        """The kinds of the entries from a word on. `said`: what was told to do before it; `whole`: nothing of
        the question may be repeated any more.

        Each is read once: "cancele cancele ..." is made of entries in as many ways as there are sums.
        """
        key = (at, said, whole)
        if key not in self.covered:
            self.covered[key] = self._cover(at, said, whole)
        return self.covered[key]

    def _cover(self, at: int, said: Said, whole: bool) -> frozenset[str] | None:
        words, each = self.words, self.each
        if at == len(words):
            return frozenset()
        for end, kind, tells in self._entries(at, whole):
            rest = self.cover(end, tells or said, whole or words[at:end] in each.whole)
            if rest is not None:
                return rest | {kind}
        if (length := self.pass_fillers(at) - at) and not self._is_asked_about(at, length):
            return self.cover(at + length, said, whole)
        if whole or not self._echoes(at, said):
            return None
        rest = self.cover(at + 1, "verb" if said and self.question.names_act(words[at]) else said)
        if rest is None:
            return None
        if words[at] not in each.small | each.me and not self.question.names_act(words[at]):
            rest |= {"echoes"}
        if not (words[at] in each.small or words[at] in each.days | each.units or words[at][0].isdigit()):
            rest |= {"thing"}
        return (rest | {"names"}) - {"tells"} if self.question.joined else rest

    def _entries(self, at: int, whole: bool) -> Iterator[tuple[int, str, Said]]:
        """The entries that stand at a word, the longest first: where each ends, its kind, what it tells."""
        found = self.walk(self.each.entries, at)
        for end, kinds, acts in sorted(found, key=lambda one: (-one[0], not one[2])):
            for kind in kinds:
                if self._stands(kind, at, end, acts) and not (acts and whole):
                    said: Said = "verb" if acts or kind in ("refuses", "gives_up") else ""
                    takes = kind == "tells" or self.words[end - 1] in self.each.takes
                    said = "done" if takes and not acts else said
                    if acts and kind == "refuses":
                        kind = "forbids"
                    elif acts and kind == "tells" and self.question.joined:
                        kind = "names"
                    elif kind in ("tells", "agrees") and self._restates(at, end, acts):
                        kind = "restates"
                    yield end, kind, said

    def pass_fillers(self, at: int) -> int:
        """Where the longest filler ends that stands at a word; there where none does."""
        return max((end for end, _, _ in self.walk(self.each.fillers, at)), default=at)

    def walk(
        self, node: PhraseTree, at: int, acts: bool = False
    ) -> Iterator[tuple[int, tuple[str, ...], bool]]:
        """The phrases of a tree from a word on: where each ends, its kinds, and whether it holds the verb."""
        if node.kinds:
            yield at, node.kinds, acts
        if at < len(self.words) and (behind := node.words.get(self.words[at])):
            yield from self.walk(behind, at + 1, acts)
        for place, behind in node.places.items():
            for end in self._fill(place, at):
                yield from self.walk(behind, end, acts or place == THE_VERB)

    def _fill(self, place: str, at: int) -> Sequence[int]:
        """Where the phrases of a class that begin at a word end."""
        if (place, at) not in self.filled:
            found = self.walk(self.each.classes[place], at) if place != THE_VERB else self._list_acts(at)
            self.filled[place, at] = tuple({end: None for end, _, _ in found})
        return self.filled[place, at]

    def _list_acts(self, at: int) -> Iterator[tuple[int, tuple[str, ...], bool]]:
        """The question's verb, or what else says it: "take a look"."""
        for phrase in self.question.phrases:
            if self.words[at : at + len(phrase)] == phrase:
                yield at + len(phrase), (), True
        if at < len(self.words) and self.question.is_act(self.words[at]):
            yield at + 1, (), True

    def _stands(self, kind: str, at: int, end: int, acts: bool) -> bool:
        """Whether an entry is one where it stands."""
        words, question = self.words, self.question
        if (kind == "unminded" and not question.minds) or (kind == "begs" and end < len(words)):
            return False
        if end - at > 1 or acts:
            return True
        if words[at] in self.each.small and _find_telling(words[at:], self.each) in question.words:
            return False  # "para o sábado", which may also be "stop"
        return len(words[at]) > 1 or end == len(words)  # "s", "y": alone or not at all

    def _restates(self, at: int, end: int, acts: bool) -> bool:
        """Whether an entry only asks for the deed, in its verb or behind a light one ("make the change", "I
        want a refund"), and nothing beside it permits it: it may be the request, sent once more.
        """
        if self.permitted:
            return False
        words = self.words[at:end]
        light = begins(words, self.each.wants) or any(is_light(word, self.each) for word in words)
        return acts or (bool(light) and self.question.names_act(_find_telling(self.words[end:], self.each)))

    def _is_asked_about(self, at: int, length: int) -> bool:
        """Whether a filler is a thing of the question, or somebody it is about: "con la doctora"."""
        last, folk = self.words[at + length - 1], self.each.classes.get("folk")
        thing = length == 1 and last in self.question.words
        about = self.each.small - self.each.you
        return at > 0 and self.words[at - 1] in about and bool(thing or (folk and last in folk.words))

    def _echoes(self, at: int, said: Said) -> bool:
        """Whether a word only repeats the question, which asks for one thing and not who minds."""
        words, each, question = self.words[at:], self.each, self.question
        one_thing = bool(question.words) and not (question.joined or question.either or question.minds)
        if "refuses" in kinds_of(words[:1], each) or not question.own or not (said or one_thing):
            return False
        if question.joined and not question.deeds:
            return False
        # "para o sábado" repeats, "para ela" does not: small words belong to what follows them.
        telling = _find_telling(words, each)
        if words[0] in each.me and not question.words.isdisjoint(each.you):
            return said == "verb"
        if said == "done" and not (
            question.brings
            or telling in each.days | each.units
            or telling[:1].isdigit()
            or question.names_act(telling)
        ):
            return False  # "go ahead with the order" may be the opposite of what was asked
        if not telling:
            return (
                self.words[at - 1 : at + 1] in question.pairs
            )  # "bia@example.com", in which "com" is "with"
        if said == "verb" and telling in question.given_up and each.new.isdisjoint(words[:1]):
            return True
        named = telling in question.words and (words[0] in {telling, *each.nominal, *question.words})
        return named or question.repeats(telling)


def kinds_of(words: Sequence[str], each: ReplyLists) -> frozenset[str]:
    """What words do that are one entry, whatever was asked."""
    clause = ClauseReader(tuple(words), each, NOTHING_ASKED)
    return frozenset(
        kind for end, kinds, _ in clause.walk(each.entries, 0) if end == len(words) for kind in kinds
    )


def skip_fillers(words: Sequence[str], each: ReplyLists) -> int:
    """How many words the filler has that words begin with; 0 without one."""
    return ClauseReader(tuple(words), each, NOTHING_ASKED).pass_fillers(0)


def _find_telling(words: Sequence[str], each: ReplyLists) -> str:
    """The first word that is not small."""
    return next((word for word in words if word not in each.small), "")
