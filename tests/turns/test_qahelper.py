"""The demo's supervised team (seed 004) with its own tool server.

The sentences of the seed and what follows them.
"""

import io
from urllib.request import urlopen

import openpyxl
import pytest

pytestmark = pytest.mark.django_db(transaction=True)
BOTH = "Necesito información sobre horarios y también quiero enviar un email"


async def to_qahelper(said, text, **more):
    return await said(text, agent_id="qahelper", **more)


def tools(answer) -> list[str]:
    return [call["tool"] for call in answer["metadata"]["tool_calls"] if call["tool"] != "decide_next"]


@pytest.mark.parametrize(
    "text",
    ["¿Cuál es el horario de atención?", "Qual é o horário de atendimento?", "What are the opening hours?"],
    ids=["es", "pt", "en"],
)
async def test_a_question_is_answered_with_its_source(talk, text):
    answer = await to_qahelper(talk("qa-1"), text)
    assert answer["metadata"]["mode"] == "supervised"
    assert answer["metadata"]["agents"] == ["rag_agent"]
    assert tools(answer) == ["search_knowledge"]
    assert "8:00 a 20:00" in answer["text"] and "2.1 Horario de atención" in answer["text"]


async def test_two_questions_of_one_message_are_both_answered(talk):
    answer = await to_qahelper(talk("qa-12"), "¿Cuánto cuesta el plan Base y cómo cambio mi contraseña?")
    assert "12 USD" in answer["text"] and "30 minutos" in answer["text"]
    assert "3.1 Precios de los planes" in answer["text"] and "4.1 Contraseña" in answer["text"]


@pytest.mark.parametrize(
    "text",
    [
        "Buenos días, quería saber el horario de atención",
        "¿Cuál es el horario de atención y a qué hora cierran los sábados?",
    ],
    ids=["one question", "two, answered in one place"],
)
async def test_a_search_that_is_not_used_is_no_result_of_the_turn(talk, text):
    answer = await to_qahelper(talk("qa-13"), text)
    assert [each["result"]["passages"][0]["ref"] for each in answer["metadata"]["mcp_results"]] == [1]
    assert "2.1 Horario de atención" in answer["text"]


async def test_anger_is_heard_first_and_then_the_need_is_met(talk):
    answer = await to_qahelper(talk("qa-2"), "Me siento frustrado con el servicio")
    assert (answer["metadata"]["agents"], tools(answer)) == (["sentiment_agent"], ["calm_down_user"])
    answer = await to_qahelper(talk("qa-3"), "Son unos inútiles, ¿cuánto cuesta el plan Pro?")
    assert answer["metadata"]["agents"] == ["sentiment_agent", "rag_agent"]
    assert answer["text"].index("respeto") < answer["text"].index("49 USD")


@pytest.mark.parametrize("outburst", ["Me siento frustrado con el servicio", "Son unos inútiles"])
async def test_after_an_outburst_a_short_question_is_about_the_matter_before_it(talk, outburst):
    said = talk("qa-15")
    await to_qahelper(said, "¿Cuánto cuesta el plan Pro?")
    assert (await to_qahelper(said, outburst))["metadata"]["agents"] == ["sentiment_agent"]
    answer = await to_qahelper(said, "y eso cuándo")
    assert answer["metadata"]["agents"] == ["rag_agent"]
    assert answer["metadata"]["route_decision"]["metadata"]["follows"] == "qa_question"


async def test_a_need_beside_the_anger_is_what_a_short_question_goes_on_with(talk):
    said = talk("qa-16")
    both = await to_qahelper(said, "Son unos inútiles, ¿puedo devolver un producto?")
    assert both["metadata"]["agents"] == ["sentiment_agent", "rag_agent"]
    answer = await to_qahelper(said, "y eso cuándo")
    assert answer["metadata"]["agents"] == ["rag_agent"]
    assert answer["metadata"]["route_decision"]["metadata"]["follows"] == "qa_question"


async def test_two_requests_are_both_met_and_the_email_waits_for_a_yes(talk):
    said = talk("qa-4")
    answer = await to_qahelper(said, BOTH)
    assert answer["metadata"]["agents"] == ["rag_agent", "email_agent"]
    assert "8:00 a 20:00" in answer["text"]
    assert answer["metadata"]["question"]["kind"] == "slot"

    answer = await to_qahelper(said, "a ana@example.com, diciendo que la reunión es mañana a las 10")
    assert answer["metadata"]["question"]["kind"] == "confirmation"
    for line in (
        "Para: ana@example.com",
        "Asunto: La reunión es mañana a las 10",
        "La reunión es mañana a las 10.",
    ):
        assert line in answer["text"], "the draft is shown as it will be sent"
    assert "send_email" not in tools(answer)

    answer = await to_qahelper(said, "sí")
    (sent,) = [each for each in answer["metadata"]["mcp_results"] if each["tool_name"] == "send_email"]
    assert (sent["result"]["status"], sent["result"]["to"]) == ("success", "ana@example.com")
    assert sent["result"]["body"].split("\n\n")[1] == "La reunión es mañana a las 10."
    assert "enviado a ana@example.com" in answer["text"]
    assert tools(answer) == ["send_email"]


