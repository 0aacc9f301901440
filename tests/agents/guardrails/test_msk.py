"""MSK masks what is personal by its check digits, and nothing that only looks like it."""

import json
from datetime import date
from pathlib import Path

import pytest
import yaml

from agents.checks import _guardrails
from agents.guardrails import msk
from agents.guardrails.base import About
from agents.guardrails.msk import Msk
from agents.guardrails.personal import find
from benchmarks import personal_tagger
from conversations.turn import ToolResult
from tests.parts.phrases import try_each


def masked(text, **about):
    decision = Msk().check(text, About(**about))
    assert decision.allowed
    return decision.sanitized_text if decision.sanitized_text is not None else text


@try_each(
    ("text", "expected"),
    [
        ("meu CPF é 529.982.247-25, ok", "meu CPF é ***.***.***-25, ok"),
        ("cpf 52998224725", "cpf *********25"),
        ("cartão 4111 1111 1111 1111.", "cartão **** **** **** 1111."),
        ("card 5500005555555559", "card ************5559"),
        ("escreva para ana.souza@example.com!", "escreva para ***.*****@*******.com!"),
        ("ligue (11) 98765-4321", "ligue (**) *****-4321"),
        ("zap 11987654321", "zap *******4321"),
        ("+55 11 98765-4321 é meu", "+** ** *****-4321 é meu"),
        ("llame al +34 612 345 678", "llame al +** *** **5 678"),
        ("mi DNI es 12345678Z", "mi DNI es *******8Z"),
        ("call 415-555-2671", "call ***-***-2671"),
        ("ssn 536-90-4399", "ssn ***-**-**99"),
        ("+34 612 345 678 529.982.247-25", "+** *** **5 678 ***.***.***-25"),
        ("CPF 1 529.982.247-25 2 111.444.777-35", "CPF 1 ***.***.***-25 2 ***.***.***-35"),
        ("4111 1111 1111 1111 529.982.247-25", "**** **** **** 1111 ***.***.***-25"),
        ("a@b.coma@b.com", "*@*.****@*.com"),
        ("cpf 529 982 247 25", "cpf *** *** *** 25"),
        ("cpf 529.982.247\u201125", "cpf ***.***.***\u201125"),
        ("cpf 529\xa0982\xa0247\xa025", "cpf ***\xa0***\xa0***\xa025"),
        ("cpf 529\u200b.982\u200b.247\u200b-25", "cpf ***\u200b.***\u200b.***\u200b-25"),
        ("5299\xad8224725", "****\xad*****25"),
        ("cartão 4111\u200b1111\u200b1111\u200b1111", "cartão ****\u200b****\u200b****\u200b1111"),
        ("\uff15\uff12\uff19.\uff19\uff18\uff12.\uff12\uff14\uff17-\uff12\uff15", "***.***.***-\uff12\uff15"),
        ("٥٢٩.٩٨٢.٢٤٧-٢٥", "***.***.***-٢٥"),
        ("ana＠example.com", "***＠*******.com"),
    ],
)
def test_personal_data_keeps_only_its_last_characters(text, expected):
    assert masked(text, phase="input") == expected


@try_each(
    "text",
    [
        "pedido P100 e fatura INV001, INV-CERT-001",
        "PED-CERT-001 do CLIENTE-CERT",
        "contrato 3000131180",
        "529.982.247-26 não tem dígito certo",
        "4111 1111 1111 1112 has a wrong last digit",
        "protocolo 2026031012345",
        "vence em 10/03/2026, R$ 1.234,56",
        "23793.38128 60007.827136 95000.063305 9 75520000010000",
        "em 2026-01-10 14:30 às 15:00",
        "pedido 600123456",
        "versão 1.2.3-4 do app@casa",
        "123456789012345678901234567890",
    ],
)
def test_what_is_not_personal_stays(text):
    assert masked(text, phase="input") == text


