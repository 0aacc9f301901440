"""Profiles, intents and state policies in a release: compiled, loaded, restored, compared, checked."""

import pytest
from django.core.exceptions import ValidationError

from agents.models import LLMProfile, MCPTool, Specialist
from releases import freshness, snapshot
from releases.rollback import restore
from routing.decision.authored import checks, sections
from routing.decision.learning.samples import OUT_OF_SCOPE
from routing.decision.profile_runtime import ProfileRuntime
from routing.models import AgentProfile, Example, Intent, IntentTool, Keyword, StatePolicy
from tests.parts.copied import write_again
from tests.releases.company import author

pytestmark = pytest.mark.django_db


ASKED = ("Where is my order?", "Has it left?", "When does it come?", "Nothing came yet", "Is it late?")
RETURNED = ("It is too small", "Take it back", "I changed my mind", "Wrong colour", "I want my money")


@pytest.fixture
def acme():
    """The small company with everything this room can author."""
    return write_again("routing_acme", _author)


def _author():
    tenant = author("routing_acme")
    own = {"tenant": tenant}
    support = Specialist.objects.of(tenant).get(name="support")
    tracking = Intent.objects.of(tenant).get(name="order_tracking")
    find_order = MCPTool.objects.of(tenant).get(name="find_order")
    IntentTool(**own, intent=tracking, tool=find_order).save()
    support.tools.add(find_order)  # it is the single agent
    for text in ASKED:
        Example(**own, intent=tracking, text=text, language="en").save()
    returns = Intent(
        **own, name="returns", specialist=support, priority=5, next_state="WAITING", offer={"en": "Return it"}
    )
    returns.save()
    returns.profiles.set(AgentProfile.objects.of(tenant))
    for text in ("return", "devolução"):
        Keyword(**own, intent=returns, text=text).save()
    for text in RETURNED:
        Example(**own, intent=returns, text=text, language="en").save()
    nobody = Intent(**own, name="weather", out_of_scope=True)
    nobody.save()
    Example(**own, intent=nobody, text="Will it rain?", language="en").save()
    StatePolicy(**own, state="WAITING", specialist=support).save()
    return tenant


def published(tenant):
    return ProfileRuntime.of(freshness.build(1, "x", snapshot.take(tenant)), "shop")


def problems(tenant, severity):
    found = checks.check(snapshot.take(tenant))
    return [f"{each.where}: {each.sentence}" for each in found if each.severity == severity]


def test_everything_authored_is_there_by_name(acme):
    shop = published(acme)
    assert list(shop.intents) == ["returns", "order_tracking"]
    tracking = shop.intents["order_tracking"]
    assert (tracking.agent, tracking.prefetch, tracking.examples) == (
        "orders",
        ("find_order",),
        tuple(sorted(ASKED)),
    )
    assert shop.intents["returns"].keywords == ("devolução", "return")
    assert shop.policies["WAITING"].agent == "support"
    assert (shop.profile.fallback_agent, shop.profile.single_agent) == ("orders", "support")


def test_compiling_costs_the_same_whatever_there_is(acme, django_assert_max_num_queries):
    with django_assert_max_num_queries(40) as before:
        snapshot.take(acme)
    for number in range(5):
        intent = Intent(tenant=acme, name=f"more_{number}")
        intent.save()
        Keyword(tenant=acme, intent=intent, text=f"word{number}").save()
    with django_assert_max_num_queries(len(before)):
        snapshot.take(acme)


def test_rows_come_back_as_they_were(acme):
    content = snapshot.take(acme)
    returns = Intent.objects.of(acme).get(name="returns")
    returns.keywords.all().delete()
    Keyword(tenant=acme, intent=returns, text="other").save()
    returns.priority = 1
    returns.save()
    StatePolicy.objects.of(acme).delete()
    Intent.objects.of(acme).get(name="order_tracking").delete()
    newer = Specialist(tenant=acme, name="newer")
    newer.save()
    Intent(tenant=acme, name="surplus", specialist=newer).save()
    AgentProfile(tenant=acme, agent_id="surplus", fallback=newer).save()
    assert snapshot.take(acme) != content
    restore(acme, content)
    assert snapshot.take(acme) == content


