"""A decision tier: a message that is nothing but a code goes to the intent that a company names for it."""

import re

from pydantic import BaseModel, Field

from conversations.turn import Verdict
from routing.decision.input import DecisionInput


class CodeSettings(BaseModel):
    """What a company may set of it: Studio -> Plugins."""

    pattern: str = Field(r"[A-Z]\d{3,}", title="Looks like", description="A regular expression.")
    intent: str = Field(
        "", title="Intent", description="Who writes such a code wants this. Empty: it abstains."
    )


class CodeTier:
    """Decides when the whole message is a code; else abstains and says what it looked for."""

    method = "code"
    title = "nothing but a code"
    help = "Gives a message that is nothing but a code to one intent."
    settings = CodeSettings

    def decide(self, case: DecisionInput, settings: CodeSettings) -> Verdict:
        intent = case.published.intents.get(settings.intent)
        found = re.fullmatch(settings.pattern, case.utterance.text.strip())
        if intent is None or case.is_off(intent) or found is None:
            return Verdict(self.method, None, {"why": "no code"})
        reason = f"The message is nothing but a code, which is for {intent.name}."
        return Verdict(self.method, case.decision(intent, self.method, 1.0, reason, {}), {"code": found[0]})