def test_a_kind_that_the_company_lets_pass_stays_and_the_others_go():
    lets_pass = {"phrases": ["email"]}
    said = masked("CPF 529.982.247-25, ana@example.com", settings=lets_pass)
    assert said == "CPF ***.***.***-25, ana@example.com"
    row = {"rails": {"MSK:input": {"enabled": True, "phrases": ["email", "shoe_size"]}}}
    (problem,) = _guardrails(row)
    assert "shoe_size" in problem.sentence and "passport" in problem.sentence


def test_nine_bare_digits_are_a_telephone_only_in_spanish():
    assert masked("612345678", language="es") == "*****5678"
    assert masked("612345678", language="en") == "612345678"


@pytest.mark.parametrize("phase", ["input", "output"])
def test_the_customers_own_values_stay(phase):
    own = frozenset({"5511987654321", "529.982.247-25"})
    text = "linha 5511987654321, CPF 52998224725"
    assert masked(text, phase=phase, own_values=own) == text


def test_what_a_tool_said_in_this_turn_may_be_said():
    result = ToolResult(
        "t", "s", True, {"linhas": [{"msisdn": 5511987654321}], "obs": "e-mail ana@example.com"}
    )
    text = "A linha 5511987654321, ana@example.com"
    assert masked(text, phase="output", tool_results=[result]) == text
    assert masked(text, phase="output") != text
    assert masked(text, phase="input", tool_results=[result]) != text


@pytest.mark.parametrize("where", ["prompts", "authored"])
def test_an_answer_may_name_the_companys_own_telephone(where):
    written = {where: ["Emergencies: call (956) 555-0100 or write to help@example.com."]}
    text = "In an emergency call 956-555-0100 or write to help@example.com, not to ana@example.com."
    told = masked(text, language="en", **written)
    assert "956-555-0100" in told and " help@example.com" in told and "ana@" not in told
    assert "956" not in masked("my number is (956) 555-0100", language="en", phase="input", **written)


def test_the_reason_never_repeats_what_was_masked():
    decision = Msk().check("CPF 529.982.247-25", About())
    assert "247" not in f"{decision.reason}{decision.metadata}"
    assert decision.metadata["kinds"] == ["cpf"]


@pytest.mark.parametrize(
    ("own", "kept"),
    [((), "CPF ***.***.***-25"), (("529.982.247-25",), "CPF 529.982.247-25")],
    ids=["anybody's", "the customer's own"],
)
def test_words_that_are_kept_hold_no_number_but_the_customers_own(own, kept):
    assert msk.mask("CPF 529.982.247-25", "pt", frozenset(own)) == kept
    assert msk.mask("nothing to hide", "en", frozenset(own)) == "nothing to hide"


LISTED = yaml.safe_load((Path(__file__).parent / "personal.yaml").read_text())


def test_each_kind_is_known_by_its_digits_or_by_the_words_beside_it():
    missed = [
        (kind, text, found)
        for kind, texts in LISTED["personal"].items()
        for text in texts
        if (found := [each.kind for each in find(text, "pt")]) != [kind]
    ]
    assert missed == []


def test_orders_invoices_devices_and_dates_are_not_personal():
    assert [(text, found) for text in LISTED["references"] if (found := find(text, "pt"))] == []


def test_the_nearest_name_says_what_a_number_is():
    found = find("CNPJ 11.222.333/0001-81, pedido 4539578763621486 no cartão 4539578763621486", "pt")
    assert [(each.kind, each.start) for each in found] == [("cnpj", 5), ("card", 59)]


def test_a_site_that_is_named_is_no_address_of_mail():
    assert find("You can find it at help.example.com, or visit us at www.example.com.", "en") == []
    assert [each.kind for each in find("write to maria.silva at example.com", "en")] == ["email"]


def test_a_reference_excuses_no_number_of_another_sentence():
    assert [each.kind for each in find("Abri a troca do pedido. 4111 1111 1111 1111", "pt")] == ["card"]
    assert find("Abri a troca da ref. 4111 1111 1111 1111", "pt") == []


