"""Messages of many matters, where the examples have a say.

What they cost, and what is told of each matter.
"""

from conversations.turn import ConversationState, Identity, TurnContext, TurnRequest, Utterance
from routing.decision import parts, planning, reasons
from routing.decision.agreement import standing
from routing.decision.input import READ, Decision, DecisionInput
from routing.decision.profile_runtime import ProfileRuntime
from routing.turns.mode import decide_route
from tests.parts.phrases import try_each
from tests.routing.decision.shop import ask, shop

MANY = 400
STRONG_BEHIND = "conta nova? conta velha? conta de casa? conta da loja? conta do mês? cadê meu pedido?"
BY_EXAMPLE = "fui cobrada em dobro esse mês. Também ainda to esperando minha encomenda chegar"


def routed(text: str, mode: str) -> Decision:
    context = TurnContext(
        TurnRequest(
            "t1",
            "acme",
            "shop",
            "key",
            mode,
            "profile",
            "web",
            1,
            1,
            1,
            Identity(),
            Utterance(text, text, "pt"),
        )
    )
    return decide_route(context, shop())


def readings(published: ProfileRuntime) -> int:
    """How many texts the examples were asked about so far, those that are remembered not counted again."""
    return published.learnt._read.cache_info().misses


@try_each("mode", ["router", "supervisor", "supervised"])
@try_each(
    "piece", ["conta {}?", "cadê a caixa {}? ", "conta {} e pedido {}? "], ids=["weak", "no-keyword", "both"]
)
def test_a_message_of_many_matters_asks_the_examples_a_few_times(mode: str, piece: str) -> None:
    ask("fui cobrada em dobro")  # the encoder is loaded
    text = "".join(piece.format(f"{mode}{number}", number) for number in range(MANY))[:8000]
    before = readings(shop())
    routed(text, mode)
    # The ladder and the plan may each ask so often about parts, and once about the whole.
    assert readings(shop()) - before <= 2 * (READ + 1)


def test_a_strong_keyword_counts_however_many_weak_ones_stand_before_it() -> None:
    case = DecisionInput(Utterance(STRONG_BEHIND, STRONG_BEHIND), ConversationState(), shop(), 0)
    stood = standing(case, STRONG_BEHIND, case.hits(STRONG_BEHIND))
    assert "pedido" in {hit.text for hit in stood}


def test_beyond_what_may_be_asked_weak_keywords_stand_no_more() -> None:
    case = DecisionInput(Utterance("?", "?"), ConversationState(), shop(), 0)
    pieces = [f"minha conta número {number} veio muito alta" for number in range(READ + 3)]
    stood = [bool(piece.hits) for piece in planning.name_pieces(case, pieces)]
    assert stood == [True] * READ + [False] * 3


def test_a_plan_tells_the_examples_behind_each_specialist() -> None:
    decided = routed(BY_EXAMPLE, "supervisor")
    assert decided.plan is not None and decided.plan.agents == ("money", "parcels")
    told = decided.decision.metadata["examples"]
    assert {told["money"]["intent"], told["parcels"]["intent"]} == {"billing", "orders"}
    for each in told.values():
        assert each["confidence"] >= each["threshold"] and each["nearest"] and each["runner_up"]
    near = next(near["text"] for near in told["money"]["nearest"] if near["intent"] == "billing")
    assert near in decided.decision.reason
    sentence = reasons.because({"method": "supervisor", "metadata": dict(decided.decision.metadata)})
    assert near in sentence and "()" not in sentence


def test_what_keywords_name_has_no_examples_behind_it() -> None:
    decided = routed("minha fatura veio alta e cadê meu pedido", "supervisor")
    assert decided.plan is not None and decided.plan.agents == ("money", "parcels")
    assert "examples" not in decided.decision.metadata


def test_what_a_model_reads_as_one_matter_leaves_the_others_their_parts() -> None:
    text = "e aquilo da loja, resolve pra mim? cadê meu pedido?"
    case = DecisionInput(Utterance(text, text, "pt"), ConversationState(), shop(), 0)
    named = {part.intent for part in parts.name_parts(case)}
    other = next(each for each in shop().intents.values() if each.agent and each.name not in named)
    decided = ask(text)
    chosen = case.decision(other, "llm", 0.8, "a model reads it so", {})
    made = parts.with_parts(decided._replace(decision=chosen), case)
    assert [part.intent for part in made.parts] == [other.name, *named]
    assert made.parts[0].text.startswith("e aquilo da loja")


@try_each(
    ("text", "agents"),
    [
        (BY_EXAMPLE, {"money", "parcels"}),
        (BY_EXAMPLE.replace(". Também ainda", ", ainda"), set()),
        ("minha fatura veio alta e cadê meu pedido, a troca foi ótima.", {"money", "parcels"}),
        ("minha fatura veio alta, a troca foi ótima. E cadê meu pedido?", {"money", "parcels"}),
    ],
    ids=["also", "told", "added-then-told", "told-then-added"],
)
def test_a_second_matter_needs_a_word_that_says_so(text: str, agents: set[str]) -> None:
    assert {part.agent for part in routed(text, "router").parts} == agents
