"""PROMPT_LEAK: an answer that reads out what its model was told ends there (OWASP LLM07:2025, system prompt
leakage).
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from agents import facts
from agents.guardrails.base import About, Rail, allow, change, refuse
from agents.guardrails.kind_rail import SURE_IN_ANSWERS
from agents.prompt_texts import Known, PromptTexts
from conversations.turn import RailDecision, ToolResult
from language.learnt_kind import INJECTION

CODE = "PROMPT_LEAK"
STARS = "***"
ASKED = 0.5  # a share of what steers the assistant: 167 of 180 such messages, 24 of 180 with their words


class PromptLeak(Rail):
    """Compares each sentence with the prompts of the profile's specialists, also where their letters or words
    stand apart, and lets little out that is in no language and that nobody has said: a model does not encode
    of its own accord, so least where a message or a result may ask for it.

    Orders to the model refuse the sentence and all that follows; codes that nobody but the prompt has said
    are starred. Facts may be told word for word, and so may the `phrases` of its row.
    """

    code = CODE
    title = _("Its own instructions read out")
    sees = "sentence"
    phases = ("output",)
    ends = True
    reads_earlier = True

    def check(self, text: str, about: About) -> RailDecision:
        prompts = PromptTexts.of(about.prompts)
        phrases = tuple(about.settings.get("phrases", ()))
        results = (*about.earlier_results, *about.first_half, *about.tool_results)
        told = (*about.said, *about.own_values, *facts.answers_of(results), *phrases)
        company = (*about.prompts, *about.authored, *about.grounds)
        said_by_others = Known((*told, *company))
        if prompts.reads_out(
            text, said_by_others, about.earlier, phrases, lambda: _is_asked(about.said, results)
        ):
            return refuse(self.code, about, "reads out its instructions")
        known = Known(told)
        places = [(start, end) for start, end in prompts.codes(text) if text[start:end] not in known]
        left = text
        for start, end in reversed(places):
            left = f"{left[:start]}{STARS}{left[end:]}"
        if prompts.spells_code(left, known, about.earlier):
            return refuse(self.code, about, "spells a code of its instructions")
        if not places:
            return allow(self.code, about)
        return change(self.code, about, "names a code of its instructions", left)


def _is_asked(said: Sequence[str], results: Iterable[ToolResult]) -> bool:
    """Whether a message or a result may have the model read out what it was told."""
    return any(_measure_asking(text, settings.EMBEDDER) >= ASKED for text in said) or any(
        _measure_asking(text, settings.EMBEDDER) >= SURE_IN_ANSWERS for text in facts.answers_of(results)
    )


@lru_cache(maxsize=64)  # it is asked at each sentence, and a long result takes a tenth of a second
def _measure_asking(text: str, embedder: str) -> float:
    return INJECTION.share(text, embedder)