@try_each(
    ("file", "most_missed", "most_wrong"),
    [
        ("personal_by_others", 0, 0),
        ("personal_counted", 0, 1),
        ("personal_last", 2, 0),
        ("personal_odd", 1, 0),
        ("personal_aloud", 1, 0),
        ("personal_dawn", 0, 1),
        ("personal_dusk", 2, 2),
        ("personal_flow", 1, 0),
        ("personal_ebbing", 5, 2),
        ("personal_neap", 4, 1),  # a shop's, of which somebody asks to be told: "me" may be brought things
        ("personal_spring", 18, 5),
    ],
)
def test_what_others_wrote_is_masked_and_their_references_stay(file, most_missed, most_wrong):
    """260, 160, 180 and 330 messages by people who had seen no rule (98 of the last after one look at them).

    Unseen, 205 of 210 values of the first were found whole, and nothing else was masked; of the second 95 of
    112 for the most part (many addresses end in a town), and one tracking number was masked; of the
    third, in odd spellings, 205 of 229 were whole, and nothing else was masked; of `personal_dawn` (200) 150
    of 162 were whole, and three hotlines were masked; of `personal_dusk` (200), which nobody who wrote rules
    had read, 142 of 162, and five more (shops' addresses). Of `personal_flow` and `personal_ebbing` (230
    each) 169 of 210 and 161 of 207 were, with three and seven touched. Of `personal_neap` (200) 137 of 155
    were, and six of 65 were touched; of `personal_spring` (555) 434 of 510, and 21 of 180. All these but
    `personal_last` are learnt of now (`benchmarks.personal_tagger`, whose `--without` counts each unlearnt;
    of `personal_spring` see ADR 140). `personal_aloud` is
    the rules' author's: numbers, days, streets and addresses as they are read out.
    """
    lines = (Path(__file__).parent / f"{file}.jsonl").read_text().splitlines()
    missed, wrong = [], []
    for line in map(json.loads, lines):
        found = find(line["text"], line["lang"])
        masked_at = {place for each in found for place in range(each.start, each.end)}
        if found and not (line.get("values") or line.get("personal")):
            wrong.append((line["text"], found))
        for value in line.get("values") or [each["value"] for each in line.get("personal", ())]:
            start = line["text"].index(value)
            if any(value[at].isalnum() and start + at not in masked_at for at in range(len(value))):
                missed.append((value, line["text"]))
    assert len(wrong) <= most_wrong, wrong
    assert len(missed) <= most_missed, missed


@try_each(
    ("text", "kinds"),
    [
        ("the driver can ring 07911 123 874 from the gate", ["phone"]),
        ("we moved to 4417 Sycamore Bend, Unit 3B, Tulsa OK 74135 in June", ["address"]),
        ("anotem o novo fixo, 3345 2210", ["phone"]),
        ("orders 620857985154, 603389 and 7833506057 never came", []),
        ("they told me to ring 0345 678 1234", []),
        ("the sofa was due between 05-11 and 12-11-2025", []),
    ],
)
def test_places_and_numbers_are_read_by_the_words_around(text, kinds):
    assert [each.kind for each in find(text, "en")] == kinds


