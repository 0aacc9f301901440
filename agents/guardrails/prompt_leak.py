"""PROMPT_LEAK: an answer that reads out what its model was told ends there (OWASP LLM07:2025, system prompt
leakage).
"""

from django.utils.translation import gettext_lazy as _

from agents import facts
from agents.guardrails.base import About, Phase, Sees, allow
from agents.prompt_texts import Known, PromptTexts
from conversations.turn import RailDecision

CODE = "PROMPT_LEAK"
STARS = "***"
MECHANISM = {"mechanism": "deterministic"}


class PromptLeak:
    """Compares each sentence with the prompts of the profile's specialists, also backwards, encoded or
    spelled.

    Orders to the model refuse the sentence and all that follows; codes that nobody but the prompt has said
    are starred. Facts may be told word for word, and so may the `phrases` of its row.
    """

    code = CODE
    title = _("Its own instructions read out")
    sees: Sees = "sentence"
    phases: tuple[Phase, ...] = ("output",)
    ends = True
    reads_earlier = True

    def check(self, text: str, about: About) -> RailDecision:
        prompts = PromptTexts.of(about.prompts)
        phrases = tuple(about.settings.get("phrases", ()))
        if prompts.reads_out(text, about.earlier, phrases):
            return RailDecision(self.code, False, "reads out its instructions", None, MECHANISM, about.phase)
        known = Known((*about.said, *about.own_values, *facts.answers_of(about.tool_results), *phrases))
        places = [(start, end) for start, end in prompts.codes(text) if text[start:end] not in known]
        left = text
        for start, end in reversed(places):
            left = f"{left[:start]}{STARS}{left[end:]}"
        if any(code not in known for code in prompts.find_spelled(left, about.earlier)):
            return RailDecision(
                self.code, False, "spells a code of its instructions", None, MECHANISM, about.phase
            )
        if not places:
            return allow(self.code, about)
        reason = "names a code of its instructions"
        return RailDecision(self.code, True, reason, left, MECHANISM, about.phase)
