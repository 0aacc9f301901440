"""AOFERTA: an offer that nobody asked for is left out of an answer."""

from functools import lru_cache

from django.utils.translation import gettext_lazy as _

from agents.guardrails.base import About, Rail, allow, refuse
from agents.guardrails.dlex import compile_list
from agents.guardrails.kind_rail import refuse_kind
from conversations.turn import RailDecision
from language import language_data
from language.automaton import Automaton
from language.learnt_kind import OFFER
from language.normalise import normalise

LAST = 2  # messages of the user in which a wish for offers is looked for


class Aoferta(Rail):
    """Reads one sentence at a time by what it learnt of offers, and by the words that its row lists.

    Such a sentence is left out. Whoever asked for offers in one of their last messages gets them, and what
    business users wrote is said as it stands.
    """

    code = "AOFERTA"
    title = _("Offers that nobody asked for")
    sees = "sentence"
    phases = ("output",)
    judges_model = True

    def check(self, text: str, about: About) -> RailDecision:
        if any(_asking().hits(spoken) for spoken in about.said[-LAST:]):
            return allow(self.code, about)
        hits = compile_list(tuple(about.settings.get("phrases", ()))).hits(text)
        found = (
            refuse(self.code, about, f"offers, by its list: {hits[0].text}")
            if hits
            else refuse_kind(self.code, OFFER, "offers what nobody asked for", text, about)
        )
        if found.allowed or _is_authored(text, about):
            return allow(self.code, about)
        return refuse(self.code, about, found.reason, "", **found.metadata, sentence=text[:400])


def _is_authored(text: str, about: About) -> bool:
    spoken = normalise(text)
    return any(spoken in normalise(each) for each in (*about.authored, *about.grounds))


@lru_cache(maxsize=1)
def _asking() -> Automaton[None]:
    """How people ask for offers, in every language."""
    lists = [language_data.load(language, "offer")["asking"] for language in language_data.languages()]
    return Automaton((phrase, None) for each in lists for phrase in language_data.split(each))
