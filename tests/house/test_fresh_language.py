"""A test begins in the installation's language, whatever page the one before it read."""

from django.conf import settings
from django.test import Client
from django.utils.translation import get_language


def test_a_page_read_in_another_language_leaves_it_active(db: None) -> None:
    Client().get("/studio/login/", headers={"accept-language": "es"})
    assert get_language() == "es"


def test_the_next_test_begins_in_the_installations() -> None:
    assert get_language() == settings.LANGUAGE_CODE
