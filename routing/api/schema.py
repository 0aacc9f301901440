"""The schema and its reader: for everybody in the demo, elsewhere for people who are logged in; the schema
for whoever sends a valid key or session token too.

Both are made once a process and language (the schema is 80 ms of work) and say by an ETag that they are as
before.
"""

from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from threading import Lock
from typing import NamedTuple

from csp.constants import UNSAFE_INLINE
from csp.decorators import csp_update
from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.decorators import method_decorator
from django.views import View
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer

from routing.api import problems
from tenancy.authenticate import RawCredentials, authenticate
from tenancy.errors import Unauthenticated

FORMS = {"yaml": (OpenApiYamlRenderer, "application/vnd.oai.openapi"),
         "json": (OpenApiJsonRenderer, "application/vnd.oai.openapi+json")}  # fmt: skip
_one_by_one = Lock()


class Made(NamedTuple):
    """A document that is sent as it is."""

    content: bytes
    kind: str
    etag: str


def _make(content: bytes, kind: str) -> Made:
    return Made(content, kind, f'"{sha256(content).hexdigest()[:32]}"')


def document(form: str) -> Made:
    """The schema in the language that is active."""
    # The generator loads its extensions on the way: two first requests at once trip over each other.
    with _one_by_one:
        return _document(form, translation.get_language() or settings.LANGUAGE_CODE)


@lru_cache(maxsize=2 * len(settings.LANGUAGES))
def _document(form: str, language: str) -> Made:
    renderer, kind = FORMS[form]
    with translation.override(language):
        whole = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
        written = renderer().render(whole, renderer_context={})
        return _make(written if isinstance(written, bytes) else written.encode(), f"{kind}; charset=utf-8")


def may_read(request: HttpRequest) -> bool:
    """Everybody in the demo, elsewhere people who are logged in."""
    return bool(settings.DEMO) or request.user.is_authenticated


def _admit(request: HttpRequest) -> None:
    """Lets programs with a valid key or token read it too. Raises Unauthenticated."""
    if "authorization" in request.headers:
        authenticate(RawCredentials.of(request))
    elif not may_read(request):
        raise Unauthenticated


def _send(request: HttpRequest, made: Made) -> HttpResponseBase:
    headers = {"ETag": made.etag, "Cache-Control": "private, no-cache"}
    response = HttpResponse(made.content, content_type=made.kind, headers=headers)
    patch_vary_headers(response, ("Accept", "Accept-Language", "Authorization", "Cookie"))
    return get_conditional_response(request, made.etag, None, response) or response


class SchemaPage(View):
    """OpenAPI 3 of all doors: YAML, or JSON with `?format=json` or `Accept: application/json`."""

    http_method_names = ["get", "head", "options"]

    def get(self, request: HttpRequest) -> HttpResponseBase:
        """The document, or 304 for whoever has it."""
        try:
            _admit(request)
        except Unauthenticated as refused:
            return problems.answer(refused, request)
        wanted = request.GET.get("format") or (
            "json" if "json" in request.headers.get("Accept", "") else "yaml"
        )
        return _send(request, document("json" if wanted == "json" else "yaml"))

    def http_method_not_allowed(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        return problems.answer(problems.wrong_method("GET, HEAD, OPTIONS"), request)


# Its template has one inline style; scripts stay the page's own.
@method_decorator(csp_update({"style-src": [UNSAFE_INLINE]}), name="dispatch")
class DocsPage(View):
    """Swagger UI, served from the package and without an inline script: the page's policy allows none."""

    http_method_names = ["get", "head", "options"]

    def get(self, request: HttpRequest) -> HttpResponseBase:
        """The page, or with `?script=` what starts it."""
        if not may_read(request):
            return redirect_to_login(request.get_full_path())
        make: Callable[[], Made] = _render_script if "script" in request.GET else _render_page
        return _send(request, make())


@lru_cache(maxsize=1)
def _render_page() -> Made:
    folder = "drf_spectacular_sidecar/swagger-ui-dist"
    shown = {
        "title": "Switchboard",
        "favicon_href": static(f"{folder}/favicon-32x32.png"),
        "swagger_ui_css": static(f"{folder}/swagger-ui.css"),
        "swagger_ui_bundle": static(f"{folder}/swagger-ui-bundle.js"),
        "swagger_ui_standalone": static(f"{folder}/swagger-ui-standalone-preset.js"),
        "script_url": f"{reverse('docs')}?script=",
    }
    return _make(
        render_to_string("drf_spectacular/swagger_ui.html", shown).encode(), "text/html; charset=utf-8"
    )


@lru_cache(maxsize=1)
def _render_script() -> Made:
    # Doors read no cookie, so there is no token against forgery to send; no validator of another house.
    shown = {
        "schema_url": f"{reverse('schema')}?format=json",
        "settings": '{"deepLinking": true, "validatorUrl": null}',
        "schema_auth_names": "[]",
        "csrf_header_name": "X-CSRFToken",
    }
    made = render_to_string("drf_spectacular/swagger_ui.js", shown)
    return _make(made.encode(), "application/javascript; charset=utf-8")
