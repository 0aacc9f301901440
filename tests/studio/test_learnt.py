"""What an intent's and a profile's page say of what the examples teach, on rows that were really learnt."""

from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from releases import draft, freshness
from releases.models import ReleasePart
from releases.publish import publish
from routing.models import AgentProfile, Example, Intent, Keyword, RoutingCase
from studio import learning
from tests.studio.conftest import login
from work.models import Job

LIST = reverse("admin:routing_intent_changelist")
SAID = {
    "bills": ("minha fatura veio alta", "quero pagar a conta", "cobraram duas vezes o mesmo mês",
              "a conta subiu",
              "não entendi o valor cobrado", "quando vence o boleto", "onde está meu boleto",
              "paguei em dobro",
              "a entrega do boleto atrasou", "tem uma cobrança estranha"),
    "orders": ("onde está meu pacote", "a entrega atrasou", "o que eu comprei não chegou", "cadê a encomenda",
               "já saiu para entrega?", "quando chega o que comprei", "o entregador não veio",
               "rastrear o pacote",
               "mandaram para o endereço errado", "a encomenda sumiu"),
    "jokes": ("conta pra mim uma piada", "canta uma música", "vai chover amanhã?", "quem ganhou o jogo",
              "me conta uma história", "escreve um poema", "que horas são", "qual a capital da França",
              "você gosta de pizza", "faz um bolo"),
}  # fmt: skip


@pytest.fixture
def taught(acme: SimpleNamespace) -> SimpleNamespace:
    """Two intents and what nobody serves, ten examples each.

    "conta" of bills is a verb in two of the latter.
    """
    own = {"tenant": acme.tenant}
    Example.objects.of(acme.tenant).delete()
    RoutingCase.objects.of(acme.tenant).delete()
    acme.orders = Intent.unscoped.create(**own, name="orders", specialist=acme.other, priority=20)
    acme.jokes = Intent.unscoped.create(**own, name="jokes", out_of_scope=True)
    Keyword.unscoped.create(**own, intent=acme.orders, text="encomenda")
    Keyword.unscoped.create(**own, intent=acme.intent, text="conta")
    for intent in (acme.intent, acme.orders, acme.jokes):
        for text in SAID[intent.name]:
            Example.unscoped.create(**own, intent=intent, text=text, language="pt")
    return acme


def address(row: object) -> str:
    meta = row._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk])


def figures(company: SimpleNamespace, name: str = "bills") -> learning.Figures:
    company.tenant.refresh_from_db()
    (only,) = learning.describe_intent(company.tenant, draft.of(company.tenant, fresh=True), name)
    return only


def shown(browser: Client, row: object) -> str:
    return " ".join(browser.get(address(row)).content.decode().split())


def test_a_weak_keyword_says_on_which_examples_of_which_intent_it_would_win(taught: SimpleNamespace) -> None:
    publish(taught.tenant, "ana")
    words = figures(taught).words
    assert {word.text: word.standing for word in words} == {"conta": "weak", "fatura": "strong"}
    assert words[0].wins == (("out_of_scope", 2),)
    assert [(each.kind, each.text) for each in words[0].evidence] == [
        ("example", "conta pra mim uma piada"), ("example", "me conta uma história"),
    ]  # fmt: skip
    page = shown(login("editor", taught.tenant), taught.intent)
    link = f'<a class="studio-link" href="{address(taught.jokes)}">what nobody serves</a>'
    assert f"It would win on 2 messages of other intents: {link} (2)" in page
    assert "conta pra mim uma piada" in page


def test_a_message_that_must_be_routed_right_is_shown_to_who_may_read_it(taught: SimpleNamespace) -> None:
    profile = AgentProfile.objects.of(taught.tenant).get()
    RoutingCase.unscoped.create(
        tenant=taught.tenant, profile=profile, text="a fatura da capa do disco", author="ana"
    )
    made = draft.of(taught.tenant, fresh=True)
    for may_read, evidence in ((True, ["a fatura da capa do disco"]), (False, [])):
        (only,) = learning.describe_intent(taught.tenant, made, "bills", with_cases=may_read)
        word = next(each for each in only.words if each.text == "fatura")
        assert word.standing == "weak" and word.wins == (("out_of_scope", 1),)
        assert [each.text for each in word.evidence] == evidence


