"""What is taken of a plan that a model proposes.

Read strictly, and held to what the draft and the manifests allow.
"""

import re
from copy import deepcopy
from dataclasses import replace

import pytest
from jsonschema import Draft202012Validator

from routing.planning.errors import PlanRefused
from routing.planning.plan.proposal import OFFERED, ProposalFrame, offer, read
from routing.planning.specs import PlanningSection
from routing.planning.understand.catalogue import Catalogue
from routing.planning.understand.hearing import read_goal
from routing.planning.understand.parameters import resolve_capabilities
from tests.parts.phrases import try_each
from tests.planning.worlds import FINANCE, NOTIFIER, SHARES

MESSAGE = "preço de PETR4 e VALE3 e me avise no telegram"
MEMORY = {"preferred_market": "BR", "customer": "C-77"}


def frame(message=MESSAGE, section=SHARES, closed=lambda domain, capability: ""):
    catalogue = Catalogue.of(section)
    intents = resolve_capabilities(read_goal(message, catalogue).intent, catalogue)
    return ProposalFrame.of(intents, catalogue, MEMORY, closed)


def price(number, **params):
    return {"id": number, "domain": "finance", "capability": "get_stock_price", "params": params}


def send(number, message, *needs):
    return {
        "id": number, "domain": "notifier", "capability": "send_telegram_message",
        "params": {"message": message}, "depends_on": list(needs),
    }  # fmt: skip


def movers(number, **params):
    return {"id": number, "domain": "finance", "capability": "get_top_gainers", "params": params}


GOOD = {
    "steps": [
        price(1, symbol_text="PETR4"),
        price(2, symbol_text="VALE3"),
        send(3, "${1.explanation}\n${2.explanation}", 1, 2),
    ]
}


def with_step(step, at=None):
    """The good plan with one more step, or another one at a place."""
    steps = deepcopy(GOOD["steps"])
    if at is None:
        steps.append(step)
    else:
        steps[at] = step
    return {"steps": steps}


def test_a_plan_within_the_frame_is_taken_and_says_whose_it_is() -> None:
    plan = read({**GOOD, "combine_mode": "merge", "max_concurrency": 1}, frame(), [MESSAGE], "sorter")
    assert (plan.proposed_by, plan.execution_mode, plan.combine_mode, plan.max_concurrency) == (
        "sorter", "dag", "merge", 1,
    )  # fmt: skip
    assert [step.depends_on for step in plan.steps] == [(), (), (1, 2)]
    assert [step.required for step in plan.steps] == [True, True, False]  # as the draft has them
    assert plan.steps[2].output_key == "notification"


def test_the_offered_schema_is_one_and_the_good_plan_keeps_to_it() -> None:
    schema = dict(offer(frame()).schema)
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(GOOD)


def test_memory_fills_what_a_model_left_out_and_is_told_to_no_model() -> None:
    made = frame()
    assert "BR" not in str(offer(made).schema) and "BR" not in str(made.draft)
    assert read(GOOD, made, [MESSAGE], "sorter").steps[0].params["market"] == "BR"


def test_a_step_may_take_what_another_one_found() -> None:
    more = price(4, symbol="${5.result.items.0.symbol}") | {"depends_on": [5]}
    proposed = {"steps": [*GOOD["steps"], more, movers(5)]}
    plan = read(proposed, frame(), [MESSAGE], "sorter")
    extra = plan.steps[4]
    assert extra.capability == "get_top_gainers" and not extra.required  # it takes nothing from the rest
    assert set(plan.steps[2].depends_on) == {1, 2, 4, 5}  # what follows comes last


def test_words_of_the_user_refer_to_nothing() -> None:
    typed = "preço de PETR4 ${1.explanation}"
    given = price(1, symbol_text="PETR4 ${1.explanation}")
    plan = read({"steps": [given]}, frame("preço de PETR4"), [typed], "sorter")
    assert plan.steps[0].params["symbol_text"] == "PETR4 $${1.explanation}"


def test_what_is_switched_off_is_not_offered() -> None:
    shut = frame(closed=lambda domain, capability: "switched_off" if capability == "get_top_gainers" else "")
    assert ("finance", "get_top_gainers") not in shut.offered
    assert ("finance", "get_top_losers") in shut.offered


def test_what_changes_something_is_offered_only_where_the_user_asked_for_it() -> None:
    assert ("notifier", "send_telegram_message") not in frame("preço de PETR4").offered
    buy = replace(FINANCE.capabilities["get_top_gainers"], name="buy", read_only=False, metadata={})
    goal = replace(FINANCE.goals["TOP_MOVERS"], name="BUY", capabilities=("buy",), entities={})
    domain = replace(
        FINANCE, goals={**FINANCE.goals, "BUY": goal}, capabilities={**FINANCE.capabilities, "buy": buy}
    )
    section = PlanningSection({"finance": domain, "notifier": NOTIFIER})
    assert ("finance", "buy") not in frame("preço de PETR4", section).offered


def test_so_many_are_offered_at_most() -> None:
    many = {
        f"read_{n}": replace(FINANCE.capabilities["get_top_gainers"], name=f"read_{n}") for n in range(60)
    }
    goal = replace(FINANCE.goals["TOP_MOVERS"], capabilities=tuple(many), entities={})
    domain = replace(
        FINANCE, goals={**FINANCE.goals, "ALL": goal}, capabilities={**FINANCE.capabilities, **many}
    )
    made = frame("preço de PETR4", PlanningSection({"finance": domain, "notifier": NOTIFIER}))
    assert len(made.offered) == OFFERED + 1


