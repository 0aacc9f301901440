"""What people call otherwise than its tool, lists that are read, and what is asked no further.

A nursery of plants without a model, read from files.
"""

import pytest

from agents.knowledge import retriever
from agents.knowledge.models import Collection
from conversations.errors import DatabaseAway
from conversations.visits import visit
from releases.publish import publish
from routing.models import AgentProfile
from tenancy.models import Tenant
from tests.agents.knowledge.conftest import keep
from tests.parts.phrases import try_each
from tests.turns.viveiro import NAME
from tests.turns.viveiro import viveiro as viveiro

pytestmark = pytest.mark.django_db(transaction=True)


@try_each(
    ("text", "asks"),
    [
        ("I want my money back for HV2041, EUR 300", "Shall I repay EUR 300.00 of order HV2041?"),
        ("quero o reembolso da hv-2041, 640 EUR", "Estorno 640,00 EUR do pedido HV2041?"),
    ],
)
async def test_an_action_that_is_called_otherwise_is_proposed(viveiro, text, asks):
    one = viveiro("s1")
    assert (await one(text))["text"].endswith(asks)
    assert [name for name, _arguments in viveiro.server.calls] == ["order_state"]
    await one("yes" if asks.startswith("Shall") else "sim")
    assert viveiro.server.calls[-1][0] == "repay_order"


@try_each("text", ["what is in order HV2041?", "refund of HV2041?"])
async def test_who_asks_something_is_told_and_nothing_is_proposed(viveiro, text):
    answer = await viveiro("s1")(text)
    assert answer["text"] == "Order HV2041: 12 ferns, packed."
    assert answer["metadata"].get("question") is None


async def test_a_question_beside_a_confirmation_leaves_it_with_its_values(viveiro):
    one = viveiro("s1")
    await one("refund HV2041 EUR 640")
    for text in ("who is on that order?", "who is it for?"):
        assert (await one(text))["text"].endswith("Shall I repay EUR 640.00 of order HV2041?")
    await one("yes")
    assert viveiro.server.calls[-1] == ("repay_order", {"order": "HV2041", "amount": 640.0})


async def test_a_list_of_texts_is_read_from_a_reply(viveiro):
    one = viveiro("s1")
    await one("I want to book a course")
    assert "for Ana Silva and Rui Silva?" in (await one("Ana Silva and Rui Silva"))["text"]
    await one("yes")
    assert viveiro.server.calls == [("book_course", {"guests": ["Ana Silva", "Rui Silva"]})]


async def test_of_a_list_only_its_members_are_read(viveiro):
    one = viveiro("s1")
    await one("I want to book a course")
    assert (await one("Nobody yet"))["metadata"]["question"]["kind"] == "slot"
    assert "for Ana and Rui?" in (await one("Ana AND Rui please"))["text"]
    await one("yes")
    assert viveiro.server.calls == [("book_course", {"guests": ["Ana", "Rui"]})]


async def test_what_no_words_can_give_is_not_asked_for(viveiro):
    answer = await viveiro("s1")("I want to plan a bed")
    assert answer["text"].startswith("I cannot do that here yet.")
    assert answer["metadata"].get("question") is None


async def test_what_is_asked_for_is_called_alike_wherever_it_is_asked(viveiro):
    assert "I need the amount in EUR." in (await viveiro("s1")("refund HV2041"))["text"]
    assert "I need who comes." in (await viveiro("s2")("I want to book a course"))["text"]


async def test_a_question_is_let_go_after_two_replies_that_say_nothing(viveiro):
    one = viveiro("s1")
    await one("I want my money back for HV2041")
    assert (await one("a lot"))["metadata"]["question"] is not None
    answer = await one("all of it")
    assert "I cannot go on without the amount in EUR." in answer["text"]
    assert answer["metadata"].get("question") is None


async def test_a_wish_that_is_said_again_is_no_reply_in_vain(viveiro):
    one = viveiro("s1")
    for _ in range(4):
        assert (await one("I want my money back"))["metadata"]["question"]["kind"] == "slot"