@pytest.mark.parametrize("reply", ["no", "mejor no, gracias", "¿cuál es el horario de atención?"])
async def test_without_a_yes_no_email_is_sent(talk, reply):
    said = talk("qa-5")
    asked = await to_qahelper(said, "Quiero enviar un correo a ana@example.com diciendo que llego tarde")
    assert asked["metadata"]["question"]["kind"] == "confirmation"
    answer = await to_qahelper(said, reply)
    assert "send_email" not in tools(answer)


async def test_a_draft_that_is_asked_about_again_is_whole_for_clients_and_a_line_for_readers(talk):
    said = talk("qa-11")
    shown = await to_qahelper(
        said, "Quiero enviar un correo a ana@example.com diciendo que mi teléfono es 612 345 678"
    )
    assert "612 345 678" in shown["text"], "the draft is the user's own words"
    answer = await to_qahelper(said, "¿cuál es el horario de atención?")
    about = answer["metadata"]
    assert (about["agents"], about["question"]["kind"]) == (["rag_agent"], "confirmation")
    assert answer["text"].index("8:00 a 20:00") < answer["text"].index("Y sobre Correo: ¿Envío el correo?")
    assert "Para: ana@example.com" not in answer["text"]
    assert "Para: ana@example.com" in about["question"]["text"] and "612 345 678" in about["question"]["text"]
    assert [(part["agent"], part["why"]) for part in about["pending"]] == [("email_agent", "asked")]
    assert "diciendo que mi teléfono" in about["pending"][0]["text"]
    sent = await to_qahelper(said, "sí")
    assert "send_email" in tools(sent) and sent["metadata"]["pending"] == []


async def test_a_question_that_another_one_took_the_place_of_is_asked_again(talk):
    said = talk("qa-13")
    await to_qahelper(said, "Quiero enviar un correo a ana@example.com diciendo que llego tarde")
    asked = await to_qahelper(said, "Quiero resumir un texto")
    assert asked["metadata"]["question"]["agent"] == "tech_agent"
    assert [part["agent"] for part in asked["metadata"]["pending"]] == ["tech_agent", "email_agent"]
    answer = await to_qahelper(said, "El pedido 12 llegó roto. El cliente quiere otro pedido. Ayer llovió.")
    assert "pedido" in answer["text"] and answer["metadata"]["question"]["kind"] == "confirmation"
    assert answer["text"].endswith("¿Envío el correo?") and "Llego tarde." not in answer["text"]
    assert "Llego tarde." in answer["metadata"]["question"]["text"]
    assert "send_email" in tools(await to_qahelper(said, "sí"))


async def test_a_rail_is_listed_once_however_many_worked(talk):
    answer = await to_qahelper(talk("qa-14"), BOTH)
    listed = [(rail["phase"], rail["code"]) for rail in answer["metadata"]["guardrails"]]
    assert answer["metadata"]["rounds"] == 2 and len(listed) == len(set(listed)) > 2


async def test_a_draft_may_say_that_something_was_done(talk):
    """Its words are the user's.

    No rail may put others in their place, or they agree to what they never saw.
    """
    text = "Quero enviar um e-mail para bia@example.com dizendo que o relatório está pronto e foi enviado"
    answer = await to_qahelper(talk("qa-6"), text)
    assert "O relatório está pronto e foi enviado." in answer["text"]


@pytest.mark.parametrize(
    "text",
    [
        "nombre,edad,ciudad\nAna,30,Lima\nLuis,25,Quito",
        "Genera un excel con estos datos:\nnombre;edad;ciudad\nAna;30;Lima\nLuis;25;Quito",
    ],
    ids=["bare", "asked-for"],
)
async def test_a_pasted_table_becomes_a_workbook_to_download(talk, text):
    answer = await to_qahelper(talk("qa-7"), text)
    assert answer["metadata"]["agents"] == ["tech_agent"]
    (made,) = answer["metadata"]["mcp_results"]
    assert f"[datos.xlsx]({made['result']['url']})" in answer["text"]
    assert _rows(made["result"]["url"]) == [
        ["nombre", "edad", "ciudad"],
        ["Ana", 30, "Lima"],
        ["Luis", 25, "Quito"],
    ]


