"""How each mode works, drawn from the table that its turns walk, with the team of a profile as released."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from agents.models import Specialist
from releases import freshness
from releases.errors import NothingPublished
from routing.decision.mode_names import Modes
from routing.decision.profile_runtime import ProfileRuntime
from routing.modes.draw import Circle, svg
from routing.modes.node_names import TITLES
from routing.modes.tables import CIRCLES, MODES, TABLES, TEAM
from studio.access import require, tenant
from studio.links import list_of
from studio.site import site


@dataclass(frozen=True, slots=True)
class Member:
    """A specialist of the profile: what it answers, and whom it may hand over to."""

    name: str
    display: str
    address: str
    intents: tuple[str, ...]
    targets: tuple[str, ...]


def page(request: HttpRequest) -> HttpResponse:
    """`/admin/modes/?mode=supervisor&profile=telecom_contas`: the picture, and the team behind it."""
    require(request, "routing.view_agentprofile")
    mode = request.GET.get("mode", "")
    mode = mode if mode in Modes else Modes.ROUTER.value
    context: dict[str, Any] = {
        "mode": mode,
        "told": Modes(mode).description,
        "labels": Modes.choices,
        **_read_release(request, mode, request.GET.get("profile", "")),
    }
    return site.show(request, "studio/modes.html", _("How messages flow"), context)


def _read_release(request: HttpRequest, mode: str, asked: str) -> dict[str, Any]:
    """The profiles that are live, the chosen one's team, and the picture with its names."""
    company = tenant(request)
    try:
        release = freshness.current(company).release
    except NothingPublished:
        return {"picture": draw_mode(mode, ()), "profiles": [], "team": []}
    profiles = list(release["routing"].profiles)
    rows = release["routing"].profiles.items()
    of_mode = (name for name, each in rows if (each.mode or settings.ROUTING_MODE) == mode)
    wanted = (asked, *([] if asked else of_mode), company.default_agent_id, *profiles)
    chosen = next((name for name in wanted if name in profiles), "")
    if not chosen:
        return {"picture": draw_mode(mode, ()), "profiles": [], "team": []}
    published = ProfileRuntime.of(release, chosen)
    single = published.profile.single_agent
    names = (single,) if MODES[mode].alone and single else _team(published)
    return {
        "profiles": profiles,
        "profile": chosen,
        "release": release.number,
        "team": [_member(published, name) for name in names],
        "picture": draw_mode(
            mode, [published.display_name(name) for name in names], {"coordinator": _circle(published)}
        ),
    }


def draw_mode(mode: str, names: Any, circles: Mapping[str, Circle] = CIRCLES) -> SafeString:
    """The mode's graph as SVG for a page, with the names of those who answer."""
    teams = {node: list(names) for node in TEAM}
    label = _("The way of a message in mode %s") % mode
    drawn = svg(TABLES[mode], teams, None, label, alone=False, circles=circles, titles=TITLES)
    return mark_safe(drawn)  # noqa: S308  drawn by us, names escaped


def _circle(published: ProfileRuntime) -> Circle:
    """The one voice of a profile and those whom it may call in."""
    called = [each.display_name or each.name for each in published.colleagues]
    voice = published.display_name(published.coordinator)
    return Circle(voice, called, _("calls in"), _("ends"))


def _team(published: ProfileRuntime) -> tuple[str, ...]:
    single = published.profile.single_agent
    return tuple(name for name in published.specialists if name != single or published.slices_of(name))


def _member(published: ProfileRuntime, name: str) -> Member:
    return Member(
        name,
        published.display_name(name),
        list_of(Specialist, name__exact=name),
        tuple(intent.name for intent in published.slices_of(name)),
        tuple(target.display_name or target.name for target in published.targets_of(name)),
    )
