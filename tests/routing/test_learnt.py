"""What a profile learnt.

Published with the release, loaded when it is first needed, shared where it is the same.
"""

import pytest

from agents.models import Specialist
from conversations.turn import ConversationState, Utterance
from releases import freshness, snapshot
from releases.models import ReleasePart
from releases.publish import publish
from routing.decision.learning.samples import OUT_OF_SCOPE, VERSION
from routing.decision.learning.trained_model import TrainedProfile, key_of
from routing.decision.profile_runtime import ProfileRuntime
from routing.decision.tiers import decide
from routing.models import AgentProfile, Example, Intent
from tenancy.models import Tenant
from tests.parts.copied import write_again
from tests.releases.company import author

pytestmark = pytest.mark.django_db
SAID = {
    "order_tracking": ("where is my order", "has my parcel left", "when does it arrive", "track my package",
                       "it has not come yet", "is the delivery late", "where is the courier",
                       "my parcel is late"),
    "returns": ("I want to send it back", "it does not fit", "I want my money back", "return these shoes",
                "how do I give it back", "take back the shirt", "wrong size, I return it", "refund please"),
    "nothing": ("tell me a joke", "what is the weather", "who won the match", "sing a song",
                "how old are you", "write a poem", "what time is it", "do you like pizza"),
}  # fmt: skip


@pytest.fixture
def acme():
    """Two profiles that serve the same two intents, and examples of what nobody serves."""
    return write_again("learnt_acme", _author)


def _author():
    tenant = author("learnt_acme")
    own = {"tenant": tenant}
    orders = Specialist.objects.of(tenant).get(name="orders")
    AgentProfile(**own, agent_id="outlet", fallback=orders, single=orders).save()
    Intent(**own, name="returns", specialist=orders).save()
    Intent(**own, name="nothing", out_of_scope=True).save()
    for name, texts in SAID.items():
        intent = Intent.objects.of(tenant).get(name=name)
        for text in texts:
            Example(**own, intent=intent, text=text, language="en").save()
    return tenant


def live(tenant):
    row = Tenant.objects.get(pk=tenant.pk)
    return freshness.release(row.pk, row.live_release)


def test_a_published_profile_reads_messages_with_what_it_learnt(acme):
    publish(acme, "ana")
    freshness.forget()
    model = ProfileRuntime.of(live(acme), "shop").learnt.model
    reading = model.read("when will my parcel arrive?")
    assert reading.intent == "order_tracking"
    assert reading.nearest[0].intent == "order_tracking"
    assert model.read("please tell me a joke").intent == OUT_OF_SCOPE


def test_small_words_have_a_matter_where_they_are_an_example_as_they_stand(acme):
    """ "Oi" was an example of the greeting, and nobody greeted."""
    greeting = Intent(tenant=acme, name="greeting", reply={"en": "Hello!"})
    greeting.save()
    for text in ("Hello", "hi there, how are you?", "good evening", "greetings to you all", "howdy"):
        Example(tenant=acme, intent=greeting, text=text, language="en").save()
    publish(acme, "ana")
    freshness.forget()
    published = ProfileRuntime.of(live(acme), "shop")
    found = {
        text: decide(Utterance(text, text), ConversationState(), published).decision.intent
        for text in ("Hello", "hello!", "thanks", "ok")
    }
    assert found == {"Hello": "greeting", "hello!": "greeting", "thanks": "fallback", "ok": "fallback"}


def test_profiles_and_releases_with_the_same_examples_share_one_model(acme):
    publish(acme, "ana")
    first = live(acme)
    shop, outlet = (ProfileRuntime.of(first, name).learnt for name in ("shop", "outlet"))
    assert shop.key == outlet.key and shop.model is outlet.model
    assert ReleasePart.objects.of(acme).count() == 1
    Specialist.objects.of(acme).filter(name="orders").update(purpose="parcels")
    publish(acme, "ana")
    second = live(acme)
    assert second.number == 2 and ProfileRuntime.of(second, "shop").learnt.model is shop.model


