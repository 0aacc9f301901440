"""The least that passes a message on: a Django async view with one pool of connections.

`uvicorn benchmarks.bare_proxy:application` with BACKEND; no caller, no decision, no record, no policy.
`POST /gateway/message` is sent to BACKEND as it came, and its answer given back.
"""

import os

import django
import httpx2
from django.conf import settings

settings.configure(SECRET_KEY="bare", ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, INSTALLED_APPS=[])
django.setup()

from django.core.asgi import get_asgi_application  # noqa: E402
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.urls import path  # noqa: E402

backend = httpx2.AsyncClient(base_url=os.environ["BACKEND"], timeout=60, trust_env=False)


async def message(request: HttpRequest) -> HttpResponse:
    headers = {"content-type": "application/json"}
    answer = await backend.post(request.path, content=request.body, headers=headers)
    return HttpResponse(answer.content, status=answer.status_code, content_type="application/json")


async def health(_request: HttpRequest) -> HttpResponse:
    return HttpResponse()


urlpatterns = [path("gateway/message", message), path("healthz", health)]
application = get_asgi_application()
