"""The backends of a release, ready to decide with: built once, kept on the release, shared by all messages.

>>> backends = Backends.of(release)
>>> [hit.payload.backend for hit in backends.words.hits("minha fatura")]
['contas']
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from language.automaton import Automaton, Hit
from language.lexicon import join_languages
from language.normalise import compose, words
from routing.gateway.specs import BackendSpec, Candidate, GatewaySection

if TYPE_CHECKING:
    from releases.loaded_release import LoadedRelease

# How sure one hit makes: two of the same backend together more, 1 - (1 - a)(1 - b).
KEYWORD, DOMAIN = 0.7, 0.6
ALIKE = 0.9  # a message that says what an example says, word for word; less the less they share
SMALL = join_languages("FILL") | join_languages("WANT") | join_languages("COMMON")


class Pointer(NamedTuple):
    """What a keyword or domain points to."""

    backend: str
    weight: float


@dataclass(frozen=True, eq=False)
class BackendTable:
    """What a release says about backends, those of the lowest priority number first."""

    specs: Mapping[str, BackendSpec]
    default: str
    words: Automaton[Pointer] = field(repr=False)
    examples: tuple[tuple[str, frozenset[str], str], ...] = field(default=(), repr=False)
    described_by: Mapping[str, tuple[int, ...]] = field(
        default_factory=dict, repr=False
    )  # word -> places in `examples`

    @classmethod
    def of(cls, release: "LoadedRelease") -> "BackendTable":
        """Those of a release, built at its first use."""
        found = release.memo.get(cls)
        if found is None:
            found = release.memo.setdefault(cls, cls.build(release["gateway"]))
        made: BackendTable = found
        return made

    @classmethod
    def build(cls, section: GatewaySection) -> "BackendTable":
        """The same of a section."""
        specs = sorted(section.backends.values(), key=lambda spec: (spec.priority, spec.name))
        pointers = [
            (text, Pointer(spec.name, weight))
            for spec in specs
            for texts, weight in ((spec.keywords, KEYWORD), (spec.domains, DOMAIN))
            for text in texts
        ]
        examples = tuple(
            (spec.name, list_content_words(text), text) for spec in specs for text in spec.examples
        )
        described_by: dict[str, list[int]] = {}
        for place, (_name, said, _text) in enumerate(examples):
            for word in said:
                described_by.setdefault(word, []).append(place)
        return cls(
            {spec.name: spec for spec in specs},
            section.default or (specs[0].name if specs else ""),
            Automaton(pointers),
            examples,
            {word: tuple(places) for word, places in described_by.items()},
        )

    def by_words(self, hits: Iterable[Hit[Pointer]]) -> list[Candidate]:
        """Who is pointed to by keywords and domains, the strongest first."""
        doubts: dict[str, float] = {}
        matches: dict[str, dict[str, None]] = {}
        for text, _start, _end, (backend, weight) in hits:
            seen = matches.setdefault(backend, {})
            if text not in seen:
                seen[text] = None
                doubts[backend] = doubts.get(backend, 1.0) * (1 - weight)
        return self.rank(
            Candidate(name, round(1 - doubt, 4), tuple(matches[name])) for name, doubt in doubts.items()
        )

    def by_examples(self, text: str) -> list[Candidate]:
        """Who is pointed to by examples that share words with the message, the strongest first."""
        content = list_content_words(compose(text))
        shared = Counter(place for word in content for place in self.described_by.get(word, ()))
        best: dict[str, Candidate] = {}
        for place, common in shared.items():
            name, known, example = self.examples[place]
            score = round(ALIKE * 2 * common / (len(content) + len(known)), 4)
            if name not in best or best[name].score < score:
                best[name] = Candidate(name, score, (example,))
        return self.rank(best.values())

    def name_by_example(self, text: str) -> set[str]:
        """The backends one of whose examples the message says, word for word."""
        return {each.backend_id for each in self.by_examples(text) if each.score >= ALIKE}

    def rank(self, candidates: Iterable[Candidate]) -> list[Candidate]:
        """The strongest first; of those alike the one of the lowest priority number, then by name."""

        def place(each: Candidate) -> tuple[float, int, str]:
            return -each.score, self.specs[each.backend_id].priority, each.backend_id

        return sorted(candidates, key=place)


def list_content_words(text: str) -> frozenset[str]:
    """The words of a text that say what it is about."""
    found = words(text)
    return frozenset(word for word in found if word not in SMALL) or frozenset(found)