@try_each(
    ("text", "place"),
    [
        ("is your store near Flat 3, 12 Maple Road? I live there, please deliver", "12 Maple Road"),
        ("is the pickup point near my home, 12 Maple Road, still running?", "12 Maple Road"),
        ("went to my flat at 12 Maple Road and the door was shut", "12 Maple Road"),
        ("Does your store deliver to 12 Maple Road?", "12 Maple Road"),
        ("are you sending the engineer to 12 Maple Road?", "12 Maple Road"),
        ("tem unidade de vocês perto da Rua Augusta 500, apto 12? é onde eu moro", "Rua Augusta 500"),
        ("qual a loja mais perto da Rua das Flores 123, minha casa?", "Rua das Flores 123"),
        ("¿tienen un local cerca de Av. Juárez 210? ahí vivo", "Av. Juárez 210"),
        ("¿qué sucursal queda cerca de mi casa, calle Mayor 15, 3º B?", "calle Mayor 15, 3º B"),
        ("We shipped it to the store near you: 12 Maple Road, Leeds LS1 4AB.", "12 Maple Road, Leeds"),
        ("the branch at 4417 Sycamore Bend, Tulsa OK 74135, that is my home address", "4417 Sycamore Bend"),
        ("Is John Brown of 14 Rosewood Avenue, Bristol a customer of the store?", "14 Rosewood Avenue"),
        ("Does Maria Silva, 8 Elm Road, use this branch?", "8 Elm Road"),
        ("Can the branch post a card to 14 Rosewood Avenue, Bristol?", "14 Rosewood Avenue"),
        ("¿Hay una oficina cerca de la calle Mayor 12, 3º B?", "calle Mayor 12"),
        ("me entregue na padaria da Rua das Flores 12? qual a taxa", "Rua das Flores 12"),
        ("tráeme el pedido a la panadería de la calle Mayor 12, a qué hora", "calle Mayor 12"),
        ("The flat above the bakery at 12 Maple Road, is the leak fixed", "12 Maple Road"),
        ("can you get me a taxi from the clinic at 12 Maple Road?", "12 Maple Road"),
        ("how long is the wait? Grandad is at 12 Maple Road, Leeds bakery flat", "12 Maple Road"),
        ("is the 12 Maple Road, Leeds bakery flat dry by now?", "12 Maple Road"),
    ],
)
def test_an_address_is_masked_beside_a_shop_too(text, place):
    """It may be somebody's, but where a question is of a shop alone."""
    assert any(place in each.text for language in ("pt", "es", "en") for each in find(text, language))


@try_each(
    ("text", "places"),
    [
        ("busca na Rua das Flores 12, e entrega na Rua Augusta 40", ["Rua das Flores 12", "Rua Augusta 40"]),
        ("Rua das Flores 12, entrega na Rua Augusta 40", ["Rua das Flores 12", "Rua Augusta 40"]),
        ("recoger en calle Mayor 12, y llevar a calle Luna 4", ["calle Mayor 12", "calle Luna 4"]),
        ("moro na Rua das Flores 12 / CEP: 01310-100", ["Rua das Flores 12 / CEP: 01310-100"]),
    ],
)
def test_two_places_are_one_where_only_the_words_of_a_place_part_them(text, places):
    assert [each.text for each in find(text, "pt") if each.kind == "address"] == places


@try_each(
    ("text", "language"),
    [
        ("¿la sucursal de Av. Juárez 210 abre el sábado?", "es"),
        ("is the shop at 55 King Street still open Sundays?", "en"),
        ("¿hay cobertura en el código postal 28013?", "es"),
        ("têm fibra no código postal 4100-320?", "pt"),
    ],
)
def test_a_place_that_is_only_asked_about_stays(text, language):
    assert find(text, language) == []


@try_each(
    ("text", "value", "kind"),
    [
        ("the tenant before me was at 2/19 Acacia Cres, Kew North", "2/19 Acacia Cres, Kew North", "address"),
        ("moro na Rua das Palmeiras s/n, Povoado Lagoa", "Rua das Palmeiras s/n, Povoado Lagoa", "address"),
        ("la casa queda en la Cl 80 No. 12-34 torre 2", "Cl 80 No. 12-34 torre 2", "address"),
        ("deposita na conta corrente 10482-7", "10482-7", "account"),
        ("sort code 20-00-00 account 55779911, thanks", "55779911", "account"),
        ("pásenme la plata al cbu 2850590940090418135201", "2850590940090418135201", "account"),
        ("i gave AB 12 34 56 C for the housing benefit", "AB 12 34 56 C", "dni"),
        ("call (212) 555-0147 ext. 114 and ask for me", "(212) 555-0147 ext. 114", "phone"),
        ("it's j o n dot smith at example dot com", "j o n dot smith at example dot com", "email"),
    ],
)
def test_values_of_further_countries_are_masked_whole(text, value, kind):
    found = find(text, "en")
    start = text.index(value)
    assert any(each.kind == kind and each.start <= start for each in found), found
    assert any(each.end >= start + len(value) for each in found), found


