"""What deciding under a release needs, built before the first message does.

Called by `releases.readiness`.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.conf import settings

from language.embedder import BUNDLED, load_bundled
from routing.decision.learning.trained_model import TrainedProfile
from routing.decision.profile_runtime import ProfileRuntime

if TYPE_CHECKING:
    from releases.loaded_release import LoadedRelease, StoredArtifact


def ready(release: "LoadedRelease", parts: "Mapping[str, StoredArtifact]") -> None:
    """Builds the weak keywords and the model of each profile that has learnt, and reads an encoder's weights
    where a model asks one, or messages are read for whether they ask for a person; any other release costs
    nothing.
    """
    routing = release["routing"]
    if settings.EMBEDDER == BUNDLED and any(each.asks_for_person for each in routing.intents.values()):
        load_bundled().warm()
    if not parts:
        return
    for agent_id in release["routing"].profiles:
        made = parts.get(TrainedProfile.of(release, agent_id).key)
        model = made.built if made is not None else None
        if model is not None:
            ProfileRuntime.of(release, agent_id).misleading  # noqa: B018  worked out and kept
            model.warm()
