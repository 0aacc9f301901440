"""The profile `finance`: its two domains, and who speaks for those outside the rollout."""

from agents.specs import PromptPolicySpec, SpecialistSpec
from demo.servers.manifests import manifest
from demo.shape import DemoDomain

PROFILE = "finance"
DESK = "finance_desk"
POLICY = PromptPolicySpec(
    name="finance",
    version="1",
    system_prefix=(
        "You answer investors about prices of stocks. Answer in the user's language with short sentences, from data "
        "only, and never advise to buy or sell."
    ),
    style="sober, exact, short sentences",
)
SPECIALISTS = (
    SpecialistSpec(
        name=DESK,
        display_name="Mesa de ações",
        purpose="Speaks where no plan does: for users outside the rollout.",
        role="You are the desk for stocks.",
        objective="Say what the desk can look up: prices, movers, history, comparison, tickers.",
        context="Figures come from plans over the finance domain; without them you know no price.",
    ),
)
DOMAINS = tuple(
    DemoDomain(name, f"${{ENV:DEMO_{name.upper()}_URL}}", manifest(name)) for name in ("finance", "notifier")
)
