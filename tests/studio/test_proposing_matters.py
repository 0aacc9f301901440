"""A model proposes what people want of a company: shown in the first form, kept by nobody but its reader."""

from html import unescape
from typing import Any

import orjson
import pytest
from django.test import Client
from django.urls import reverse

from agents.models import MCPServer, SpecialistPrompt
from egress.models import AddressChange
from releases import snapshot
from routing.models import AgentProfile, Intent
from tenancy.models import Tenant
from tests.studio.conftest import login
from tests.studio.test_beginning import ABOUT, BOOK, PAGE, STAY, errors, typed

TOOL = "propose_matters"
SERVER = "https://tools.example.com/mcp"


@pytest.fixture
def editor(hotel: Tenant) -> Client:
    return login("editor", hotel)


def matter(title: str = "Late checkout", **given: Any) -> dict[str, Any]:
    texts = [f"{title.lower()} number {n}" for n in ["one", "two", "three", "four", "five"]]
    return {
        "title": title, "description": f"Asks about: {title}.", "who": "Front desk",
        "keywords": [title.lower()],
        "examples": [{"language": "en", "text": text} for text in texts], "prompt": "Never promise a room.",
        **given,
    }  # fmt: skip


def proposed(*matters: Any, **given: Any) -> dict[str, Any]:
    return {"matters": list(matters), **given}


def rows(page: Any) -> list[dict[str, Any]]:
    return [
        {name: each[name].value() or "" for name in each.fields}
        for each in page.context["matters"].forms
        if each["title"].value()
    ]


def test_a_proposal_is_shown_in_the_form_and_kept_once_it_is_sent(editor, hotel, model) -> None:
    car = {"language": "en", "text": "rent me a car"}
    unserved = [car, {"language": "pt", "text": "quero um passeio"}]
    model.calls(TOOL, proposed(matter(), matter("Parking"), out_of_scope=unserved))
    before = snapshot.take(hotel)
    page = editor.post(
        PAGE, {**typed(BOOK, propose="1", out_of_scope="Book me a flight"), "languages": ["en", "pt"]}
    )
    assert snapshot.take(hotel) == before
    assert [each["title"] for each in rows(page)] == ["Book a room", "Late checkout", "Parking"]
    assert page.context["form"]["out_of_scope"].value().splitlines() == [
        "Book me a flight", "rent me a car", "quero um passeio",
    ]  # fmt: skip
    assert "2 matters are proposed below." in page.content.decode()
    request = model.requests[-1]
    assert request["tool_choice"]["function"]["name"] == TOOL
    assert "(en), " in request["messages"][0]["content"]
    facts = orjson.loads(request["messages"][1]["content"])
    assert facts["company"] == ABOUT and "Book a room" in facts["known matters"]
    sent = {f"matter-{n}-{name}": text for n, row in enumerate(rows(page)) for name, text in row.items()}
    assert editor.post(PAGE, {**typed(BOOK), **sent, "languages": ["en", "pt"]}).status_code == 302
    intent = Intent.objects.of(hotel).get(name="late_checkout")
    assert intent.description == "Asks about: Late checkout."
    assert [each.text for each in intent.keywords.all()] == ["late checkout"]
    assert intent.examples.count() == 5 and intent.specialist.display_name == "Front desk"
    prompt = SpecialistPrompt.objects.of(hotel).get(specialist=intent.specialist)
    assert prompt.context == "Never promise a room.\nNever promise a room."
    assert AgentProfile.objects.of(hotel).get().languages == ["en", "pt"]


@pytest.mark.parametrize(
    "failing",
    [
        lambda model: model.fails(500, times=9),
        lambda model: model.fails(400, message="no such tool"),
        lambda model: [model.cuts_call(TOOL, '{"matters": [{"title": "La') for _try in range(3)],
        lambda model: model.calls(TOOL, '{"matters": [{"title"'),
        lambda model: model.says("I would rather not."),
        lambda model: model.calls(TOOL, {"matters": "all of them"}),
        lambda model: model.calls(TOOL, proposed(None, "x", {"title": ["a"]}, matter(examples=[]))),
        lambda model: model.breaks(),
        lambda model: model.misunderstands(),
    ],
    ids=["down", "refused", "cut", "broken", "words", "no list", "no matters", "no JSON", "other JSON"],
)
def test_an_answer_of_no_use_is_told_and_loses_nothing(editor, hotel, model, failing) -> None:
    failing(model)
    page = editor.post(PAGE, typed(BOOK, propose="1", out_of_scope="Book me a flight"))
    text = unescape(page.content.decode())
    assert "The model proposed nothing that can be used" in text
    assert page.context["form"]["about"].value() == ABOUT and "Book me a flight" in text
    (row,) = rows(page)
    assert (row["title"], row["who"], row["examples"]) == BOOK
    assert not Intent.objects.of(hotel).exists()


def test_a_slow_model_is_told_and_loses_nothing(editor, model, settings) -> None:
    settings.MODEL_DEADLINE = 0.5
    model.hangs(5)
    page = editor.post(PAGE, typed(BOOK, propose="1"))
    assert "What you typed is all here." in page.context["refused"]
    assert rows(page)[0]["title"] == "Book a room"


