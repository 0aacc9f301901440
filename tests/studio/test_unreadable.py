"""What is typed into a form and cannot be read is shown again beside its error, whatever it is."""

import re

import pytest
from django.test import Client

from tests.hostile.attacks import VALUES
from tests.studio.conftest import root  # noqa: F401  (a fixture)

FIELD = re.compile(rb'<(?:input|select|textarea)[^>]*?\bname="([^"]+)"')


@pytest.mark.django_db
def test_it_is_refused_in_words(root: Client) -> None:
    for path in ("/admin/agents/llmprofile/add/", "/admin/agents/mcpserver/add/"):
        names = [name.decode() for name in dict.fromkeys(FIELD.findall(root.get(path).content))]
        for value in ("deep", "a template"):
            sent = {name: VALUES[value].decode() for name in names if not name.startswith(("_", "csrf"))}
            got = root.post(path, sent)
            assert got.status_code == 200 and got.context["errors"], (path, value)