def test_a_keyword_is_judged_by_the_draft_before_it_is_published(taught: SimpleNamespace) -> None:
    publish(taught.tenant, "ana")
    Example.unscoped.create(
        tenant=taught.tenant, intent=taught.orders, text="fatura do pacote", language="pt"
    )
    fatura = next(word for word in figures(taught).words if word.text == "fatura")
    assert (fatura.standing, fatura.wins) == ("weak", (("orders", 1),))


def test_the_figures_are_those_of_what_was_learnt(taught: SimpleNamespace) -> None:
    publish(taught.tenant, "ana")
    found = figures(taught)
    assert (found.state, found.differs, found.wished) == ("learnt", False, 0.97)
    assert found.learnt is not None and found.learnt.examples == 10
    page = shown(login("viewer", taught.tenant), taught.intent)
    assert "Decided at 97 %" in page and f"<dd>{found.learnt.share * 100:.0f} % " in page
    needed = found.learnt.needed
    assert (f"about {needed} more would bring" in page) == bool(needed)
    assert found.learnt.touching
    for pair in found.learnt.touching:
        assert pair.text in page and pair.other in page
    nearest = f'<a class="studio-link" href="{address(taught.orders)}">orders</a>'
    assert found.learnt.nearest == "orders" and f"<dt>Nearest intent</dt><dd>{nearest}</dd>" in page


def test_before_the_first_publish_nothing_is_known_but_keywords(taught: SimpleNamespace) -> None:
    found = figures(taught)
    assert (found.state, found.learnt, found.weak[0].text) == ("unpublished", None, "conta")
    assert "found out when it is published" in shown(login("viewer", taught.tenant), taught.intent)


def test_a_draft_with_other_examples_says_that_its_figures_are_of_what_is_live(
    taught: SimpleNamespace,
) -> None:
    publish(taught.tenant, "ana")
    Example.unscoped.create(tenant=taught.tenant, intent=taught.intent, text="fatura em dobro", language="pt")
    found = figures(taught)
    assert (found.state, found.differs, found.drafted) == ("learnt", True, 11)
    page = shown(login("viewer", taught.tenant), taught.intent)
    assert "These figures are of what is live." in page and "10 (11 in the draft)" in page


def test_too_few_examples_teach_nothing(acme: SimpleNamespace) -> None:
    publish(acme.tenant, "ana")
    found = figures(acme)
    assert found.state == "few" and [word.standing for word in found.words] == ["strong"]
    assert "fewer than two intents" in shown(login("viewer", acme.tenant), acme.intent)


def test_an_intent_without_examples_is_found_by_its_keywords_alone(taught: SimpleNamespace) -> None:
    bare = Intent.unscoped.create(tenant=taught.tenant, name="bare", specialist=taught.desk)
    publish(taught.tenant, "ana")
    assert figures(taught, "bare").state == "bare"
    Example.unscoped.create(tenant=taught.tenant, intent=bare, text="quero cancelar", language="pt")
    assert figures(taught, "bare").state == "unpublished"


def test_what_is_not_made_yet_and_what_makes_it_are_told(taught: SimpleNamespace) -> None:
    publish(taught.tenant, "ana")
    ReleasePart.objects.of(taught.tenant).delete()
    freshness.forget()
    assert figures(taught).state == "missing"
    job = Job(tenant=taught.tenant, kind="learn", status="running", progress=40)
    job.save()
    for row in (taught.intent, taught.profile):
        page = shown(
            login("viewer", taught.tenant) if row is taught.intent else login("editor", taught.tenant), row
        )
        assert "Examples are being learnt right now: 40 % done." in page and address(job) in page