def test_what_nobody_serves_is_no_intent_that_could_be_routed_to(acme):
    Keyword(tenant=acme, intent=_intent(acme, "weather"), text="rain").save()
    release = freshness.build(1, "x", snapshot.take(acme))
    assert release["routing"].outside["weather"].examples == ("Will it rain?",)
    shop = ProfileRuntime.of(release, "shop")
    assert "weather" not in shop.intents
    assert shop.hits("rain") == []


def test_a_profile_learns_from_what_it_serves_and_from_what_nobody_serves(acme):
    everything = {("order_tracking", text) for text in ASKED} | {("returns", text) for text in RETURNED}
    everything |= {(OUT_OF_SCOPE, "Will it rain?")}
    samples = published(acme).learnt.samples
    assert {(each.intent, each.text) for each in samples if not each.about} == everything
    about = {(each.intent, each.text) for each in samples if each.about}
    assert about and {intent for intent, _text in about} <= {"order_tracking", "returns"}
    Intent.objects.of(acme).filter(name="returns").update(enabled=False)
    other = AgentProfile(
        tenant=acme, agent_id="other", fallback=Specialist.objects.of(acme).get(name="orders")
    )
    other.save()
    _intent(acme, "weather").profiles.set([other])
    assert {each.intent for each in published(acme).learnt.samples} == {"order_tracking"}
    assert published(acme).learnt.key == "", "there is nothing to tell apart"


def test_a_tool_without_a_sentence_is_told_where_no_model_finds_the_words(acme, settings):
    settings.MODEL = ""
    LLMProfile.objects.of(acme).update(provider="offline")
    acme_profile = AgentProfile.objects.of(acme).get()
    acme_profile.languages = ["es", "en"]
    acme_profile.save()
    MCPTool.objects.of(acme).filter(name="find_order").update(say={"en": "It is there."})
    told = [line for line in problems(acme, "warning") if "no sentence (say) in" in line]
    assert len(told) == 1 and "'find_order'" in told[0] and "Español." in told[0]
    settings.MODEL = "some-model"
    assert not [line for line in problems(acme, "warning") if "no sentence (say) in" in line]


def test_a_release_older_than_these_fields_is_read_and_restored(acme):
    content = snapshot.take(acme)
    for intent in content["routing"]["intents"].values():
        del intent["out_of_scope"]
    for profile in content["routing"]["profiles"].values():
        del profile["wished_precision"]
    AgentProfile.objects.of(acme).update(wished_precision=0.9)
    loaded = freshness.build(1, "x", content)["routing"]
    assert (loaded.outside, loaded.profiles["shop"].wished_precision) == ({}, 0.97)
    assert list(checks.check(content))
    restore(acme, content)
    assert AgentProfile.objects.of(acme).get().wished_precision == 0.97


def test_nobody_answers_what_nobody_serves(acme):
    weather = _intent(acme, "weather")
    weather.full_clean()
    weather.specialist = Specialist.objects.of(acme).get(name="orders")
    with pytest.raises(ValidationError, match="leave it empty"):
        weather.full_clean()
    with pytest.raises(ValidationError, match="kept for"):
        Intent(tenant=acme, name=OUT_OF_SCOPE).full_clean()


def test_what_is_switched_off_is_left_out_but_kept_for_a_rollback(acme):
    Intent.objects.of(acme).filter(name="returns").update(enabled=False)
    assert list(published(acme).intents) == ["order_tracking"]
    assert snapshot.take(acme)["routing"]["intents"]["returns"]["enabled"] is False


def test_a_release_without_the_section_knows_nobody():
    assert freshness.build(1, "x", {})["routing"].profiles == {}


def test_a_diff_names_fields_as_their_pages_do(acme):
    told = sections.describe_objects(snapshot.take(acme)["routing"])
    found = {(each.kind, each.name): each.fields for each in told}
    tracking = found["Intent", "order_tracking"]
    assert tracking["keywords"] == ["order"]
    assert tracking["tools"] == ["find_order: call at once"]
    assert tracking["examples"] == [f"{text} (en)" for text in sorted(ASKED)]
    assert found["Intent", "weather"]["what nobody serves"] == "yes"
    assert found["Profile", "shop"]["wished precision"] == "0.97"
    assert found["Intent", "returns"]["button (en)"] == "Return it"
    assert found["State policy", "WAITING"]["who answers"] == "support"


def test_a_good_draft_has_no_problem(acme):
    assert problems(acme, "error") == []
    assert problems(acme, "warning") == []


