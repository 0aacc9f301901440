"""A number is masked however it is said: digit by digit, in words, or broken by markup."""

from agents.guardrails.base import About
from agents.guardrails.digit_runs import runs
from agents.guardrails.gate import Gate
from agents.guardrails.msk import Msk
from agents.specs import RailSpec
from tests.parts.cpu import seconds
from tests.parts.phrases import try_each

CPF = "cinco dois nove nove oito dois dois quatro sete dois cinco"


def masked(text, **about):
    decision = Msk().check(text, About(phase="input", **about))
    return decision.sanitized_text, decision.metadata.get("kinds")


@try_each(
    ("text", "kinds"),
    [
        (f"meu cpf é {CPF}", ["cpf"]),
        ("CPF: 5 2 9 9 8 2 2 4 7 2 5.", ["cpf"]),
        ("cpf quinhentos e vinte e nove, novecentos e oitenta e dois, 247 vinte e cinco", ["cpf"]),
        ("mi móvil es seis doce, treinta y cuatro, cincuenta y seis, setenta y ocho", ["phone"]),
        ("my number is four one five, double five five, two six seven one", ["phone"]),
        ("cpf52998224725obrigado", ["cpf"]),
        ("ana underline souza arroba exemplo ponto com", ["email"]),
        ("joao vinte e três arroba exemplo ponto com", ["email"]),
        ("vinte e dois ponto silva arroba exemplo ponto com", ["email"]),
        ("ana ponto dos mil arroba ejemplo punto com", ["email"]),
        ("five five six at example dot com", ["email"]),
        ("5, 2, 9 - 9, 8, 2 - 2, 4, 7 - 2 e 5", ["cpf"]),
        ("529.<b>982</b>.247-25", ["cpf"]),
        ("**529**.**982**.**247**-25", ["cpf"]),
        ("529&nbsp;982&nbsp;247&nbsp;25", ["cpf"]),
        ("cinco dois nove, nove oito dois, dois quatro sete, vinte não, dois cinco", ["phone"]),
        ("quatro um um um " + "um " * 11 + "um", ["card"]),
        ("four one one one " + "one " * 11 + "one please", ["card"]),
        ("4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", ["card"]),
        ("um um nove nove nove oito sete seis cinco quatro três", ["phone"]),
        ("uno uno nueve nueve nueve ocho siete seis cinco cuatro tres", ["phone"]),
        ("um um nove meia meia oito sete seis cinco quatro três", ["phone"]),
        ("CPF 529–982–247–25", ["cpf"]),
        ("CPF 529/982/247/25", ["cpf"]),
        ("CPF\n529\n982\n247\n25", ["cpf"]),
        ("4111 - 1111 - 1111 - 1111", ["card"]),
        ("cartão (4111)(1111)(1111)(1111)", ["card"]),
        ("cartão\n4111\n1111\n1111\n1111", ["card"]),
        ("4111/1111/1111/1111", ["card"]),
        ("D E 8 9 3 7 0 4 0 0 4 4 0 5 3 2 0 1 3 0 0 0", ["iban"]),
        ("IBAN DE89.3704.0044.0532.0130.00", ["iban"]),
        ("telefone: onze, nove oito oito sete sete meia meia cinco cinco", ["phone"]),
        ("cep 0 1 3 1 0 1 0 0", ["address"]),
        ("ana (at) exemplo (dot) com", ["email"]),
        ("ana[arroba]exemplo[ponto]com", ["email"]),
        ("ana @ exemplo . com . br", ["email"]),
        ("a n a @ e x e m p l o . c o m", ["email"]),
        ("nasci em dezessete de março de 1979", ["birth"]),
        ("nací el veinticinco de marzo de 1979", ["birth"]),
        ("born on the twenty-first of March 1979", ["birth"]),
        ("nasci 17 / 03 / 1979", ["birth"]),
        ("I live at 221B Baker Street", ["address"]),
        ("cinco\u200b dois nove nove oito dois dois quatro sete dois cinco", ["cpf"]),
    ],
)
def test_said_digit_by_digit_it_is_masked(text, kinds):
    written, found = masked(text)
    assert found == kinds
    if kinds:
        assert "nove nove" not in written
        assert "982" not in written


@try_each(
    "text",
    [
        "um dois três testando", "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12", "quero um, dois ou três aparelhos",
        "linhas 1 2 3", "de 2 a 5 de maio de 2024", "one of two, and a three", "pedidos P100, P200 e P300",
        "5G doesn't work in my street", "curl --data @files.json", "me espera @ casa. Obrigado",
        "4111/1111/1111/1112", "em março de 1979",
        "os anos 2019/2020/2021/2022", "são 10 20 30 40 50 60 reais", "0 0 0 0 0 0 0 0 0 0 0",
    ],
)  # fmt: skip
def test_counting_is_left_alone(text):
    assert masked(text) == (None, None)


def test_the_customers_own_number_may_be_said_in_words():
    assert masked(f"meu cpf é {CPF}", own_values=frozenset({"529.982.247-25"})) == (None, None)


def test_only_the_last_digits_stay():
    assert masked(f"meu cpf é {CPF}, certo?")[0] == "meu cpf é *********25, certo?"


@try_each("size", [1, 3, 1000])
@try_each(
    ("text", "left"),
    [
        (f"Seu CPF é {CPF}. Mais algo?", "Seu CPF é *********25. Mais algo?"),
        (
            "O telefone é onze nove oitenta e sete sessenta e cinco quarenta e três vinte e um, certo?",
            "O telefone é *******4321, certo?",
        ),
        ("Escreva a ana ponto souza arroba exemplo ponto com.", "Escreva a ***.*****@*******.com."),
        ("São dois pedidos e três faturas.", "São dois pedidos e três faturas."),
    ],
    ids=["digits", "tens", "mail", "nothing"],
)
def test_an_answer_that_streams_is_masked_the_same(text, left, size):
    gate = Gate(((Msk(), RailSpec("MSK", "output")),), About("pt", phase="output"))
    sent = "".join(gate.feed(text[at : at + size]) for at in range(0, len(text), size))
    rest, whole, _ = gate.finish()
    assert (sent + rest, whole) == (left, left)


@try_each(
    "text", ["um ", "1 ", "<", "<b>1</b>", "1<" + "b" * 79 + ">", "e ", "1 e ", "&nbsp;", "1&nbsp;", "a"]
)
def test_it_costs_little(text):
    long = (text * 32_000)[:32_000]
    # 0.5 s on a slow machine; what grows with the square takes minutes
    assert seconds(lambda: (list(runs(long)), masked(long))) < 3


@try_each(
    "text",
    [
        "Payments: 2026-11-20 (239.70, confirmed); 2026-10-20 (239.70, confirmed).",
        "Pagamentos: 20/11/2026 (239,70, confirmado); 20/10/2026 (239,70, confirmado).",
        "Items: 199.90; 29.90; 9.90; 89.70 and 12.345.678,90",
        "Celular com câmera tripla (1.299,00); Celular simples de teclas (229,00)",
    ],
)
def test_dates_and_sums_beside_each_other_are_no_number_that_was_read_out(text):
    assert masked(text)[0] is None


@try_each(
    "masked",
    [
        "(**) *****-4321 ***.***.***-25 : *** *** 2671",
        "*** *** 2671 *** *** 4321 *** *** 1234",
        "****-1111 **** 98 **** 7654",
    ],
)
def test_the_ends_of_masked_numbers_are_no_number_together(masked: str) -> None:
    assert not list(runs(masked))
