"""Which backend a message goes to: pure, without a database and without a model.

    decided = decide("e esse valor?", backends, rules, active="contas")
    decided.decision.backend_id, decided.unsure      # ("contas", False)

Where the rules conflict or are not sure, and always in mode `supervisor`, `unsure` says that a model may be
asked; the decision is then what holds without one.

What goes on with what was said before, and what ends a session's stay, by language: two questions of data.

>>> goes_on(pad_words("E esse valor, está certo?"))
True
>>> ends("encerrar atendimento"), ends("quero encerrar minha conta")
(True, False)
"""

from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from django.conf import settings

from language.closing import closes
from language.lexicon import join_languages
from language.normalise import compose, pad_words
from routing.gateway.backends import BackendTable
from routing.gateway.specs import Candidate, GlobalRouteDecision, Method

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


SHORT = 6  # words: a message of so many, that names no other backend, goes on with what was said before
APART = 0.15  # two candidates nearer to each other than this conflict
STICKY, NOTHING = 0.9, 0.1
NO_MODEL = "No model named one, so the rules decide."  # in mode supervisor


@dataclass(frozen=True, slots=True)
class Rules:
    """How this installation decides; the settings GLOBAL_*."""

    mode: str = "hybrid"
    keep_active: bool = True
    use_model: bool = True
    least: float = 0.55

    @classmethod
    def now(cls) -> Self:
        """As settings say."""
        return cls(
            settings.GLOBAL_ROUTING_MODE,
            settings.GLOBAL_KEEP_ACTIVE_BACKEND,
            settings.GLOBAL_USE_SUPERVISOR_ON_CONFLICT,
            settings.GLOBAL_MIN_ROUTER_CONFIDENCE,
        )


class BackendDecision(NamedTuple):
    """The decision of the rules, and whether a model should be asked instead."""

    decision: GlobalRouteDecision
    unsure: bool = False


def decide(
    text: str, backends: BackendTable, rules: Rules, active: str = "", forced: str = ""
) -> BackendDecision:
    """`active` is the backend that the session is with (empty: none); `forced` one that the request names.

    What names another backend, by a word of it or as one of its examples, goes on with nothing.
    """
    if forced:
        return BackendDecision(_make_decision(rules, active, forced, 1.0, "The request names it.", "forced"))
    folded = pad_words(compose(text))
    hits = backends.words.hits_in(folded)
    named = {hit.payload.backend for hit in hits} or backends.name_by_example(text)
    if active and named <= {active}:
        if ends(text):
            return BackendDecision(
                _make_decision(rules, active, active, 1.0, "Closing words end its stay.", "closing")
            )
        if rules.mode != "router" and rules.keep_active and (why := _explain_follow_up(folded)):
            return _hold_to_rules(
                rules, _make_decision(rules, active, active, STICKY, why, "sticky"), sure=True
            )
    candidates = backends.by_words(hits)
    if not candidates or candidates[0].score < rules.least:
        candidates = backends.rank([*candidates, *_list_further(backends.by_examples(text), candidates)])
    rivals = _list_rivals(candidates)
    decision = _decide_by_rules(backends, rules, active, candidates, rivals)
    return _hold_to_rules(
        rules, decision, bool(candidates) and candidates[0].score >= rules.least and len(rivals) == 1
    )


def _hold_to_rules(rules: Rules, decision: GlobalRouteDecision, sure: bool) -> BackendDecision:
    """What the rules say, and whether a model is to be asked.

    Mode `supervisor` is a model's word: where there is none, the reason says so.
    """
    if rules.mode == "supervisor":
        return BackendDecision(replace(decision, reason=f"{NO_MODEL} {decision.reason}"), unsure=True)
    return BackendDecision(decision, unsure=rules.mode == "hybrid" and rules.use_model and not sure)


def _explain_follow_up(folded: str) -> str:
    """Why a folded message goes on with what was said before; empty: it does not."""
    if goes_on(folded):
        return "It is marked as a follow-up and names no other backend."
    count = len(folded.split())
    words = "1 word" if count == 1 else f"{count} words"
    return f"A follow-up of {words} that names no other backend." if count <= SHORT else ""


def _list_further(found: list[Candidate], known: list[Candidate]) -> list[Candidate]:
    names = {each.backend_id for each in known}
    return [each for each in found if each.backend_id not in names]


def _list_rivals(candidates: list[Candidate]) -> list[Candidate]:
    """Those that are about as strong as the strongest, with it."""
    return [each for each in candidates if candidates[0].score - each.score < APART]


def _decide_by_rules(
    backends: BackendTable, rules: Rules, active: str, candidates: list[Candidate], rivals: list[Candidate]
) -> GlobalRouteDecision:
    all_of_them = tuple(candidates)
    if candidates and candidates[0].score >= rules.least:
        names = [each.backend_id for each in rivals]
        if len(rivals) == 1:
            why = f"{_join_matches(rivals[0])} points to it."
            return _make_decision(rules, active, names[0], rivals[0].score, why, "rules", all_of_them)
        if active in names:
            chosen, why = active, "the session is with it"
        else:
            chosen = min(names, key=lambda name: (backends.specs[name].priority, names.index(name)))
            why = f"its priority is {backends.specs[chosen].priority}"
        score = next(each.score for each in rivals if each.backend_id == chosen)
        pointed = ", ".join(f"{each.backend_id} ({each.score:.2f})" for each in rivals)
        why = f"Several are pointed to, {pointed}; {why}."
        return _make_decision(rules, active, chosen, score, why, "rules", all_of_them)
    if active:
        why = "Nothing else matched; the session is with it."
        return _make_decision(rules, active, active, NOTHING, why, "active", all_of_them)
    why = "Nothing matched; it is the default."
    return _make_decision(rules, active, backends.default, NOTHING, why, "default", all_of_them)


def _join_matches(candidate: Candidate) -> str:
    return ", ".join(f"'{text}'" for text in candidate.matches[:3])


def _make_decision(
    rules: Rules,
    active: str,
    backend: str,
    confidence: float,
    reason: str,
    method: Method,
    candidates: tuple[Candidate, ...] = (),
) -> GlobalRouteDecision:
    return GlobalRouteDecision(
        backend, confidence, reason, rules.mode, False, backend == active, candidates, {"method": method}
    )
