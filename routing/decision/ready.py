"""What deciding under a release needs, built before the first message does: called by `releases.readiness`."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from routing.decision.learning.trained import TrainedProfile
from routing.decision.profile_runtime import ProfileRuntime

if TYPE_CHECKING:
    from releases.loaded import LoadedRelease, StoredArtifact


def ready(release: "LoadedRelease", parts: "Mapping[str, StoredArtifact]") -> None:
    """Builds the weak keywords and the model of each profile that has learnt, and reads an encoder's weights where a
    model asks one; a release that has learnt nothing costs nothing."""
    if not parts:
        return
    for agent_id in release["routing"].profiles:
        made = parts.get(TrainedProfile.of(release, agent_id).key)
        model = made.built if made is not None else None
        if model is not None:
            ProfileRuntime.of(release, agent_id).misleading  # noqa: B018  worked out and kept
            model.warm()
