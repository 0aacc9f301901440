import pytest
from tests.turns.cordal import cordal as cordal

pytestmark = pytest.mark.django_db(transaction=True)


async def test_look(cordal):
    for n, texts in enumerate(
        [
            ["Book a visit for my cello, and how much are the strings?", "yes"],
            ["how much are the strings, and book a visit for my cello", "yes"],
            ["book a visit", "the neck of my cello is loose", "yes"],
            ["Quiero reservar una visita porque el puente está torcido, y qué horario tienen?", "sí"],
            ["quiero una visita y cuánto cuestan las cuerdas"],
            ["Please move my repair CR-1040 to another bench because it takes too long", "yes"],
            ["Please move my repair CR-1040", "it takes too long"],
            ["When are you open on saturdays and what do your strings cost?"],
            ["Hola, cuéntame un chiste"],
        ]
    ):
        one = cordal(f"s{n}")
        cordal.server.calls.clear()
        for t in texts:
            a = await one(t)
            m = a["metadata"]
            print(
                ">>",
                t,
                "| <<",
                a["text"].replace("\n", " / "),
                "|",
                m["intent"],
                m["decision"]["method"] if m.get("decision") else "",
                [(h.get("from_agent") or h) for h in m["handoffs"]],
                "Q",
                (m["question"] or {}).get("kind"),
                "P",
                [(p["agent"], p["intent"], p["text"]) for p in m.get("pending") or ()],
                (m.get("decision") or {}).get("metadata"),
            )
        print("CALLS", cordal.server.calls)
