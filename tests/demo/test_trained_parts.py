"""What the demo's profiles learn is delivered with it: a first start learns nothing, and reads twice."""

import numpy as np
import pytest

from demo import trained_parts
from demo.load import load
from demo.worlds import WORLDS
from language import embedder
from language.embedder import e5
from releases import part_files, parts
from releases.draft import Draft
from releases.models import Release, ReleasePart
from routing.decision.learning.kept_vectors import KeptVectors
from routing.decision.learning.learn import name_vectors
from routing.decision.learning.train import SIZE
from routing.decision.learning.trained_model import TrainedProfile
from routing.models import Example, Intent
from tenancy.models import Tenant

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(not e5.is_available(), reason="E5's engine does not run on this machine"),
]
TENANT = "tenant_a"
COMMAND = "python -m benchmarks.learn_demo --write"


@pytest.fixture(autouse=True)
def twice(settings, tmp_path):
    """Messages are read twice, and nothing was ever learnt on this machine."""
    settings.EXAMPLES_TWICE, settings.PARTS_DIR = True, tmp_path / "parts"
    parts.forget()
    yield
    parts.forget()


def test_what_is_delivered_is_of_the_demo_and_the_encoders_of_today() -> None:
    samples = trained_parts.list_samples(Draft(Tenant.objects.get(pk=TENANT)).loaded)
    ready = trained_parts.find_ready(TENANT, samples)
    assert ready.parts.keys() == samples.keys(), f"examples, encoders or learning have changed: {COMMAND}"
    texts = sorted(ready.vectors)[::400]
    by_both = embedder.choose_for_second_look().learn(texts)
    alike = (by_both * np.stack([ready.vectors[text] for text in texts])).sum(axis=1)
    assert alike.min() > 0.998, f"the encoders say something else: {COMMAND}"


def test_a_first_start_learns_nothing_and_reads_twice_from_its_first_message() -> None:
    ReleasePart.objects.of(TENANT).delete()
    Release.objects.of(TENANT).delete()
    Tenant.objects.filter(pk=TENANT).update(live_release=None)
    told: list[str] = []
    assert load(WORLDS[TENANT], progress=lambda percent, note: told.append(note))
    assert told == []
    release = Draft(Tenant.objects.get(pk=TENANT)).loaded
    assert not release.lacking
    profiles = [TrainedProfile.of(release, agent_id) for agent_id in release["routing"].profiles]
    twice = [each for each in profiles if each.second_look_key]
    assert len(twice) > 5 and all(each.model and each.second_look for each in twice)


def test_after_an_edit_what_others_learn_is_still_there_and_so_are_the_vectors() -> None:
    tenant = Tenant.objects.get(pk=TENANT)
    intent = Intent.objects.of(tenant).get(name="retail_order_tracking")
    Example(tenant=tenant, intent=intent, text="whither hath my parcel gone", language="en").save()
    trained_parts.lay_out(tenant)
    samples = trained_parts.list_samples(Draft(tenant).loaded)
    there = {key for key in samples if part_files.has(TENANT, key)}
    assert there and there < samples.keys()
    texts = {each.text for key in samples for each in samples[key]}
    kept = KeptVectors(str(part_files.folder_of(TENANT) / name_vectors()), SIZE)
    assert texts - kept.find(texts).keys() == {"whither hath my parcel gone"}


def test_a_damaged_file_costs_time_and_no_more(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(trained_parts, "FOLDER", tmp_path)
    for content in (None, b"", trained_parts.__doc__.encode()):
        if content is not None:
            trained_parts.path_of(TENANT).write_bytes(content)
        trained_parts.lay_out(Tenant.objects.get(pk=TENANT))
        assert not part_files.folder_of(TENANT).exists()
