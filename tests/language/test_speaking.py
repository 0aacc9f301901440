"""The platform's own sentences.

Each language's catalogue says all of them, with the same values, and is compiled.
"""

import ast
import gettext
from functools import cache
from pathlib import Path

from django.conf import settings

from language.spoken_languages import CODES, DOMAIN, about, mark, speak
from tests.parts.phrases import try_each
from tests.studio.sentences import catalogue, placeholders

ROOT = Path(settings.BASE_DIR)
ROOMS = ("agents", "handoffs", "platform", "routing")
TRANSLATED = [code for code in CODES if code != "en"]
AGAIN = "make messages, then translate what is new"


@cache
def marked() -> set[str]:
    """Every sentence of the source that is given to `mark`."""
    files = (path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    calls = (node for path in files for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    return {
        node.args[0].value
        for node in calls
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == mark.__name__
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


@try_each("language", TRANSLATED)
def test_a_language_says_every_sentence(language: str) -> None:
    folder = ROOT / "locale" / str(about(language)["locale"]) / "LC_MESSAGES"
    written = catalogue(folder / f"{DOMAIN}.po")
    assert written.keys() - {""} == marked(), AGAIN
    for sentence, (said,) in written.items():
        assert said.strip() and (not sentence or placeholders(said) == placeholders(sentence)), sentence
    with (folder / f"{DOMAIN}.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    assert {each: compiled.gettext(each) for each in marked()} == {
        each: written[each][0] for each in marked()
    }, AGAIN


def test_a_sentence_is_said_with_its_values_and_in_english_to_whoever_speaks_none_of_ours() -> None:
    assert speak("Done: {what}.", "pt", what="{x}") == "Feito: {x}."
    assert speak("Done: {what}.", "xx", what="x") == speak("Done: {what}.", "en", what="x") == "Done: x."
