"""Secrets in other people's words: those that are known, and those that only look like it."""

from outbound import redaction
from outbound.redaction import MASK, redact, redact_json, redact_message
from outbound.sentences import Sentence, fit_column, read
from tests.parts.cpu import seconds
from tests.parts.phrases import try_each

SHAPED = {
    "openai": ("Incorrect API key provided: sk-proj-abc123def456.", "sk-proj-abc123def456"),
    "masked-by-them": ("Incorrect API key provided: abcd1234*******wxyz. See the docs.", "abcd1234"),
    "no-shape": ('{"error": "bad", "api_key": "plainwords"}', "plainwords"),
    "in-a-header": ("sent Authorization: Bearer abc.def-123_456", "abc.def-123_456"),
    "bare-bearer": ("the Bearer 0123456789abcdef was refused", "0123456789abcdef"),
    "basic": ("Basic dXNlcjpwYXNzMQ== is wrong", "dXNlcjpwYXNzMQ=="),
    "google": ("key AIzaSyA1234567890abcdefghijk-_ refused", "AIzaSyA1234567890abcdefghijk-_"),
    "aws": ("AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE"),
    "github": ("with ghp_16C7e42F292c6912E7710c838347Ae", "ghp_16C7e42F292c6912E7710c838347Ae"),
    "jwt": ("token eyJhbGciOi.eyJzdWIiOiIx.c2lnbmF0dXJl", "eyJzdWIiOiIx"),
    "in-an-address": ("postgres://me:pass1word@db:5432/x is away", "pass1word"),
    "ours": ("sb_live_abcdefgh_0123456789", "abcdefgh_0123456789"),
    "telegram": ("bot 1234567890:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw", "AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"),
    "private-key": ("-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----", "MIIE"),
    "password": ("password=hunter22 is wrong", "hunter22"),
}  # fmt: skip
HARMLESS = (
    "The model 'gpt-5-mini' is busy or its quota is used up. (429: Rate limit reached for requests)",
    "This model's maximum context length is 8192 tokens: you asked for 9000.",
    "telecom did not answer in time.",
    "No invoice INV-2024-0001 of 5511999999999 was found; the customer is C001.",
    "Basic information is missing; a bearer is needed. The task-force risk-free sk-learn.",
    "See https://example.com/a:b@c and mailto:ana@example.com, trace 0f8fad5b-d9cb-469f-a165-70867728950e.",
)


@try_each("text", SHAPED)
def test_what_looks_like_a_secret_is_masked(text):
    said, secret = SHAPED[text]
    assert secret not in redact(said)
    assert MASK in redact(said)


def test_what_only_reads_like_one_stays():
    assert [redact(each) for each in HARMLESS] == list(HARMLESS)


PASTED = {
    "password: hunter2!": "password: •••",
    "My password is hunter2, help": "My password is ••• help",
    "mi contraseña es gato123": "mi contraseña es •••",
    "use AKIAIOSFODNN7EXAMPLE please": "use ••• please",
    "ftp://ana:segredo@host/x": "ftp://•••@host/x",
}
ASKED = (
    "My password is wrong, what now?",
    "Esqueci a senha: como troco?",
    "Quero o plano Basic 300megas",
    "o pedido sk-104455 e o P100",
    "nota ab***12",
    "a senha é a mesma de 2024?",
)


@try_each("text", PASTED)
def test_a_password_in_a_message_is_masked(text):
    assert redact_message(text) == PASTED[text]


def test_what_users_ask_about_stays():
    assert [redact_message(each) for each in ASKED] == list(ASKED)


@try_each(
    "piece", ["sk-a", "a-", "eyJ-", "a*-", "bearer ", "password: ", "senha é ", "://a", "1234567890:", "a:b@"]
)
def test_any_text_is_read_soon(piece):
    text = (piece * 33_000)[:33_000]
    assert seconds(lambda: (redact(text), redact_message(text))) < 0.5


def test_a_secret_that_was_opened_is_known_whatever_it_looks_like(settings):
    assert redact("blue elephant garden") == "blue elephant garden"
    redaction.learn("blue elephant garden")
    assert redact_json({"a": ["in blue elephant garden"], "n": 5}) == {"a": [f"in {MASK}"], "n": 5}
    assert redaction.without_known({"a": "blue elephant garden sk-proj-abc123def456"}) == {
        "a": f"{MASK} sk-proj-abc123def456"
    }
    settings.OPENAI_API_KEY = "a key of the installation"
    assert redact("a key of the installation?") == f"{MASK}?"


def test_a_sentence_that_is_kept_holds_none_and_stays_a_sentence():
    plain = Sentence("No answer within %s s.") % 5
    assert redact(plain) is plain
    kept = fit_column(Sentence("It says: %s") % "sk-proj-abc123def456", 400)
    assert read(kept) == f"It says: {MASK}"