async def test_a_table_between_two_other_requests_arrives_with_its_lines(talk):
    text = (
        "¿Cuánto cuesta el plan Pro? Y haz un Excel con esta tabla:\nproducto,precio\nPan,2.5\nLeche,1.2\n"
        "También quiero enviar un correo a ana@example.com diciendo que la reunión es mañana"
    )
    answer = await to_qahelper(talk("qa-11"), text)
    assert set(answer["metadata"]["agents"]) == {"tech_agent", "rag_agent", "email_agent"}
    (made,) = [
        each for each in answer["metadata"]["mcp_results"] if each["tool_name"] == "generate_excel_from_data"
    ]
    assert _rows(made["result"]["url"]) == [["producto", "precio"], ["Pan", 2.5], ["Leche", 1.2]]
    assert "49 USD" in answer["text"] and "La reunión es mañana" in answer["text"]


async def test_a_long_table_arrives_whole_with_its_personal_data(talk):
    lines = [f"Persona {number},p{number}@example.com" for number in range(400)]
    answer = await to_qahelper(talk("qa-8"), "\n".join(["nombre,correo", *lines]))
    (made,) = answer["metadata"]["mcp_results"]
    assert made["result"]["rows"] == 400
    assert _rows(made["result"]["url"])[-1] == ["Persona 399", "p399@example.com"]


async def test_a_summary_leaves_the_insults_of_a_text_out(talk):
    text = (
        "Resume este texto: El pedido 12 llegó roto. Son unos inútiles. Quiero cambiar el pedido 12. Ayer "
        "llovió."
    )
    answer = await to_qahelper(talk("qa-9"), text)
    assert answer["metadata"]["agents"][-1] == "tech_agent"
    summary = answer["text"].split("Resumen: ")[1]
    assert "pedido 12" in summary and "inútiles" not in summary


@pytest.mark.parametrize(
    "text",
    [
        (
            "Resume este texto: La factura llegó tarde y el soporte no contesta. Estoy furioso. Quiero "
            "enviar un correo."
        ),
        (
            "Resuma o texto:\nA fatura chegou errada e o suporte não responde.\nEstou furioso.\nQuero "
            "mandar um e-mail."
        ),
        (
            "Summarize this: The invoice was wrong. Support never answered. I am furious. I want to send an "
            "email."
        ),
        (
            "La factura llegó tarde y el soporte no contesta desde hace varios días, por eso estoy furioso "
            "y molesto.\nQuiero enviar un correo y cancelar mi suscripción.\nResume esto, por favor"
        ),
    ],
    ids=["es", "pt", "en", "pasted-first"],
)
async def test_a_text_to_be_summed_up_asks_for_nothing(talk, text):
    answer = await to_qahelper(talk("qa-15"), text)
    assert (answer["metadata"]["agents"], tools(answer)) == (["tech_agent"], ["summarize_text"])


async def test_what_stands_around_a_quoted_text_is_served(talk):
    text = 'Resume este texto: "El soporte no contesta. Quiero mi dinero." ¿Y cuánto cuesta el plan Pro?'
    answer = await to_qahelper(talk("qa-16"), text)
    assert set(answer["metadata"]["agents"]) == {"tech_agent", "rag_agent"} and "49 USD" in answer["text"]


async def test_a_text_that_is_missing_is_asked_for_and_may_speak_of_anything(talk):
    said = talk("qa-17")
    asked = await to_qahelper(said, "¿Me haces un resumen?")
    assert asked["metadata"]["question"]["kind"] == "slot" and tools(asked) == ["ask_user"]
    text = (
        "El soporte no contesta. El soporte perdió la factura del cliente. I am still waiting. Ayer llovió."
    )
    answer = await to_qahelper(said, text)
    assert tools(answer) == ["summarize_text"] and answer["text"].startswith("Resumen: ")


@pytest.mark.parametrize("text", ["P100", "12345", "ana@example.com"])
async def test_a_message_without_a_language_is_answered_in_the_first_of_the_profile(talk, text):
    answer = await to_qahelper(talk("qa-18"), text)
    asks = "necesito el contenido" if "@" in text else "Puedo ayudar"  # an address is where a letter goes
    assert answer["metadata"]["language"] == "es" and asks in answer["text"]


async def test_courtesies_need_nobody(talk):
    said = talk("qa-10")
    for text in ("hola", "gracias"):
        assert tools(await to_qahelper(said, text)) == []


def _rows(url: str) -> list[list[object]]:
    with urlopen(url, timeout=5) as answer:
        sheet = openpyxl.load_workbook(io.BytesIO(answer.read())).worksheets[0]
    return [[cell.value for cell in row] for row in sheet.iter_rows()]
