"""What a reply to a yes-or-no question does, in every language.

What acts, what closes the question, what is asked again.
"""

import time

import numpy as np
import pytest

from language import language_data
from language.acts.learning import ACTS, FILE, digest, samples
from language.acts.lists import ACT
from language.acts.questions import is_question
from language.acts.reading import read, read_act
from language.acts.stance import allows, revokes
from tests.parts.phrases import check_each, phrases, try_each

HELD_OUT = phrases("language/data/replies")
ASKED = (
    "",
    "Posso enviar o pedido?",
    "¿Publico el anuncio?",
    "Shall I cancel the plan?",
    "Você se importa se eu trocar?",
)
LEARNT = [(text.replace(ACT, "enviar"), kind) for text, kind in samples("acts")]


def entries(kind: str) -> list[str]:
    return [
        phrase
        for language in language_data.languages()
        for phrase in language_data.split(language_data.load(language, "replies")[kind])
        if "{" not in phrase
    ]


def test_every_entry_does_what_its_list_says() -> None:
    kinds = {"agrees": "yes", "tells": "yes", "refuses": "no", "gives_up": "cancel"}
    check_each(((phrase, kind) for name, kind in kinds.items() for phrase in entries(name)), read)


# Each text is held against one question, the next against another; the other shares where there is time.
SHARES = len(ASKED)


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "share", [pytest.param(n, marks=pytest.mark.endurance) if n else n for n in range(SHARES)]
)
def test_what_is_no_yes_never_acts_whatever_was_asked(share: int) -> None:
    others = [text for text, kind in LEARNT if kind not in ("yes", "request")]
    others += [text for kind, texts in HELD_OUT.items() if kind not in ("yes", "request") for text in texts]
    # "cancela" and "pode cancelar" are a yes where cancelling was asked about.
    check_each(
        (
            (text, asked, False)
            for at, text in enumerate(others)
            for asked in ASKED[(at + share) % SHARES :: SHARES]
            if not ("ancel" in asked and "ancel" in text)
        ),
        lambda text, asked: read(text, asked) == "yes",
    )


@try_each(
    ("act", "floor"),
    [("yes", 0.85), ("no", 0.75), ("cancel", 0.8), ("unsure", 0.65), ("question", 0.7), ("correction", 0.35)],
)
def test_replies_that_nothing_was_learnt_from_are_read(act: str, floor: float) -> None:
    wrong = [
        f"{text}: {found.kind}"
        for text in HELD_OUT[act]
        if (found := read_act(text.replace(ACT, "enviar"), ASKED[1])).kind != act
        and not (act == "yes" and found.likely_yes)
    ]
    assert 1 - len(wrong) / len(HELD_OUT[act]) >= floor, "\n".join(wrong)


def test_a_plain_no_never_acts_and_closes_the_question() -> None:
    check_each(
        ((text, True) for text in [*HELD_OUT["no"], *HELD_OUT["cancel"]]), lambda text: read(text) != "yes"
    )


def test_what_was_learnt_is_of_these_phrases() -> None:
    with np.load(FILE, allow_pickle=False) as stored:
        assert str(stored["digest"]) == digest(), "run `python -m language.acts.learning`"
        assert stored["acts"].shape[0] == len(ACTS)


@try_each(
    "change",
    [str.upper, str.capitalize, lambda t: f"  {t} ", lambda t: f"{t}!!", lambda t: f"{t}...",
     lambda t: f"{t} 😀",
     lambda t: f"{t} 🙏", lambda t: f"{t}, por favor", lambda t: f"ah, {t}, obrigado"],
)  # fmt: skip
@try_each("text", ["sim", "pode enviar", "com certeza", "siiim", "sim sim", "claro, pode sim"])
def test_politeness_case_signs_and_held_letters_do_not_matter(text: str, change) -> None:
    assert read_act(change(text), "Posso enviar o pedido?").exact


@try_each(
    ("text", "asked"),
    [
        ("publícalo", "Tengo listo el anuncio. ¿Lo publico?"),
        ("puede enviarlo", "¿Quiere que envíe el contrato?"),
        ("pode remover", "Você se importa se eu remover o acesso?"),
        ("pode enviar o contrato", "Posso enviar o contrato?"),
        ("please send it", "Shall I send the contract?"),
        ("pode matricular", "Vou matricular o Davi na turma das 17h. Tudo certo?"),
        ("cancela", "Posso cancelar o plano?"),
        ("yes, cancel it", "Shall I cancel the plan?"),
        ("yes, cancel it", "Do you confirm that I cancel order P100?"),
        ("pode cancelar", "Confirma que eu cancele o pedido P100?"),
        ("sim, cancela", "Quer que a gente cancele o pedido P100?"),
        ("cancélalo", "¿Confirma que yo cancele el pedido P100?"),
        ("por que não?", "Posso solicitar a troca?"),
        ("pode fazer, tá?", "Posso solicitar a troca?"),
        ("sí, ¿vale?", "¿Hago el cambio?"),
        ("👍🏽", "Posso solicitar a troca?"),
    ],
)
def test_the_verb_of_the_question_may_be_repeated(text: str, asked: str) -> None:
    assert read_act(text, asked).exact and read(text, asked) == "yes"


