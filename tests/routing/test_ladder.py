"""The ladder of tiers in sentences, of what the tiers really put into the record."""

from django.utils import translation

from routing.decision.input import describe_verdicts as recorded
from routing.decision.ladder import describe
from tests.parts.phrases import try_each
from tests.routing.decision.shop import ask

HIT = {"keyword": "fatura", "words": "Fatura", "intent": "invoice"}
WEAK = {"keyword": "conta", "intent": "invoice", "stands": False, "misleads_on": "conta uma piada"}


def ladder(text: str) -> dict[str, list[str]]:
    """What each tier says of a message in a profile that has learnt, from the record."""
    return {each["tier"]: describe(each["tier"], each["saw"]) for each in recorded(ask(text).verdicts)}


def test_the_example_tier_says_what_is_likely_how_sure_it_is_and_what_is_like_it():
    lines = ladder("me cobraram em dobro")["example"]
    assert lines[0].startswith("Likeliest: ") and " % sure; " in lines[0]
    assert any(line.startswith("Comes second: ") for line in lines)
    assert any(line.startswith("Like “") for line in lines)


def test_a_weak_keyword_names_the_example_that_misleads():
    lines = ladder("conta para mim uma piada boa")["keyword"]
    assert "“conta” is a keyword of billing." in lines
    assert any(
        line.startswith("“conta” of billing is weak: it would win on “conta uma piada” too. ")
        for line in lines
    )


@try_each(
    ("tier", "saw", "lines"),
    [
        ("keyword", {"hits": []}, ["No keyword."]),
        ("planner", {"goals": {}}, ["No words of a goal."]),
        (
            "planner",
            {
                "goals": {
                    "shares.MOVERS": {"score": 0.25, "words": ["bolsa"]},
                    "shares.QUOTE": {"score": 0.7, "words": ["preço", "cotação"]},
                }
            },
            ["“preço, cotação” points to shares.QUOTE (70 %).", "“bolsa” points to shares.MOVERS (25 %)."],
        ),
        ("keyword", {"hits": [HIT]}, ["“Fatura” is a keyword of invoice."]),
        (
            "keyword",
            {"hits": [], "weak": [WEAK]},
            [
                "No keyword.",
                "“conta” of invoice is weak: it would win on “conta uma piada” too. "
                "The examples do not agree, so it does not count.",
            ],
        ),
        (
            "keyword",
            {"hits": [HIT], "weak": [{**WEAK, "stands": True, "misleads_on": None, "cases": 1}]},
            [
                "“Fatura” is a keyword of invoice.",
                "“conta” of invoice is weak: it misleads on a message that must be routed right. "
                "The examples agree, so it counts.",
            ],
        ),
        ("example", {"why": "not_learnt"}, ["Nothing has been learnt from the examples yet."]),
        (
            "example",
            {"intent": "invoice", "confidence": 0.41, "threshold": 2.0, "why": "unsure"},
            [
                "Likeliest: invoice, 41 % sure; its examples are too few to be sure of it.",
                "Not sure enough.",
            ],
        ),
        (
            "example",
            {"intent": "out_of_scope", "confidence": 0.99, "threshold": 0.9},
            ["Likeliest: what nobody serves, 99 % sure; 90 % are needed."],
        ),
        ("clarification", {"between": ["a", "b"], "confidence": 0.5}, ["One of these is meant: a or b."]),
        ("clarification", {"between": []}, ["There are no two to ask about."]),
        (
            "llm",
            {"model": "sorter", "named": "invoice", "confidence": 0.5, "threshold": 0.65, "problem": "x"},
            [
                "The model sorter names invoice.",
                "It is 50 % sure; 65 % are needed.",
                "why it does not count: x",
            ],
        ),
        ("fallback", {"words": 3, "active_agent": None}, ["number of words: 3"]),
        ("state", {"question": None}, []),
    ],
)
def test_each_tier_says_what_it_saw_in_sentences(tier, saw, lines):
    assert describe(tier, saw) == lines


def test_a_record_of_before_is_told_by_its_old_names():
    nearest = [{"text": "a conta subiu", "intent": "invoice", "likeness": 0.7}]
    saw = {"intent": "invoice", "sureness": 0.62, "threshold": 0.81, "nearest": nearest}
    assert describe("example", saw) == [
        "Likeliest: invoice, 62 % sure; 81 % are needed.",
        "Like “a conta subiu” of invoice (70 %).",
    ]
    assert describe("package", {"sureness": 0.62}) == ["confidence: 0.62"]


def test_the_ladder_follows_the_readers_language():
    with translation.override("pt-br"):
        assert describe("keyword", {"hits": [HIT]}) == ["“Fatura” é palavra-chave de invoice."]
    with translation.override("es"):
        assert describe("keyword", {"hits": []}) == ["Ninguna palabra clave."]