@try_each(
    ("sent", "why"),
    [
        pytest.param({}, "form", id="nothing"),
        pytest.param([], "form", id="no object"),
        pytest.param({"steps": []}, "form", id="no step"),
        pytest.param({"steps": "all"}, "form", id="steps of words"),
        pytest.param({**GOOD, "run_as": "root"}, "form", id="beyond the form"),
        pytest.param({**GOOD, "max_concurrency": 500}, "form", id="all at once"),
        pytest.param({**GOOD, "execution_mode": "shell"}, "form", id="mode of its own"),
        pytest.param({"steps": [price(n + 1, symbol_text="PETR4") for n in range(500)]}, "form",
            id="500 steps"),
        pytest.param(with_step({**price(4, symbol_text="VALE3 PETR4"), "required": True}), "form",
            id="beyond a step"),
        pytest.param(with_step(price(1, symbol_text="PETR4", account="PETR4"), 0), "form",
            id="beyond the schema"),
        pytest.param(with_step({**price(1, symbol_text="PETR4"), "id": "1"}, 0), "form", id="number as text"),
        pytest.param(with_step(price(1, symbol="PETR4"), 0), "form", id="a ticker that nobody looked up"),
        pytest.param(with_step(price(1, symbol_text="PETR4", market="BR"), 0), "form",
            id="what memory fills"),
        pytest.param(with_step(price(1, symbol_text="ITUB4"), 0), "nobody said", id="an unknown id"),
        pytest.param(with_step(price(1, symbol_text="PETR4.SA"), 0), "nobody said", id="a ticker's ending"),
        pytest.param(with_step(price(1, symbol_text="PETR4 " * 100), 0), "nobody said", id="too long"),
        pytest.param(with_step(movers(4, limit=9)), "nobody said", id="a figure nobody said"),
        pytest.param(with_step(price(4, symbol_text="${ENV:HOME}")), "nobody said", id="the environment"),
        pytest.param(with_step({**price(4), "domain": "library", "capability": "find_copy"}), "library",
            id="another domain"),
        pytest.param(with_step({**price(4), "capability": "sell_all"}), "sell_all", id="unknown name"),
        pytest.param(with_step({**price(4), "capability": "search_symbol"}), "search_symbol", id="no plan's"),
        pytest.param(with_step({**price(4), "domain": "general", "capability": "chat"}), "chat",
            id="the built-in domain"),
        pytest.param({"steps": [{**price(1, symbol_text="PETR4"), "depends_on": [2]},
            {**price(2, symbol_text="VALE3"), "depends_on": [1]}, GOOD["steps"][2]]}, "circle",
            id="a circle"),
        pytest.param(with_step({**price(1, symbol_text="PETR4"), "depends_on": [3]}, 0), "circle",
            id="before what follows"),
        pytest.param(with_step(price(2, symbol_text="VALE3 PETR4"), 0), "circle", id="same number twice"),
        pytest.param(with_step({**price(4, symbol_text="VALE3 PETR4"), "depends_on": [99]}), "99",
            id="waits for nothing there"),
        pytest.param(with_step(price(4, symbol="${9.result.symbol}")), "${9.result.symbol}",
            id="refers to nothing there"),
        pytest.param(with_step(price(4, symbol="${1.result.symbol}")), "${1.result.symbol}",
            id="refers without waiting"),
        pytest.param(with_step(price(4, symbol_text="PETR4")), "same as another", id="twice the same"),
        pytest.param(with_step(send(4, "${1.explanation}", 1)), "otherwise", id="sent twice"),
        pytest.param(with_step(send(3, "preço", 1, 2), 2), "otherwise", id="other words sent"),
        pytest.param(with_step(send(3, "${1.metadata}", 1), 2), "otherwise", id="another field sent"),
        pytest.param(with_step(send(3, "${ENV:HOME}", 1), 2), "otherwise", id="the environment sent"),
        pytest.param(with_step(send(3, "veja ${1.explanation}", 1), 2), "otherwise",
            id="words around it sent"),
        pytest.param({"steps": GOOD["steps"][:2]}, "leaves out", id="nothing sent"),
        pytest.param({"steps": [GOOD["steps"][0], send(3, "${1.explanation}", 1)]}, "leaves out",
            id="one price"),
    ],
)  # fmt: skip
def test_a_plan_beyond_the_frame_is_refused_whole(sent, why) -> None:
    with pytest.raises(PlanRefused, match=re.escape(why)) as refused:
        read(sent, frame(), [MESSAGE], "sorter")
    assert len(str(refused.value)) < 500


@pytest.mark.parametrize(
    "step",
    [price(4, symbol="${1.explanation}") | {"depends_on": [1]}, send(3, "${1.explanation}", 1)],
    ids=["read", "sent"],
)
def test_a_reference_that_the_user_typed_is_none(step) -> None:
    proposed = with_step(step, step["id"] - 1 if step["id"] < 4 else None)
    assert read(proposed, frame(), [MESSAGE], "sorter")
    with pytest.raises(PlanRefused, match="typed as text"):
        read(proposed, frame(), [f"{MESSAGE} ${{1.explanation}}"], "sorter")


def test_steps_may_wait_in_an_order_of_their_own() -> None:
    proposed = with_step({**price(1, symbol_text="PETR4"), "depends_on": [2]}, 0)
    assert read(proposed, frame(), [MESSAGE], "sorter").steps[0].depends_on == (2,)