@try_each(
    ("text", "asked"),
    [
        ("não cancela", "Posso cancelar o plano?"), ("não remova", "Você se importa se eu remover o acesso?"),
        ("sim", "Você se importa se eu remover o acesso?"), ("sim", "Envio hoje ou amanhã?"),
        ("só pode cancelar", "Posso cancelar o plano e abrir outro?"),
        ("contestação", "Posso contestar a fatura?"),
        ("sim, mas o P101", "Posso trocar o P100?"), ("yes, but only look", "May I look at it?"),
        ("sim\nnão", ""), ("yes, tomorrow", ""), ("yes ⛔", ""), ("s̶i̶m̶", ""), ("sim?", ""), ("god", ""),
        ("e", ""),
        ("sí si me das descuento", ""), ("yes: denied", ""), ("sim, se o diretor deixar", ""),
        ("acho que sim", ""), ("já tenho, obrigado", "Quer que eu emita a segunda via?"),
        ("sim " * 100, ""), ("sure, as if", ""), ("y ahora", ""), ("cancela", "Posso abrir a contestação?"),
    ],
)  # fmt: skip
def test_less_than_a_whole_yes_does_not_act(text: str, asked: str) -> None:
    assert read(text, asked) != "yes"


@try_each(
    ("text", "rest"),
    [
        ("sim, e manda uma cópia pro fiador também", "e manda uma cópia pro fiador também"),
        ("yes, and also send me the invoice", "and also send me the invoice"),
        ("sí, y mándame una copia", "y mándame una copia"),
        ("yes, and tell me when it gets here", "and tell me when it gets here"),
        ("oui, et envoyez-moi une copie", "et envoyez-moi une copie"),
    ],
)
def test_a_request_may_follow_a_yes(text: str, rest: str) -> None:
    found = read_act(text)
    assert (found.kind, found.whole, found.rest) == ("yes", False, rest)


@try_each(
    "text",
    ["sim, e quanto custa?", "yes, and only look", "sim, e se for grátis manda", "ok e o prazo",
     "sí, y los cerdos vuelan",
     "sim, ele fez 6 anos em março", "yes I saw they passed", "sí, claro, y después me cobran igual",
     "sí claro, y de paso quédense con mi dinero", "sure, and while you're at it ruin my weekend too",
     "yes and send someone who knows what he's doing", "oui, et gardez mon argent aussi"],
)  # fmt: skip
def test_what_is_no_separate_request_is_asked_again(text: str) -> None:
    assert read(text) != "yes"


@try_each("text", ["pode olhar", "sí, puedes revisar la instancia", "take a look", "please check it"])
def test_looking_is_what_a_permission_asks_for(text: str) -> None:
    asked = "Antes disso preciso da sua permissão (consultar a instância). Posso?"
    assert read(text, asked, looks=True) == "yes"
    assert read(text, "Posso cancelar o plano?") != "yes"


def test_taking_a_permission_back_is_read_and_never_grants() -> None:
    check_each(
        ((text, (True, False)) for text, kind in samples("stances") if kind == "revoke"),
        lambda text: (revokes(text), allows(text) or read(text, looks=True) == "yes"),
    )


def test_other_words_take_nothing_back_and_allow_nothing() -> None:
    check_each(
        ((text, (False, False)) for text, kind in samples("stances") if kind == "neither"),
        lambda text: (revokes(text), allows(text)),
    )


@try_each("text", ["por que não?", "pode fazer, tá?", "yes, ok?", "sim, por favor"])
def test_question_mark_of_an_idiom_or_a_tag_asks_nothing(text: str) -> None:
    assert not is_question(text)


def test_questions_are_told_from_answers() -> None:
    check_each(
        ((text, True) for text, kind in LEARNT if kind == "question" and "?" in text.lstrip("?")), is_question
    )


@try_each("word", ["cancele", "anulalo", "annuler", "cancel"])
def test_words_that_are_entries_in_many_ways_are_read_at_once(word: str) -> None:
    begun = time.thread_time()
    assert read(f"{word} " * 13 + "zzz", "Posso cancelar o pedido P100?") != "yes"
    assert time.thread_time() - begun < 2  # what tries each way takes minutes