async def test_a_number_beside_the_noun_of_an_optional_argument_changes_that(viveiro):
    one = viveiro("s1")
    await one("when does the van come to Bergen?")
    assert "2 pallets cost EUR 180" in (await one("and for two pallets?"))["text"]
    await viveiro("s2")("what does the van to Oslo cost for 3 pallets?")
    assert viveiro.server.calls[-1] == ("van_days", {"town": "Oslo", "pallets": 3})


@pytest.mark.parametrize("reply", ["wait, how much is Oslo?", "espera, quanto custa Oslo?", "and for?"])
async def test_words_that_say_nothing_are_no_argument(viveiro, reply):
    one = viveiro("s1")
    await one("which soil?")
    await one(reply)
    assert "soil_rules" not in [name for name, _arguments in viveiro.server.calls]


async def test_the_matters_own_words_are_no_argument_beside_another(viveiro):
    answer = await viveiro("s1")("solo em Oslo")
    assert viveiro.server.calls == []
    assert answer["metadata"]["question"]["kind"] == "slot"


async def test_a_place_is_told_as_it_was_typed(viveiro):
    await viveiro("s1")("when does the van come to bergen?")
    assert viveiro.server.calls == [("van_days", {"town": "bergen", "pallets": 1})]


HANDBOOK = """# Visits
## Animals
You may bring your dog into the garden if it is kept on a lead.
## Parking
Cars park behind the glasshouse; there is no charge.
"""


async def write_handbook(mode: str = "router") -> None:
    def write() -> None:
        row = Collection(tenant_id=NAME, name="visits", title="Visits", kind="public")
        row.save()
        keep(row, "visits.md", HANDBOOK)
        AgentProfile.objects.of(NAME).update(documents=row, mode=mode)
        publish(Tenant.objects.get(pk=NAME), "ana")

    await visit(write)


async def test_what_documents_surely_answer_is_not_asked_about(viveiro):
    asked = await viveiro("s1")("may I bring my dog?")
    assert asked["metadata"]["question"]["kind"] == "clarification"
    await write_handbook()
    answer = await viveiro("s2")("may I bring my dog?")
    assert answer["metadata"].get("question") is None
    assert "kept on a lead" in answer["text"] and "[1]" in answer["text"]
    unclear = await viveiro("s3")("the plants and the money?")
    assert unclear["metadata"]["question"]["kind"] == "clarification"


async def test_documents_that_decide_who_answers_are_searched_once(viveiro, monkeypatch):
    await write_handbook()
    searches, real = [], retriever.retrieve
    monkeypatch.setattr(retriever, "retrieve", lambda *asked: searches.append(asked) or real(*asked))
    answer = await viveiro("s1")("may I bring my dog?")
    assert "kept on a lead" in answer["text"] and "[1]" in answer["text"]
    assert len(searches) == 1


async def test_where_one_goes_after_the_other_documents_answer_a_first_message_too(viveiro):
    await write_handbook("supervised")
    answer = await viveiro("s1")("may I bring my dog?")
    assert answer["metadata"]["status"] == "answered" and "kept on a lead" in answer["text"]


@pytest.mark.parametrize("why", ["no time", "tools are off", "the database is away"])
async def test_where_documents_cannot_be_searched_an_unclear_question_is_asked_about(
    viveiro, settings, monkeypatch, why
):
    await write_handbook()
    if why == "no time":
        settings.TOOL_DEADLINE = 0
    elif why == "tools are off":
        settings.ENABLE_MCP_TOOLS = False
    else:
        monkeypatch.setattr(retriever, "retrieve", lose_database)
    asked = await viveiro("s1")("may I bring my dog?")
    assert asked["metadata"]["question"]["kind"] == "clarification"


def lose_database(*_asked):
    raise DatabaseAway


@try_each("reply", ["I want to see my order HV2041", "see my order, HV2041"])
async def test_a_reply_that_names_an_option_in_other_words_chooses_it(viveiro, reply):
    one = viveiro("s1")
    asked = await one("the plants and the money?")
    labels = [each["label"] for each in asked["metadata"]["question"]["options"]]
    assert labels[:2] == ["Get my money back", "See my order"]
    assert (await one(reply))["text"] == "Order HV2041: 12 ferns, packed."
