"""Decisions and changes in words, in the language of who reads them."""

from django.utils import translation

from agents.models import Guardrail
from releases.authored_rows import label_of
from routing.decision.reasons import because, explain_decided, facts_in_words, method_in_words
from routing.models import AgentProfile
from tests.parts.phrases import try_each

KEYWORD = {
    "method": "keyword",
    "intent": "invoice",
    "reason": "r",
    "metadata": {"matched_keywords": ["fatura"]},
}
SECOND = {"intent": "order", "keyword": "pedido"}


def test_a_reason_follows_the_readers_language():
    assert because(KEYWORD) == "“fatura” points to invoice."
    with translation.override("pt-br"):
        assert because(KEYWORD) == "“fatura” aponta para invoice."
        assert method_in_words("keyword") == "palavra-chave"
    with translation.override("es"):
        assert because(KEYWORD) == "“fatura” apunta a invoice."


@try_each(
    ("method", "metadata", "words"),
    [
        ("keyword", {**KEYWORD["metadata"], "runner_up": SECOND}, "before “pedido” of order"),
        ("state", {"reply": "yes"}, "answers the question of desk"),
        ("state", {"reply": None}, "desk waits"),
        ("state", {"permission": "revoked", "name": "payments"}, "takes back the permission payments"),
        ("state", {"permission": "refused", "name": "payments"}, "does not give the permission payments"),
        ("state", {"permission": "asked", "name": "payments"}, "ask for the permission payments again"),
        ("fallback", {"follows": "invoice"}, "desk, who is speaking"),
        ("fallback", {"follows": None}, "nobody else"),
        ("single", {}, "outside the rollout"),
        ("llm", {"model": "sorter"}, "the model sorter reads it as i"),
        ("planner", {}, "as recorded"),
    ],
)
def test_each_way_to_decide_has_its_sentence(method, metadata, words):
    decision = {
        "method": method,
        "agent": "desk",
        "intent": "i",
        "metadata": metadata,
        "reason": "as recorded",
    }
    assert words in because(decision)


def test_what_is_said_about_a_permission_is_called_no_reply():
    told = {"method": "state", "metadata": {"permission": "revoked", "name": "payments"}}
    assert explain_decided(told) == "permission taken back"
    with translation.override("pt-br"):
        assert explain_decided(told) == "permissão retirada"
    assert explain_decided({"method": "state", "metadata": {"reply": "yes"}}) == "reply to the question"
    assert explain_decided(KEYWORD) == "keyword"


def test_a_decision_without_data_keeps_its_own_sentence():
    assert because({"reason": "fatura"}) == "fatura"
    assert because({}) == ""
    assert method_in_words("later_tier") == "later_tier"


def test_a_change_says_what_the_page_calls_a_choice():
    assert label_of(Guardrail, "action", "sanitize") == "mask it"
    assert label_of(AgentProfile, "mode", "single") == "single: always the one generalist"
    assert label_of(Guardrail, "code", "MSK") == label_of(AgentProfile, "mode", "") == ""


def test_what_a_tier_saw_is_read_in_words():
    hits = [{"keyword": "fatura", "words": "Fatura", "intent": "invoice"}]
    assert facts_in_words({"hits": hits, "reply": None}) == [("keywords", "Fatura → invoice")]
    assert facts_in_words({"words": 3, "later": {"a": 1}}) == [
        ("number of words", "3"),
        ("later", "{'a': 1}"),
    ]