@try_each(
    ("text", "asked", "kind"),
    [
        ("dale, cancelalo", "¿Cancelo el pedido 55102 y te devolvemos el dinero a la tarjeta?", "yes"),
        ("pode cancelar", "Cancelo o pedido 90-7751 e peço o estorno no cartão?", None),
        ("pode cancelar", "Posso cancelar o plano e abrir outro?", None),
        ("pode seguir", "Posso cancelar o plano e abrir outro?", "yes"),
        ("pode cancelar e abrir", "Posso cancelar o plano e abrir outro?", "yes"),
        ("pode cancelar o pedido", "Cancelo o pedido 90-7751 e peço o estorno no cartão?", None),
        ("cancela o pedido", "Cancelo o pedido 90-7751 e peço o estorno no cartão?", None),
        ("pode pedir o estorno", "Cancelo o pedido 90-7751 e peço o estorno no cartão?", None),
        ("pode cancelar o estorno", "Cancelo o pedido 90-7751 e peço o estorno no cartão?", None),
        (
            "just close it",
            "Shall I close the savings account and move the £34 to your current account?",
            None,
        ),
        ("you can just close it", "Shall I close the savings account and move the £34 to Ann?", None),
        ("go ahead and close it", "Shall I close the savings account and move the £34 to Ann?", None),
        ("go ahead and move it", "Shall I close the savings account and move the £34 to Ann?", None),
        ("yes please, close it", "Shall I close the savings account and move the £34 to Ann?", "yes"),
        ("9 Holly Close, yes that's my address", "May I register you for 9 Holly Close?", None),
        ("sim, é o meu endereço", "Posso enviar o cartão para a Rua das Flores 2?", None),
        ("sí, es mi dirección", "¿Envío la tarjeta a Calle Olmo 7?", None),
        ("that's the right address, go ahead", "Do you want me to send it to 9 Holly Close?", "yes"),
        ("you can cancel it", "Shall I cancel your membership and refund the £30 fee?", None),
        ("you can cancel the fee", "Shall I cancel your membership and refund the £30 fee?", None),
        ("reservádnosla", "¿Os reservo la casa rural del 3 al 5 de julio?", "yes"),
        ("nos viene mejor así, adelante", "¿Os reservo la casa rural del 3 al 5 de julio?", "yes"),
        ("confirmo la cita", "¿Cancelo la cita del jueves?", None),
        ("yes, sign me up", "May I register you for the collection?", "yes"),
        ("sign me up", "Shall I cancel your subscription?", None),
        ("Cambiadlas", "¿Le cambiamos las pastillas de freno por 165 €?", "yes"),
        (
            "yes to friday 3.40",
            "Should I move it from Tuesday 4 Feb at 9:15 to Friday 7 Feb at 3:40pm?",
            "yes",
        ),
        (
            "yes to friday 4.40",
            "Should I move it from Tuesday 4 Feb at 9:15 to Friday 7 Feb at 3:40pm?",
            None,
        ),
        ("yes, Friday works better", "Should I move it from Tuesday to Friday?", "yes"),
        ("Tuesday works better", "Should I move it from Tuesday to Friday?", None),
        ("go ahead with the suite", "OK to upgrade your room from a double to a suite?", "yes"),
        ("go ahead with the double", "OK to upgrade your room from a double to a suite?", None),
        ("go ahead with the order", "Shall I cancel the order?", None),
        ("switch it on", "Shall I switch off roaming on your line?", None),
        ("yes, switch it on", "I'm going to switch off the alarm. OK?", None),
        ("switch it off", "Shall I switch off roaming on your line?", "yes"),
        ("OK, switch it off", "I'm going to switch off the alarm. OK?", "yes"),
        ("active el roaming", "Voy a activar el roaming desde mañana, ¿de acuerdo?", "unsure"),
        ("puede activar el roaming", "Voy a activar el roaming desde mañana, ¿de acuerdo?", "yes"),
        ("mándelo el lunes", "Le mando el técnico el lunes entre las 8 y las 12, ¿le parece bien?", "unsure"),
        ("mándelo el martes", "Le mando el técnico el lunes entre las 8 y las 12, ¿le parece bien?", None),
        ("pode cancelar a reserva", "Vou cancelar a reserva, sem custo. Tudo certo?", "yes"),
        ("cancélalo", "Cancelo el pedido y le devuelvo el dinero. ¿De acuerdo?", None),
        ("envíala con el detalle", "Le envío la factura sin el detalle, ¿le parece bien?", None),
        ("send it with the details", "Shall I send it without the details?", None),
        ("84, vaya chollo. Ni hablar, hombre.", "¿Añado a su hija por 84 €?", "no"),
        ("sí, claro, con 84 euros me compro otro coche; paso", "¿Añado a su hija por 84 €?", "no"),
        ("no, mantengo el 12", "¿Cambio su vuelo del 12 al 19 de mayo?", "no"),
        ("sim, cancele e estorne", "Cancelo o pedido 90-7751 e peço o estorno no cartão?", "yes"),
        ("Sure, make the change", "Would you like me to move you from Premium to Basic on June 3?", "yes"),
        ("ok $75 is fine, go", "Rebooking your flight costs $75. Do you want me to rebook it?", "yes"),
        (
            "sí, 22 de mayo está bien, haz el cambio",
            "¿Cambio la dirección? La fecha sería el 22 de mayo.",
            "yes",
        ),
        ("está bien el pedido", "¿Cancelo el pedido 55102?", None),
        ("sigue con el pedido", "¿Cancelo el pedido 55102?", None),
        ("a las 16 está bien", "¿Reservo la cita el martes 9 a las 16:30?", None),
        ("no reserves, al final voy por urgencias", "¿Reservo la cita el martes 9 a las 16:30?", "no"),
        ("não vou estar, não agende", "Agendo a visita para quinta-feira?", "no"),
        ("não remova por favor", "Você se importa se eu remover o acesso?", "no"),
    ],
)
def test_a_reply_says_the_deed_and_words_of_the_question_and_no_more(
    text: str, asked: str, kind: str | None
) -> None:
    found = read(text, asked)
    assert found == kind or (kind is None and found != "yes")


