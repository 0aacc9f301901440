"""REVPREC: an answer must not claim or promise an action that no tool carried out in this turn.

That something was done may also be what a tool answered in an earlier turn about the same thing. Beside the
listed claims, what is told in a form of acts counts whatever its verb (`find_act`).
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from agents import facts
from agents.guardrails.base import About, Rail, allow, refuse
from agents.guardrails.claims.patterns import ACT_FORMS, ACTS, CLAIMS, ActForms, ClaimPatterns, begin_words
from agents.specs import ToolSpec
from conversations.turn import RailDecision, ToolResult
from language.sentences import split_sentences

CLAUSE = re.compile(r"[,;:–—()]")
DENIAL_WORDS = 4
WORDS_TOLD = 3  # fewer are a status, which a claim may be built around


@dataclass(frozen=True, slots=True)
class ToolWords:
    """The words by which the company calls its tools that change something: names, titles, questions; and of
    those the ones of what an earlier turn carried out.
    """

    words: frozenset[str]
    carried_out: frozenset[str]

    @classmethod
    def of(cls, about: About) -> "ToolWords":
        """The words of the tools of a turn."""
        tools = [tool for tool in about.tools.values() if not tool.read_only]
        done = {each.tool_name for each in about.earlier_results if each.ok}
        return cls(_begin_words(tools), _begin_words([tool for tool in tools if tool.name in done]))

    def bear_out(self, verb: str, forms: ActForms) -> bool:
        """Whether an earlier turn carried out what a verb says."""
        return forms.is_named(verb, self.carried_out)


def _begin_words(tools: Iterable[ToolSpec]) -> frozenset[str]:
    return begin_words(
        tuple(
            text for each in tools for text in (each.name, *each.title.values(), *each.confirm_text.values())
        )
    )


class Revprec(Rail):
    """Reads one sentence at a time. Questions, offers ("posso abrir", "if you like") and denials may stand.

    All languages are read, whatever the turn's: models switch.
    """

    code = "REVPREC"
    title = _("Claims of what was not done")
    sees = "sentence"
    reads_claims = True
    phases = ("output",)

    def check(self, text: str, about: About) -> RailDecision:
        if about.has_acted():
            return allow(self.code, about)
        acts = ToolWords.of(about)
        for sentence in sentences(text):
            results = _about_the_same(sentence, about)
            told, states = join_answers(results), list_states(results)
            if _is_told_whole(sentence, told):
                continue
            for language, claims in CLAIMS.items():
                claim = find_claim(sentence, claims, told, states)
                claim = claim or find_act(sentence, claims, ACT_FORMS[language], acts, states)
                if claim is not None:
                    reason = f"claims an action that no tool carried out: “{claim}”"
                    return refuse(self.code, about, reason)
        return allow(self.code, about)


def sentences(text: str) -> list[str]:
    """The sentences of a text, in small letters, with one kind of apostrophe."""
    return split_sentences(text.lower().replace("’", "'"))


def find_claim(sentence: str, claims: ClaimPatterns, known: str, states: str) -> str | None:
    """The first claim in a sentence that is no question, no offer, no denial, and that no tool told.

    `known` is what tools answered, `states` what of it may say how something is.
    """
    if sentence.rstrip(" \"'”’)*_").endswith("?"):
        return None
    for match in claims.sure.finditer(sentence):
        if not _is_excused(sentence, match.start(), claims):
            return match[0]
    for match in claims.impersonal.finditer(sentence):
        at = match.end() - len(match[0].split()[-1])
        excused = claims.unless.search(sentence, 0, at) or _is_excused(sentence, at, claims)
        if not excused and not _is_told(match[0], states):
            return match[0]
    if not claims.action.search(sentence):
        return None
    for match in claims.about_action.finditer(sentence):
        # "Seu reembolso foi processado em 10/01": a tool that only reads may have said just that.
        stem = match[0].split()[-1][:6]
        told = stem in known or _is_told(match[0], states)
        if not told and not _is_excused(sentence, match.start(), claims):
            return match[0]
    return None


def find_act(
    sentence: str, claims: ClaimPatterns, forms: ActForms, acts: ToolWords, states: str
) -> str | None:
    """The first act with any verb that a sentence says was carried out: upon something of the user's, or one
    that the company's own tools name. Where the conversation has seen an act, in whatever words, it must be
    another one that is named.
    """
    if sentence.rstrip(" \"'”’)*_").endswith("?"):
        return None
    for match in (match for pattern in forms.own for match in pattern.finditer(sentence)):
        if forms.harmless.match(match["verb"]) or _is_excused(sentence, match.start(), claims):
            continue
        if acts.bear_out(match["verb"], forms):
            continue
        if (match["users"] and not acts.carried_out) or forms.is_named(match["verb"], acts.words):
            return match[0]
    for match in (match for pattern in forms.passive for match in pattern.finditer(sentence)):
        excused = claims.unless.search(sentence, 0, match.start()) or claims.denials.search(match[0])
        if excused or _is_excused(sentence, match.start(), claims) or _is_told(match["verb"], states):
            continue
        if acts.bear_out(match["verb"], forms):
            continue
        sure = match["sure"] and not acts.carried_out and not forms.states.match(match["verb"])
        if sure or forms.is_named(match["verb"], acts.words):
            return match[0]
    return None


def _is_told(claim: str, states: str) -> bool:
    """Whether a tool said that this was done, in whatever language: `cancelled` for "foi cancelado"."""
    words = (claim.split()[-1][:6], *(stem for act in ACTS if act.told.search(claim) for stem in act.stems))
    return any(word in states for word in words)


def _is_excused(sentence: str, at: int, claims: ClaimPatterns) -> bool:
    if claims.offers.search(sentence, 0, at):
        return True
    clause = CLAUSE.split(sentence[:at])[-1]
    near = " ".join(clause.split()[-DENIAL_WORDS:])
    # A contraction is part of the claim's own words: "haven't sent".
    return claims.denials.search(near) is not None


def _about_the_same(sentence: str, about: About) -> list[ToolResult]:
    """This turn's results, and those of earlier turns that speak of all that the sentence names by number."""
    now = [*about.first_half, *about.tool_results]
    named = [fact.spellings for fact in facts.facts(sentence) if not facts.is_small(fact)]
    if not named:
        return now
    return now + [each for each in about.earlier_results if all(one & _spellings_of(each) for one in named)]


def _spellings_of(result: ToolResult) -> set[str]:
    return {spelling for text in facts.of_tools([result]) for spelling in facts.collect_spellings(text)}


def join_answers(results: Iterable[ToolResult]) -> str:
    """What tools answered, in small letters, with one kind of apostrophe."""
    answers = " ".join(facts.answers_of(results))
    return answers.lower().replace("’", "'")


def list_states(results: Iterable[ToolResult]) -> str:
    """The values that tools answered, and the names of what they say is true, in small letters."""
    return " ".join(_states([each.result for each in results if each.ok])).lower()


def _states(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for name, each in value.items():
            yield from (str(name),) if each is True else _states(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _states(each)
    elif isinstance(value, str):
        yield value


def _is_told_whole(sentence: str, known: str) -> bool:
    """Whether a tool said this very sentence.

    A draft that is shown ("the report is ready") claims nothing.
    """
    words = sentence.strip(" .!…\"'*_")
    return len(words.split()) >= WORDS_TOLD and words in known
