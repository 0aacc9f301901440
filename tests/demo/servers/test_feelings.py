"""Tone by words: who is upset is calmed, who insults is warned, and nobody is banned by a tool."""

from demo.servers import feelings, qahelper
from demo.servers.summary import shorten
from demo.worlds import DEFAULT, WORLDS
from tests.parts.phrases import try_each

KEYWORDS = {topic.intent.name: topic.intent.keywords for topic in WORLDS[DEFAULT].topics}
ANGER, INSULT = KEYWORDS["qa_anger"], KEYWORDS["qa_insult"]


@try_each(
    ("message", "level", "measure"),
    [
        ("Me siento frustrado con el servicio", "upset", "none"),
        ("Estoy FURIOSA, esto es inaceptable", "angry", "none"),
        ("Son unos inútiles", "angry", "warn"),
        ("Vocês são uns ladrões", "angry", "warn"),
        ("Te voy a matar", "angry", "propose_ban"),
        ("¿Cómo mato el proceso y mando a matar la sesión?", "calm", "none"),
        ("Buenos días", "calm", "none"),
    ],
)
def test_the_tone_of_a_message(message: str, level: str, measure: str) -> None:
    assert qahelper.calm_down_user(message)["level"] == level
    assert qahelper.warn_or_ban_user(message)["measure"] == measure


@try_each("keyword", ANGER)
def test_what_leads_to_the_calming_tool_is_heard_by_it(keyword: str) -> None:
    assert feelings.tone(f"Oye, {keyword}!").level != "calm"


@try_each("keyword", INSULT)
def test_what_leads_to_the_warning_tool_is_heard_by_it(keyword: str) -> None:
    assert feelings.measure(keyword)["measure"] != "none"


def test_every_answer_is_there_in_each_language() -> None:
    for texts in (*feelings.CALMING.values(), *feelings.MEASURES.values(), *qahelper.WORDS.values()):
        assert all(texts[code] for code in ("es", "pt", "en"))


def test_a_summary_leaves_insults_out_and_keeps_the_order() -> None:
    text = (
        "El pedido 12 llegó roto el lunes. Son unos inútiles. Ayer llamé dos veces por el pedido 12. Hace "
        "sol. Quiero cambiar el pedido 12 por otro. Saludos."
    )
    said = shorten(text)
    assert 1 <= len(said) <= 3 and not any("inútiles" in each for each in said)
    assert sorted(said, key=text.index) == said


@try_each("message", ["Resume este texto", "hazme un resumen", "Can you summarize this?"])
def test_a_wish_without_a_text_asks_for_it(message: str) -> None:
    assert "paste" in qahelper.summarize_text(message)
