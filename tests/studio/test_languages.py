"""The Studio speaks Brazilian Portuguese and Spanish: catalogues complete, current, and used."""

import gettext
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
import simple_history
import unfold
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import trans_real

from rollout.models import KillSwitch
from routing.models import AgentProfile
from routing.planning.models import Domain, Goal
from tests.parts.phrases import try_each
from tests.studio.conftest import login
from tests.studio.sentences import catalogue, in_folders, placeholders

ROOT = Path(settings.BASE_DIR)
ROOMS = ("agents", "analytics", "demo", "handoffs", "platform", "routing", "studio", "templates")
LANGUAGES = {"pt-br": "pt_BR", "es": "es"}
FOLDERS = [
    Path(folder) / locale / "LC_MESSAGES" for folder in settings.LOCALE_PATHS for locale in LANGUAGES.values()
]
TOGETHER = "make the catalogues again: docs/languages.md"


@pytest.fixture(autouse=True)
def english_again():
    """The language of the last request stays with the thread."""
    with translation.override("en"):
        yield


# What the table of docs/languages.md says otherwise (judge, off, live), and Spanish that is not said to
# usted.
AVOIDED = {
    "pt_BR": r"\bju[ií]z",
    "es": r"\b(juez|jueces|apagad|en vivo)|[.:] (?:Agrega|Añade|Elige|Escribe|Quítalas?|Puedes) |"
    r"\b(puedes|tienes|olvidaste|haz|inténtalo|ingresa|te damos)\b",
}


@try_each("locale", AVOIDED)
def test_one_word_is_said_for_one_thing(locale: str) -> None:
    folders = [folder for folder in FOLDERS if folder.parent.name == locale]
    texts = (text for folder in folders for said in catalogue(folder / "django.po").values() for text in said)
    said = [text for text in texts if re.search(AVOIDED[locale], text, re.IGNORECASE)]
    assert said == []


def test_the_catalogues_have_what_the_source_says_and_nothing_else() -> None:
    said = in_folders(*(ROOT / room for room in ROOMS))
    for locale in LANGUAGES.values():
        known = catalogue(ROOT / "locale" / locale / "LC_MESSAGES" / "django.po").keys() - {""}
        assert (said - known, known - said) == (set(), set()), f"{locale}: {TOGETHER}"


@try_each("folder", FOLDERS)
def test_every_entry_is_translated_with_the_same_placeholders(folder: Path) -> None:
    text = (folder / "django.po").read_text(encoding="utf-8")
    assert ", fuzzy" not in text and "#~" not in text
    for sentence, said in catalogue(folder / "django.po").items():
        if sentence:
            assert all(each.strip() for each in said), sentence
            for each in said:
                assert placeholders(each) == placeholders(sentence), each


@try_each("folder", FOLDERS)
def test_the_compiled_catalogue_is_current(folder: Path) -> None:
    with (folder / "django.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)._catalog
    written = {
        ((sentence, number) if len(said) > 1 else sentence): text
        for sentence, said in catalogue(folder / "django.po").items()
        for number, text in enumerate(said)
    }
    assert compiled == written, TOGETHER


@try_each("language", LANGUAGES)
def test_what_the_packages_say_is_known_too(language: str) -> None:
    theme, history = Path(unfold.__file__).parent, Path(simple_history.__file__).parent
    installed = [theme / "contrib" / part for part in ("filters", "simple_history")]
    parts = [
        folder for folder in theme.iterdir() if folder.is_dir() and folder.name not in {"contrib", "static"}
    ]
    sentences = in_folders(*parts, *installed, history)
    known = trans_real.translation(language)._catalog
    crispy = {"Add row"}  # a form helper that is not installed
    missing = {each for each in sentences - crispy if each not in known and (each, 0) not in known}
    assert not missing


PAGES = {
    "pt-br": ("19 mudanças esperam ser publicadas", "palavras-chave", "Salvar"),
    "es": ("19 cambios esperan ser publicados", "palabras clave", "Guardar"),
}


@try_each("language", LANGUAGES)
def test_pages_follow_the_browser(language: str, root: Client, acme: SimpleNamespace) -> None:
    waiting, keyword, save = PAGES[language]
    asked = {"Accept-Language": {"pt-br": "pt-BR"}.get(language, language)}
    assert waiting in root.get(reverse("admin:publish"), headers=asked).content.decode()
    form = root.get(reverse("admin:routing_intent_change", args=[acme.intent.pk]), headers=asked)
    assert keyword in form.content.decode().lower() and save in form.content.decode()


@try_each(("language", "domain", "field"), [("pt-br", "domínio", "área"), ("es", "dominio", "área")])
def test_a_domain_of_plans_and_the_field_of_a_profile_are_two_words(
    language: str, domain: str, field: str
) -> None:
    with translation.override(language):
        assert Domain._meta.verbose_name == Goal._meta.get_field("domain").verbose_name == domain
        assert KillSwitch.Kinds.DOMAIN.label == domain
        assert AgentProfile._meta.get_field("domain").verbose_name == field


def test_a_chosen_language_stays(root: Client) -> None:
    home = reverse("admin:index")
    assert 'name="language" type="hidden" value="es"' in root.get(home).content.decode()
    answer = root.post(reverse("set_language"), {"language": "es", "next": home})
    assert answer.url == home
    shown = root.get(home, headers={"Accept-Language": "pt-BR"}).content.decode()
    assert "Iniciar" in shown or "Intenciones" in shown
    assert '<html lang="es"' in shown


def test_errors_speak_the_readers_language_too(root: Client, acme: SimpleNamespace) -> None:
    asked = {"Accept-Language": "pt-BR", "Accept": "text/html"}
    lost = root.get("/nowhere/", headers=asked)
    assert lost.status_code == 404 and "Nada aqui" in lost.content.decode()
    refused = login("viewer", acme.tenant).get(reverse("admin:operations"), headers=asked)
    assert refused.status_code == 403 and "Não permitido" in refused.content.decode()
    with translation.override("es"):
        assert "Algo salió mal" in render_to_string("500.html")


@pytest.mark.django_db
@try_each("wish", ["pt-PT", "pt-PT,pt;q=0.9,en;q=0.8", "pt"])
def test_a_browser_of_portugal_gets_the_portuguese_pages(acme: SimpleNamespace, wish: str) -> None:
    browser = login("admin", acme.tenant)
    page = browser.get(reverse("admin:index"), headers={"accept-language": wish})
    assert '<html lang="pt-br"' in page.text
