"""The rails of this installation.

A file beside these and a line here, or an entry point `switchboard.guardrails`.
"""

from agents import plugins
from agents.guardrails.announcements import Announced
from agents.guardrails.aoferta import Aoferta
from agents.guardrails.base import AnyRail
from agents.guardrails.cmp import Cmp
from agents.guardrails.dlex import Dlex
from agents.guardrails.gnd import Gnd
from agents.guardrails.guard_model import GuardModel
from agents.guardrails.input_size import InputSize
from agents.guardrails.kind_rail import PINJ, TOX, TOXOUT
from agents.guardrails.links import Links
from agents.guardrails.moderation import Moderation
from agents.guardrails.msk import Msk
from agents.guardrails.oos import Oos
from agents.guardrails.plugin_rail import guard
from agents.guardrails.prompt_leak import PromptLeak
from agents.guardrails.revprec import Revprec
from agents.guardrails.vloop import Vloop

_OURS: tuple[AnyRail, ...] = (
    Announced(), Msk(), Revprec(), InputSize(), Dlex(), Vloop(), PINJ, PromptLeak(), Links(), Gnd(),
    TOX, TOXOUT, Oos(), Cmp(), Aoferta(), Moderation(), GuardModel(),
)  # fmt: skip
RAILS: dict[str, AnyRail] = {rail.code: rail for rail in _OURS}
RAILS |= {code: guard(rail) for code, rail in plugins.plug_in("guardrails", RAILS).items()}