@try_each(
    ("text", "kind", "value"),
    [
        ("o menino é de 15/06/2012, já pode ter conta?", "birth", "15/06/2012"),
        ("Patient Oscar Lindqvist, 2019-08-30, repeat inhaler please", "birth", "2019-08-30"),
        ("deposita no banco, ag 0417 conta 28839-4", "account", "ag 0417 conta 28839-4"),
        ("pix na chave 7c1e92ab-40d3-4f6e-9b18-25ad03c7e611", "account", "7c1e92ab"),
        ("I entered HK 927 314 for my daughter, Canadian passport", "passport", "HK 927 314"),
        ("olha, Praça da Matriz s/nº, Ouro Preto", "address", "Praça da Matriz s/nº, Ouro Preto"),
        ("o zap é wa.me/5571988140627", "phone", "5571988140627"),
    ],
)
def test_what_no_word_beside_it_names_is_known_by_what_is_around(text, kind, value):
    assert [(each.kind, value in text[each.start : each.end]) for each in find(text, "pt")] == [(kind, True)]


@try_each(
    ("text", "language"),
    [
        ("how late is the branch at 1200 Market St open, google says 6", "en"),
        ("whats the opening hours at your 220 Broad Street branch", "en"),
        ("qual o telefone da central de vocês, ainda é 0800 722 4410?", "pt"),
        ("¿el 900 123 874 es gratis desde móvil?", "es"),
        ("the charge of 12/03/2019 was never refunded", "en"),
    ],
)
def test_what_is_everybodys_stays(text, language):
    assert find(text, language) == []


@try_each(
    "text",
    [
        "build 19045 3930",
        "my employee number is 7654321",
        "epoch 1732918800123",
        "node 10 20 30 40 lost connection",
        "10 30, error 80070057",
    ],
)
def test_the_numbers_of_an_it_desk_are_no_telephones(text):
    assert find(text, "en") == []


def test_a_long_text_is_read_by_the_words_around_to_a_bound():
    """400 words: what stands behind them the shapes read alone, so that documents cost little more."""
    around = "we moved to 4417 Sycamore Bend, Unit 3B in June. "
    found = [each for each in find(around * 200, "en") if each.kind == "address"]
    assert found and all(each.start < 40 * len(around) for each in found if "Sycamore" in each.text)


def test_a_text_may_end_its_bound_before_any_digit():
    for apart in range(25, 40):
        assert find(("word " * apart + "and one 1 more, ") * 40, "en") == []


def test_what_the_tagger_learnt_is_of_what_stands_there():
    assert personal_tagger.is_current(), "run `python -m benchmarks.personal_tagger --write`"


def test_the_documents_list_every_kind_that_may_be_let_pass():
    page = Path("docs/guardrails.md").read_text(encoding="utf-8")
    assert ", ".join(f"`{kind}`" for kind in msk.KINDS) in page


YEAR = date.today().year
TO_COME = YEAR + 5


@try_each("day", [f"12/09/{TO_COME}", f"{TO_COME}-09-12", f"12/09/{TO_COME % 100}", f"03/11/{YEAR}"])
def test_a_day_to_come_or_of_late_is_nobodys_birthday(day: str) -> None:
    text = f"Reserva RA1042: Marta Nunes, Lisbon, {day}, 2 pessoas"
    assert Msk().check(text, About("pt", "output")).sanitized_text is None
    assert Msk().check(f"Marta Nunes nasceu em {day}", About("pt", "output")).sanitized_text is not None


def test_a_day_of_long_ago_beside_a_name_is_a_birthday_unless_a_tool_said_it() -> None:
    text = "Reserva RA1042: Marta Nunes, Lisbon, 12/03/1985, 2 pessoas"
    assert "1985" not in (Msk().check(text, About("pt", "output")).sanitized_text or "")
    found = ToolResult("find_booking", "s", True, {"id": "RA1042", "since": "1985-03-12"})
    assert Msk().check(text, About("pt", "output", tool_results=[found])).sanitized_text is None