def _add(tenant, model, **values):
    model(tenant=tenant, **values).save()


def _intent(tenant, name="returns"):
    return Intent.objects.of(tenant).get(name=name)


@pytest.mark.parametrize(
    ("break_it", "severity", "words"),
    [
        pytest.param(lambda t: Specialist.objects.of(t).filter(name="support").update(enabled=False),
                     "error", ["Intent 'returns'", "'support' is not in use"], id="specialist-off"),
        pytest.param(lambda t: StatePolicy.objects.of(t).delete(),
                     "warning", ["Intent 'returns'", "who answers in 'WAITING'"], id="state-of-nobody"),
        pytest.param(lambda t: MCPTool.objects.of(t).update(enabled=False),
                     "warning", ["Intent 'order_tracking'", "tool 'find_order'"], id="tool-off"),
        pytest.param(lambda t: MCPTool.objects.of(t).update(read_only=False, confirm=False, permission=""),
                     "warning", ["Intent 'order_tracking'", "'find_order' at once, which changes"],
                     id="acts-at-once"),
        pytest.param(lambda t: IntentTool.objects.of(t).delete() and
                     [each.tools.clear() for each in Specialist.objects.of(t)],
                     "warning", ["Tools", "nobody calls them: find_order."], id="tool-of-nobody"),
        pytest.param(lambda t: Keyword.objects.of(t).filter(text="order").delete() and
                     Example.objects.of(t).filter(text__in=ASKED[1:]).delete(),
                     "warning", ["order_tracking", "no keyword"], id="no-keyword"),
        pytest.param(lambda t: Example.objects.of(t).filter(text__in=ASKED[1:]).delete(),
                     "warning", ["order_tracking", "only 1 example"], id="one-example"),
        pytest.param(lambda t: _add(t, Intent, name="bare", reply={"pt": "a", "es": "b", "en": "c"}),
                     "warning", ["Intent 'bare'", "no example"], id="no-example"),
        pytest.param(lambda t: Example.objects.of(t).filter(text__in=ASKED).delete(),
                     "warning", ["Profile 'shop'", "Fewer than two"], id="nothing-to-tell-apart"),
        pytest.param(lambda t: Intent.objects.of(t).filter(name="weather").delete(),
                     "warning", ["Profile 'shop'", "what nobody serves"], id="nothing-out-of-scope"),
        pytest.param(lambda t: Example.objects.of(t).filter(text="Will it rain?").delete(),
                     "warning", ["Intent 'weather'", "keeps nothing away"],
                     id="out-of-scope-without-examples"),
        pytest.param(lambda t: _add(t, Keyword, intent=_intent(t, "weather"), text="rain"),
                     "warning", ["Intent 'weather'", "keywords have no effect"],
                     id="out-of-scope-with-keywords"),
        pytest.param(lambda t: Intent.objects.of(t).filter(name="returns").update(name="out_of_scope"),
                     "error", ["Intent 'out_of_scope'", "kept for"], id="reserved-name"),
        pytest.param(lambda t: _add(t, Keyword, intent=_intent(t), text="DEVOLUCAO"),
                     "warning", ["'DEVOLUCAO'", "same without accents"], id="same-after-folding"),
        pytest.param(lambda t: _add(t, Keyword, intent=_intent(t), text="!!"),
                     "error", ["'!!'", "never found"], id="nothing-to-find"),
        pytest.param(lambda t: (_add(t, Keyword, intent=_intent(t), text="Order"),
                                Intent.objects.of(t).update(priority=7)),
                     "warning", ["'order' also belongs", "same priority"], id="two-intents-one-priority"),
        pytest.param(lambda t: AgentProfile.objects.of(t).update(enabled=False),
                     "error", ["Profiles", "none in use"], id="no-profile"),
        pytest.param(lambda t: Specialist.objects.of(t).get(name="support").tools.clear(),
                     "warning", ["Profile 'shop'", "'support' lacks find_order"], id="single-lacks-tools"),
        pytest.param(lambda t: AgentProfile.objects.of(t).update(single=None, mode="single"),
                     "error", ["Profile 'shop'", "no single agent"], id="single-mode-of-nobody"),
        pytest.param(lambda t: Intent.objects.of(t).filter(name="returns").update(specialist=None),
                     "warning", ["neither a specialist nor a fixed answer"], id="nobody-and-no-reply"),
        pytest.param(lambda t: AgentProfile.objects.of(t).get().specialists.set(
                         Specialist.objects.of(t).filter(name="orders")) or
                     AgentProfile.objects.of(t).update(single=Specialist.objects.of(t).get(name="orders")),
                     "warning", ["Intent 'returns'", "belongs to no profile"], id="outside-the-team"),
    ],
)  # fmt: skip
def test_a_problem_says_where_and_what_to_do(acme, break_it, severity, words):
    break_it(acme)
    assert any(all(word in line for word in words) for line in problems(acme, severity))