def test_the_key_names_all_that_decides_what_is_learnt(acme, settings):
    learnt = TrainedProfile.of(freshness.build(1, "x", snapshot.take(acme)), "shop")
    key = key_of(learnt.samples, 0.97)
    assert learnt.key == key == key_of(learnt.samples[::-1], 0.97)
    assert key_of(learnt.samples, 0.9) != key
    assert key_of(learnt.samples[:-1], 0.97) != key
    settings.EMBEDDER = "none"
    assert key_of(learnt.samples, 0.97) != key
    settings.EMBEDDER = "bundled"


def test_another_way_to_learn_has_another_key(acme, monkeypatch):
    learnt = TrainedProfile.of(freshness.build(1, "x", snapshot.take(acme)), "shop")
    monkeypatch.setattr("routing.decision.learning.trained_model.VERSION", VERSION + 1)
    assert key_of(learnt.samples, 0.97) != learnt.key


def test_a_profile_without_its_part_abstains(acme):
    learnt = ProfileRuntime.of(freshness.build(1, "x", snapshot.take(acme)), "shop").learnt
    assert learnt.key and not learnt.there and learnt.model is None


def test_of_a_part_that_cannot_be_read_the_ladder_says_so_and_the_log_once(acme, caplog):
    publish(acme, "ana")
    freshness.forget()
    ReleasePart.objects.of(acme).update(content=b"torn")
    published = ProfileRuntime.of(live(acme), "shop")
    for text in ("has the thing left", "my parcel", "has the thing left"):
        decided = decide(Utterance(text, text), ConversationState(), published)
        (saw,) = (verdict.saw for verdict in decided.verdicts if verdict.tier == "example")
        assert saw == {"why": "unreadable"}
    assert published.learnt.unreadable and not published.learnt.there
    assert published.weak is None, "every keyword decides, as where nothing was learnt"
    errors = [record for record in caplog.records if record.levelname == "ERROR"]
    assert len(errors) == 1 and "cannot be used" in caplog.text


@pytest.mark.parametrize("serves", [True, False], ids=["serves turns", "a command"])
def test_a_process_that_serves_turns_has_built_what_it_publishes_before_it_is_live(
    acme, serves, django_capture_on_commit_callbacks
):
    freshness.forget()
    freshness.serve(serves)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            publish(acme, "ana")
    finally:
        freshness.serve(False)
    release = live(acme)
    assert release.readiness.done is serves
    assert [made.is_built for made in release.parts.values()] == [serves]
    assert ("misleading" in vars(ProfileRuntime.of(release, "shop"))) is serves


def test_the_wished_precision_of_one_profile_teaches_it_apart(acme):
    AgentProfile.objects.of(acme).filter(agent_id="outlet").update(wished_precision=0.9)
    publish(acme, "ana")
    assert ReleasePart.objects.of(acme).count() == 2


def test_the_report_is_read_without_building_the_model(acme):
    publish(acme, "ana")
    freshness.forget()
    learnt = ProfileRuntime.of(live(acme), "shop").learnt
    before = learnt.report
    assert set(before.intents) == {"order_tracking", "returns", OUT_OF_SCOPE}
    assert before.intents["returns"].examples == len(SAID["returns"])
    assert learnt.parts[learnt.key].look(len, lambda model: 0) > 0  # still the bytes
    assert learnt.model is not None
    assert learnt.report == before
    assert ProfileRuntime.of(freshness.build(1, "x", snapshot.take(acme)), "shop").learnt.report is None


def test_a_report_that_cannot_be_read_is_none(acme):
    publish(acme, "ana")
    freshness.forget()
    ReleasePart.objects.of(acme).update(content=b"torn")
    assert ProfileRuntime.of(live(acme), "shop").learnt.report is None
