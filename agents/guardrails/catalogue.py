"""The rails of this installation. A new one is a file beside these and a line here."""

from agents.guardrails.announced import Announced
from agents.guardrails.base import Rail
from agents.guardrails.input_size import InputSize
from agents.guardrails.msk import Msk
from agents.guardrails.revprec import Revprec

RAILS: dict[str, Rail] = {rail.code: rail for rail in (Announced(), Msk(), Revprec(), InputSize())}
