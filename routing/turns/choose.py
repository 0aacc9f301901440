"""Which mode a turn runs in, and who said so: request, else flag, else profile, else installation."""

from dataclasses import dataclass

from django.conf import settings

from rollout.evaluate import Evaluation
from routing.decision.mode_names import Modes
from routing.decision.specs import ProfileSpec
from routing.errors import ModeNotAllowed, UnknownMode
from routing.turns.mode import mode_named
from tenancy.principal import Principal

MODES: tuple[str, ...] = tuple(Modes.values)
DEFAULT = "router"


@dataclass(frozen=True, slots=True)
class ChosenMode:
    """A mode and its source: request, door, flag, profile or environment."""

    mode: str
    source: str


def admit(requested: str | None, force_multi: bool, principal: Principal) -> None:
    """Raises UnknownMode, or ModeNotAllowed where the caller may not choose."""
    if requested and requested not in MODES:
        raise UnknownMode(requested, MODES)
    if (requested or force_multi) and not principal.may("chat:multi_agent"):
        raise ModeNotAllowed


def choose(
    requested: str | None, force_multi: bool, flag: Evaluation | None, profile: ProfileSpec
) -> ChosenMode:
    """The first that names a mode wins.

    A profile without a single agent stays with its team, whoever names a mode of one alone.

    `force_multi` is the multi-agent door: it asks neither the flag nor gives the single agent.
    """
    possible = [mode for mode in MODES if not mode_named(mode).alone or profile.single_agent]
    team = profile.mode or settings.ROUTING_MODE
    door = team if team in possible and not mode_named(team).alone else DEFAULT
    named = (
        ChosenMode(requested or "", "request"),
        ChosenMode(door if force_multi else "", "door"),
        ChosenMode(str(flag.value or "") if flag is not None else "", "flag"),
        ChosenMode(profile.mode, "profile"),
        ChosenMode(settings.ROUTING_MODE, "environment"),
    )
    return next((each for each in named if each.mode in possible), ChosenMode(DEFAULT, "environment"))