@try_each(
    ("text", "asked"),
    [
        ("yes, cancel it", "The order will be cancelled and refunded then, is that so?"),
        ("isso, cancela logo", "É para o pedido ser cancelado, certo?"),
        ("cancélalo ya", "Entonces el pedido quedaría cancelado, ¿verdad?"),
    ],
)
def test_who_tells_to_cancel_what_would_be_cancelled_gives_nothing_up(text: str, asked: str) -> None:
    assert read(text, asked) in ("yes", "unsure")


@try_each(
    ("text", "asked", "kind"),
    [
        ("sure, go ahead and ruin it some other way", "Shall I send the contract?", "unsure"),
        ("mándalo", "¿Envío el contrato?", "yes"),
        ("sí, aplíquelo", "Podemos ofrecer las 14:00. ¿Lo aplico?", "yes"),
        ("sí, resérvala", "¿Le reservo la mesa para cuatro el sábado a las 21:00?", "yes"),
        ("perfect, book it", "Can I book you in with Dr. Hale on May 6 at 9:15?", "yes"),
        ("fine by me", "Do you mind if I publish it?", "yes"),
        ("não quero perder a vaga, pode agendar", "Posso agendar a visita?", "unsure"),
    ],
)
def test_what_tells_another_thing_is_asked_again_and_the_same_thing_said_otherwise_acts(
    text: str, asked: str, kind: str
) -> None:
    assert read(text, asked) == kind


@try_each(
    ("text", "asked", "agrees"),
    [
        ("isso, terça", "Agendo a visita para terça, entre 8h e 12h?", True),
        ("sí, el lunes", "¿Cambio su cita del lunes al miércoles?", False),
        ("yes, Wednesday", "Should I move your appointment from Monday to Wednesday?", True),
        ("Tuesday works, book it", "Tuesday at 8 is free. Should I book it?", True),
        ("yes, Tuesday", "Tuesday or Friday are free. Should I book it?", False),
        ("confirmo la transferencia", "¿Transfiero 200 € a Marta?", True),
        ("dale de baja", "¿Doy de baja la línea?", True),
        ("yes pls cancle it", "Shall I cancel the booking?", True),
        ("unsubscribe me please", "Shall I unsubscribe you?", True),
        ("oui, celle du samedi", "Voulez-vous que j'annule la réservation du samedi ?", True),
        ("yes and do it", "Shall I cancel the booking?", True),
        ("bloqueia já", "Quer que eu bloqueie a linha por perda ou roubo?", True),
        ("ok, pode agendar", "Agendo a visita para quinta, das 8h às 12h. Posso confirmar?", True),
        ("agendo eu mesmo", "Agendo a visita para quinta, das 8h às 12h. Posso confirmar?", False),
        ("cancela", "Cancelo o plano hoje. Posso seguir?", False),
        ("sí dale abrilo", "Voy a abrir un reclamo por el cargo. ¿Lo abro?", True),
        ("take it off my sister's plan", "Do you want me to remove the add-on?", False),
        ("get rid of the other one", "Do you want me to remove the add-on?", False),
        ("envio eu mesmo", "Posso enviar o contrato?", False),
        ("ya la cancelé", "¿Cancelo la reserva?", False),
        ("déjà annulé", "Voulez-vous que j'annule la réservation ?", False),
        ("oi, tudo bem", "Posso enviar o contrato?", False),
        ("send me", "Do you want me to send it to Bob?", False),
        ("I am Ann", "May I remove Ann from the group?", False),
    ],
)
def test_what_repeats_the_question_is_told_from_what_only_has_its_words(
    text: str, asked: str, agrees: bool
) -> None:
    assert (read_act(text, asked).kind == "yes") == agrees