def test_what_the_model_writes_is_data(editor, model) -> None:
    personal = {"language": "en", "text": "my CPF is 529.982.247-25"}
    odd = matter(
        "<b>Check</b>\nout " + "x" * 200,
        who="<script>alert(1)</script>",
        description="{tomorrow} & <i>more</i>",
        keywords=["<u>key</u>", "k" * 500, 7, None, "key"],
        prompt="Ask {name}.\nThen <img src=x onerror=alert(1)>wait.",
        examples=[
            personal,
            {"language": "xx", "text": "?"},
            {"language": "en", "text": "<b>when</b> I go"},
        ],
    )
    model.calls(TOOL, proposed(odd, matter("客房"), matter("Greeting"), matter(), matter("late  CHECKOUT")))
    page = editor.post(PAGE, typed(propose="1"))
    first, second = rows(page)
    assert second["title"] == "Late checkout", "no name of letters, one of every company's, and one twice"
    assert first["title"].startswith("Check out xxx") and len(first["title"]) == 80
    assert first["who"] == "alert(1)"
    assert first["description"] == "tomorrow & more"
    assert first["keywords"].splitlines() == ["key", "7"]
    assert first["prompt"] == "Ask name.\nThen wait."
    assert first["examples"] == "when I go"


def test_more_is_proposed_than_there_is_room_for(editor, model) -> None:
    model.calls(TOOL, proposed(*(matter(f"Matter {n}") for n in range(40))))
    many = [(f"Own {n}", "Desk", "a message") for n in range(18)]
    page = editor.post(PAGE, typed(*many, propose="1"))
    assert [each["title"] for each in rows(page)][17:] == ["Own 17", "Matter 0", "Matter 1"]


def test_without_a_paragraph_or_a_model_nothing_is_asked(editor, model, settings) -> None:
    page = editor.post(PAGE, typed(BOOK, propose="1", about=" "))
    assert "Write first what your company does" in page.content.decode()
    settings.MODEL = ""
    page = editor.post(PAGE, typed(BOOK, propose="1"))
    assert "Propose a draft" not in page.content.decode()
    assert not model.requests


def test_a_company_that_has_begun_is_proposed_what_it_lacks(hotel, model) -> None:
    admin = login("admin", hotel)
    admin.post(PAGE, typed(BOOK))
    model.calls(TOOL, proposed(matter("Book a room"), matter("Parking", who="bookings")))
    page = admin.post(PAGE, typed(propose="1", about=""))
    (row,) = rows(page)
    assert (row["title"], row["prompt"]) == ("Parking", ""), "who is there keeps their words"
    facts = orjson.loads(model.requests[-1]["messages"][1]["content"])
    assert facts["company"] == ABOUT and facts["known team"] == ["Bookings"]


def test_a_prompt_of_somebody_who_is_there_is_refused_at_its_field(hotel) -> None:
    admin = login("admin", hotel)
    admin.post(PAGE, typed(BOOK))
    row = ("Parking", "Bookings", "where do I park")
    page = admin.post(PAGE, typed(row) | {"matter-0-prompt": "Say no."})
    assert errors(page)[0]["prompt"] == ["“Bookings” has a prompt already: change it under Specialists."]


def test_the_first_row_may_be_emptied(hotel) -> None:
    assert login("admin", hotel).post(PAGE, typed(("", "", ""), BOOK)).status_code == 302
    assert Intent.objects.of(hotel).filter(name="book_a_room").exists()


def test_a_tool_server_is_named_by_whoever_may(hotel) -> None:
    assert "Address of a tool server" not in login("editor", hotel).get(PAGE).content.decode()
    page = login("admin", hotel).post(PAGE, typed(BOOK, server="no address"))
    assert "An address begins with https://" in unescape(page.content.decode())
    assert not Intent.objects.of(hotel).exists()


def test_a_tool_server_waits_where_somebody_else_must_agree(hotel) -> None:
    login("operator", hotel)
    done = login("admin", hotel).post(PAGE, typed(BOOK, server=SERVER), follow=True)
    assert "waits until somebody else agrees" in unescape(done.content.decode())
    assert AddressChange.objects.of(hotel).get().after == SERVER


def test_a_tool_server_is_written_with_the_rest(hotel) -> None:
    admin = login("admin", hotel)
    done = admin.post(PAGE, typed(BOOK, server=SERVER), follow=True)
    server = MCPServer.objects.of(hotel).get()
    assert (server.name, server.url, server.transport) == ("tools_example_com", SERVER, "streamable_http")
    assert reverse("admin:agents_mcpserver_change", args=[server.pk]) in done.content.decode()
    page = admin.post(PAGE, typed(STAY, server=SERVER))
    assert "exists already" in page.context["form"].errors["server_name"][0]


def test_an_address_from_whoever_may_not_is_not_taken(editor, hotel) -> None:
    editor.post(PAGE, typed(BOOK, server=SERVER))
    assert Intent.objects.of(hotel).filter(name="book_a_room").exists()
    assert not MCPServer.objects.of(hotel).exists()