def test_profiles_are_told_apart_only_where_they_differ(taught: SimpleNamespace) -> None:
    own = {"tenant": taught.tenant, "fallback": taught.desk, "single": taught.desk}
    AgentProfile.unscoped.create(**own, agent_id="outlet")
    AgentProfile.unscoped.create(**own, agent_id="strict", wished_precision=0.999)
    publish(taught.tenant, "ana")
    taught.tenant.refresh_from_db()
    found = learning.describe_intent(taught.tenant, draft.of(taught.tenant, fresh=True), "bills")
    assert {each.profiles: each.wished for each in found} == {("desk", "outlet"): 0.97, ("strict",): 0.999}
    page = shown(login("viewer", taught.tenant), taught.intent)
    assert "<h3>desk, outlet</h3>" in page and "<h3>strict</h3>" in page


def test_an_intent_that_nobody_serves_says_so(taught: SimpleNamespace) -> None:
    taught.intent.enabled = False
    taught.intent.save()
    publish(taught.tenant, "ana")
    assert "No profile of the draft serves it" in shown(login("viewer", taught.tenant), taught.intent)


def test_a_greetings_keywords_need_the_examples(taught: SimpleNamespace) -> None:
    hello = Intent.unscoped.create(tenant=taught.tenant, name="hello")
    Keyword.unscoped.create(tenant=taught.tenant, intent=hello, text="bom dia")
    assert [word.standing for word in figures(taught, "hello").words] == ["courtesy"]


def test_the_profiles_page_names_what_is_decided_least(taught: SimpleNamespace) -> None:
    publish(taught.tenant, "ana")
    taught.tenant.refresh_from_db()
    whole = learning.describe_profile(taught.tenant, draft.of(taught.tenant, fresh=True), "desk")
    assert whole is not None and whole.learnt is not None and whole.weak == 1
    shares = [each.share for _name, each in whole.weakest]
    assert shares == sorted(shares)
    page = shown(login("viewer", taught.tenant), taught.profile)
    assert f"<dd>{whole.learnt.share * 100:.0f} %</dd>" in page
    for name, each in whole.weakest:
        assert (f"about {each.needed}</td>" in page and name in page) or name == "out_of_scope"


def test_what_a_wished_precision_costs_is_told_before_publishing(taught: SimpleNamespace) -> None:
    publish(taught.tenant, "ana")
    profile = AgentProfile.objects.of(taught.tenant).get()
    Intent.objects.of(taught.tenant).filter(name="orders").update(description="parcels")
    taught.tenant.refresh_from_db()
    whole = learning.describe_profile(taught.tenant, draft.of(taught.tenant, fresh=True), profile.agent_id)
    assert whole is not None and whole.learnt is not None
    shares = {each.wished: each.share for each in whole.learnt.choices}
    assert list(shares.values()) == sorted(shares.values()) and shares[0.97] == whole.learnt.share
    browser = login("publisher", taught.tenant)
    cost = " · ".join(f"{wished:.0%}: {share:.0%}".replace("%", " %") for wished, share in shares.items())
    assert cost in " ".join(strip_tags(browser.get(reverse("admin:publish")).content.decode()).split())
    assert "What a wished precision costs" in shown(login("editor", taught.tenant), profile)


def test_the_list_tells_the_share_that_is_decided_and_the_weak_keywords(taught: SimpleNamespace) -> None:
    publish(taught.tenant, "ana")
    found = figures(taught)
    assert found.learnt is not None
    rows = {
        row.name: row.learnt_ for row in login("viewer", taught.tenant).get(LIST).context["cl"].result_list
    }
    assert rows["bills"] == (found.learnt.share, 1) and rows["orders"].weak == 0
    assert rows["jokes"].share is not None


def test_another_companys_examples_are_no_evidence(taught: SimpleNamespace, rival: SimpleNamespace) -> None:
    own = {"tenant": rival.tenant, "language": "pt"}
    orders = Intent.unscoped.create(tenant=rival.tenant, name="orders", specialist=rival.other)
    Example.unscoped.create(**own, intent=orders, text="onde está meu pacote com a fatura")
    assert "fatura" not in {word.text for word in figures(taught).weak}
    assert next(word for word in figures(rival).words if word.text == "fatura").standing == "weak"