def test_an_intent_whose_keywords_all_belong_to_an_earlier_one_never_wins(acme):
    _add(acme, Keyword, intent=_intent(acme), text="Order")
    (line,) = problems(acme, "warning")
    assert line.startswith("Intent 'order_tracking': It never wins: 'order' also belongs to 'returns'")
    assert "which has priority 5" in line


def test_a_keyword_that_never_decides_is_named_where_others_do(acme):
    _add(acme, Keyword, intent=_intent(acme, "order_tracking"), text="return")
    (line,) = problems(acme, "warning")
    assert line.startswith("Intent 'order_tracking': Its keyword 'return' never wins")


def test_a_keyword_is_not_lost_to_an_intent_of_other_profiles(acme):
    _add(acme, Keyword, intent=_intent(acme), text="order")
    other = AgentProfile(
        tenant=acme, agent_id="other", fallback=Specialist.objects.of(acme).get(name="orders")
    )
    other.save()
    _intent(acme).profiles.set([other])
    assert not [line for line in problems(acme, "warning") if "never wins" in line]


def test_a_profile_without_fallback_and_an_unknown_tool_are_refused(acme):
    """Rows cannot say this; a content that was written elsewhere can."""
    content = snapshot.take(acme)
    content["routing"]["profiles"]["shop"]["fallback"] = ""
    content["routing"]["intents"]["returns"]["tools"] = [["gone", "offer"]]
    content["routing"]["policies"]["WAITING"]["specialist"] = "ghost"
    said = " ".join(each.sentence for each in checks.check(content) if each.severity == "error")
    assert "Nobody answers when nothing matches" in said
    assert "no tool 'gone'" in said and "no specialist 'ghost'" in said


@pytest.mark.parametrize(
    ("reply", "missing"),
    [
        ({"pt": "Bom dia!"}, "Español, English"),
        ({"pt": "Bom dia!", "en": "Hello!", "es": ""}, "Español"),
        ({"pt": "Bom dia!", "en": "Hello!", "es": "¡Hola!"}, ""),
        ({}, ""),
    ],
)
def test_a_fixed_answer_that_misses_a_language_is_warned_of(acme, reply, missing):
    AgentProfile.objects.of(acme).update(languages=["pt", "es", "en"])
    Intent.objects.of(acme).filter(name="returns").update(reply=reply)
    found = [each for each in problems(acme, "warning") if "fixed answer" in each]
    said = f"Intent 'returns': Its fixed answer is not written in: {missing}. "
    assert [each.startswith(said) for each in found] == ([True] if missing else [])


def test_an_offer_that_misses_a_language_is_warned_of_where_no_example_stands_in(acme):
    AgentProfile.objects.of(acme).update(languages=["pt", "es", "en"])
    returns = Intent.objects.of(acme).filter(name="returns")
    returns.update(offer={"es": "Quiero devolver algo"})
    returns.get().examples.all().delete()
    Example(tenant=acme, intent=returns.get(), language="pt", text="Quero devolver a compra").save()
    found = [each for each in problems(acme, "warning") if "Its offer" in each]
    assert [each.split(". ")[0] for each in found] == [
        "Intent 'returns': Its offer is not written in: English"
    ]


def test_a_short_example_stands_in_for_an_offer_of_its_language(acme):
    returns = Intent.objects.of(acme).filter(name="returns")
    returns.update(offer={"es": "Quiero devolver algo"})
    Example(
        tenant=acme, intent=returns.get(), language="en", text="I bought this and want my money back"
    ).save()
    read = sections.load(snapshot.take(acme)["routing"]).intents["returns"]
    assert read.offer["en"] == "I bought this and want my money back"
    assert read.offer["es"] == "Quiero devolver algo"
