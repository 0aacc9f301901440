"""Which backend a message goes to, by the rules alone."""

import pytest

from demo.worlds import DEFAULT, WORLDS
from routing.gateway.backends import BackendTable
from routing.gateway.decide import Rules, decide
from routing.gateway.specs import BackendSpec, GatewaySection
from tests.parts.phrases import try_each

DEMO = BackendTable.build(
    GatewaySection({each.backend.name: each.backend for each in WORLDS[DEFAULT].backends}, "contas")
)
HYBRID, ROUTER, SUPERVISOR = Rules("hybrid"), Rules("router"), Rules("supervisor")


@try_each(
    ("text", "active"),
    [
        ("e esse valor?", "contas"), ("sim", "ofertas"), ("y ese importe?", "contas"),
        ("what about the other one", "suporte"),
        ("e quando é que ele vai chegar na minha casa, por favor", "suporte"),
        ("qual o valor da fatura?", "contas"),
        ("??", "cobranca"), ("Também queria saber se dá para fazer isso amanhã cedo", "ofertas"),
    ],
)  # fmt: skip
def test_a_follow_up_stays_without_a_model(text, active):
    decided = decide(text, DEMO, HYBRID, active)
    assert (decided.decision.backend_id, decided.decision.method, decided.unsure) == (active, "sticky", False)
    assert decided.decision.keep_active_backend


@try_each(
    ("text", "active", "backend"),
    [
        ("quero trocar meu plano", "contas", "ofertas"), ("e o meu pedido?", "contas", "suporte"),
        ("e minha dívida?", "contas", "cobranca"), ("¿y mi factura?", "ofertas", "contas"),
        ("FATURAS", "suporte", "contas"), ("promocao", "contas", "ofertas"),
    ],
)  # fmt: skip
def test_a_short_message_with_another_backends_word_goes_there(text, active, backend):
    assert decide(text, DEMO, HYBRID, active).decision.backend_id == backend


def test_an_example_of_another_backend_goes_there_however_short_it_is():
    shop = BackendSpec("shop", examples=("where do I park a tractor",))
    backends = BackendTable.build(GatewaySection({"desk": BackendSpec("desk"), "shop": shop}, "desk"))
    assert decide("Where do I park a tractor?", backends, HYBRID, "desk").decision.backend_id == "shop"
    assert decide("where do I park it", backends, HYBRID, "desk").decision.method == "sticky"


@try_each(
    "text",
    [
        "obrigado, era só isso",
        "gracias, eso es todo",
        "thanks, bye",
        "encerrar atendimento",
        "Sair",
        "tchau!",
    ],
)
def test_closing_words_end_the_stay(text):
    assert decide(text, DEMO, HYBRID, "ofertas").decision.method == "closing"


@try_each("text", ["quero encerrar minha conta", "não, obrigado", "obrigado, e o pedido?", "acabou a luz"])
def test_what_only_sounds_like_it_does_not(text):
    assert decide(text, DEMO, HYBRID, "ofertas").decision.method != "closing"


def test_nothing_matched_stays_with_the_session_else_goes_to_the_default():
    text = "gostaria de conversar com vocês a respeito de uma coisa que aconteceu ontem"
    assert decide(text, DEMO, ROUTER, "suporte").decision.backend_id == "suporte"
    found = decide(text, DEMO, ROUTER).decision
    assert (found.backend_id, found.method, found.confidence) == ("contas", "default", 0.1)


def test_whole_words_count():
    assert decide("um contato impedido", DEMO, ROUTER).decision.method == "default"


def test_two_backends_named_alike_are_a_matter_for_a_model_else_for_the_session_else_for_priority():
    text = "minha fatura e o meu pedido"
    assert decide(text, DEMO, HYBRID).unsure and not decide(text, DEMO, ROUTER).unsure
    assert not decide(text, DEMO, Rules("hybrid", use_model=False)).unsure
    assert decide(text, DEMO, ROUTER, "suporte").decision.backend_id == "suporte"
    assert decide(text, DEMO, ROUTER).decision.backend_id == "contas"
    names = [each.backend_id for each in decide(text, DEMO, ROUTER).decision.candidates]
    assert names == ["suporte", "contas"]


def test_an_example_counts_by_the_words_it_shares():
    decided = decide("Meu nome ficou negativado mesmo", DEMO, ROUTER)
    assert decided.decision.backend_id == "cobranca"
    alike = decide("Can I pay what I owe?", DEMO, ROUTER).decision
    assert alike.backend_id == "cobranca" and alike.confidence >= 0.55


def test_mode_supervisor_always_asks():
    assert decide("minha fatura", DEMO, SUPERVISOR).unsure
    assert decide("e esse valor?", DEMO, SUPERVISOR, "ofertas").unsure


@try_each(
    ("text", "active", "backend", "method"),
    [
        ("e esse valor?", "ofertas", "ofertas", "sticky"),
        ("e o meu pedido?", "contas", "suporte", "rules"),
        ("minha fatura", "", "contas", "rules"),
    ],
)
def test_without_a_model_mode_supervisor_decides_as_hybrid_does_and_says_so(text, active, backend, method):
    found = decide(text, DEMO, SUPERVISOR, active).decision
    assert (found.backend_id, found.method) == (backend, method)
    hybrid = decide(text, DEMO, HYBRID, active).decision
    assert found.reason == f"No model named one, so the rules decide. {hybrid.reason}"


def test_what_the_request_names_is_asked_whatever_it_says():
    found = decide("minha fatura", DEMO, HYBRID, "contas", forced="suporte").decision
    assert (found.backend_id, found.confidence, found.method) == ("suporte", 1.0, "forced")


def test_the_stay_can_be_switched_off():
    decided = decide("me diga mais sobre", DEMO, Rules("hybrid", keep_active=False), "ofertas")
    assert decided.unsure and decided.decision.backend_id == "ofertas"


def test_one_backend_gets_everything():
    only = BackendTable.build(GatewaySection({"desk": BackendSpec("desk")}))
    assert decide("qualquer coisa que seja dita aqui por alguém", only, HYBRID).decision.backend_id == "desk"


def test_a_long_message_is_read_in_no_time():
    assert decide("fatura " * 4000, DEMO, HYBRID).decision.backend_id == "contas"


def test_several_that_are_pointed_to_are_told_with_their_scores():
    decision = decide("minha fatura e o meu pedido", DEMO, ROUTER).decision
    scores = {each.backend_id: each.score for each in decision.candidates}
    assert decision.reason.startswith("Several are pointed to, ")
    assert f"{decision.backend_id} ({scores[decision.backend_id]:.2f})" in decision.reason


@pytest.mark.parametrize(("text", "said"), [("sim", "of 1 word that"), ("esse valor aí", "of 3 words that")])
def test_a_follow_up_says_how_long_it_is(text, said):
    assert said in decide(text, DEMO, HYBRID, "contas").decision.reason
