"""The least that does the same: a Django async view that knows its caller, asks the model and stores two
rows.

`uvicorn benchmarks.bare_view:application` with DATABASE_URL and OPENAI_BASE_URL; no release, no routing,
no rails, no order, no events. `POST /message {"text": ...}` answers as JSON, `POST /stream` chunk by chunk.
"""

import hashlib
import json
import os
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlsplit

import django
from django.conf import settings

_database = urlsplit(os.environ["DATABASE_URL"])
settings.configure(
    SECRET_KEY="bare",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    INSTALLED_APPS=[],
    USE_TZ=True,
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": _database.path.lstrip("/"),
            "HOST": _database.hostname,
            "PORT": _database.port,
            "USER": _database.username,
            "PASSWORD": _database.password or "",
            "OPTIONS": {"pool": True},
        }
    },
)
django.setup()

from django.core.asgi import get_asgi_application  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.http import HttpRequest, JsonResponse, StreamingHttpResponse  # noqa: E402
from django.urls import path  # noqa: E402
from openai import AsyncOpenAI  # noqa: E402

model = AsyncOpenAI(base_url=os.environ["OPENAI_BASE_URL"], api_key="none", max_retries=0)


KEY = "bench-key"


class Key(models.Model):
    """Who may ask, by the digest of a key."""

    digest = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=64)

    class Meta:
        app_label = "bare"

    def __str__(self) -> str:
        return self.name


class Message(models.Model):
    """One of the two rows."""

    role = models.CharField(max_length=8)
    text = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "bare"

    def __str__(self) -> str:
        return self.text


async def _pieces(text: str) -> AsyncIterator[str]:
    messages: list[Any] = [
        {"role": "system", "content": "You answer."},
        {"role": "user", "content": text},
    ]
    chunks = await model.chat.completions.create(
        model=os.environ.get("MODEL", "slow"), messages=messages, stream=True
    )
    async for chunk in chunks:
        if chunk.choices and chunk.choices[0].delta.content:
            yield chunk.choices[0].delta.content


async def message(request: HttpRequest) -> JsonResponse:
    """Looks up the key, stores what was asked, asks, stores the answer."""
    key = request.headers.get("authorization", "").removeprefix("Bearer ")
    if not await Key.objects.filter(digest=hashlib.sha256(key.encode()).hexdigest()).aexists():
        return JsonResponse({"error": "unknown key"}, status=401)
    text = json.loads(request.body)["text"]
    await Message.objects.acreate(role="user", text=text)
    answer = "".join([piece async for piece in _pieces(text)])
    await Message.objects.acreate(role="agent", text=answer)
    return JsonResponse({"answer": answer})


async def stream(request: HttpRequest) -> StreamingHttpResponse:
    """The same chunk by chunk."""
    text = json.loads(request.body)["text"]

    async def events() -> AsyncIterator[str]:
        async for piece in _pieces(text):
            yield f"data: {json.dumps({'text': piece})}\n\n"

    return StreamingHttpResponse(events(), content_type="text/event-stream")


async def health(_request: HttpRequest) -> JsonResponse:
    return JsonResponse({})


urlpatterns = [path("message", message), path("stream", stream), path("healthz", health)]
application = get_asgi_application()


def prepare() -> None:
    """Makes the tables; before the server starts, in a process of its own."""
    with connection.schema_editor() as editor:
        editor.create_model(Message)
        editor.create_model(Key)
    Key.objects.create(name="bench", digest=hashlib.sha256(KEY.encode()).hexdigest())


if __name__ == "__main__":
    prepare()
