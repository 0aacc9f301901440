"""A test begins in the installation's language, whatever page the one before it read."""

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import get_language


@pytest.mark.parametrize("time", [1, 2])
def test_a_test_begins_in_the_installations_language(db: None, time: int) -> None:
    assert get_language() == settings.LANGUAGE_CODE
    Client().get("/studio/login/", headers={"accept-language": "es"})
    assert get_language() == "es"  # what the second must not find
