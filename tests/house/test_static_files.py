"""Static files under ASGI: whole, with their headers, and without a warning at each request."""

import warnings
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.test import RequestFactory

from config.middleware import StaticFiles


async def nothing(request):
    return HttpResponse("not a file", status=404)


def read(name):
    return Path(finders.find(name)).read_bytes()


@pytest.mark.parametrize("name", ["chat/answer.js", "chat/chat.css"])
async def test_a_file_is_sent_whole_and_silently(name, settings):
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = True
    served, content = StaticFiles(nothing), read(name)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        response = await served(RequestFactory().get(f"/static/{name}"))
    assert not response.streaming
    assert response.content == content
    assert int(response["Content-Length"]) == len(content)
    assert response["Content-Type"].startswith(("text/javascript", "text/css"))
    seen = RequestFactory().get(f"/static/{name}", headers={"If-Modified-Since": response["Last-Modified"]})
    again = await served(seen)
    assert (again.status_code, again.content) == (304, b"")
    part = await served(RequestFactory().get(f"/static/{name}", headers={"Range": "bytes=0-9"}))
    assert (part.status_code, part.content) == (206, content[:10])
