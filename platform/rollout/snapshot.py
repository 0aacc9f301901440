"""Reads the operational part "rollout" of a tenant: its flags and kill switches."""

from collections import defaultdict
from collections.abc import Mapping

from rollout.evaluate import EVERY, FlagSpec, RolloutSnapshot
from rollout.models import Flag, FlagOverride, KillSwitch


def load(tenant_slug: str) -> RolloutSnapshot:
    """Reads a tenant's flags, overrides and switches: three queries."""
    switches = frozenset(KillSwitch.objects.of(tenant_slug).values_list("kind", "name"))
    overrides: defaultdict[int, dict[str, bool]] = defaultdict(dict)
    for flag_id, subject, value in FlagOverride.objects.of(tenant_slug).values_list(
        "flag_id", "subject", "value"
    ):
        overrides[flag_id][subject] = value
    flags = {flag.key: _spec(flag, overrides[flag.pk], switches) for flag in Flag.objects.of(tenant_slug)}
    return RolloutSnapshot(flags, switches)


def _spec(flag: Flag, overrides: Mapping[str, bool], switches: frozenset[tuple[str, str]]) -> FlagSpec:
    killed = ("flag", flag.key) in switches or ("flag", EVERY) in switches
    return FlagSpec(
        key=flag.key,
        share=int(flag.percentage * 100),
        off=flag.off_variant,
        on=flag.on_variant,
        salt=flag.salt,
        agent_ids=frozenset(flag.agent_ids),
        killed=flag.killed or killed,
        overrides=overrides,
    )
