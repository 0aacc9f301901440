"""The schema and its reader: for everybody in the demo, elsewhere for people who are logged in."""

from threading import Lock
from typing import Any

from csp.constants import UNSAFE_INLINE
from csp.decorators import csp_update
from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import method_decorator
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from routing.api import problems
from tenancy.errors import Unauthenticated

_one_by_one = Lock()


def _may(request: HttpRequest) -> bool:
    return bool(settings.DEMO) or request.user.is_authenticated


class SchemaPage(SpectacularAPIView):
    """OpenAPI 3 of all doors."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not _may(request):
            return problems.answer(Unauthenticated(), request)
        # The generator loads its extensions on the way: two first requests at once trip over each other.
        with _one_by_one:
            return super().dispatch(request, *args, **kwargs)


# Its template has one inline style; scripts stay the page's own.
@method_decorator(csp_update({"style-src": [UNSAFE_INLINE]}), name="dispatch")
class DocsPage(SpectacularSwaggerSplitView):
    """Swagger UI, served from the package and without an inline script: the page's policy allows none."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not _may(request):
            return redirect_to_login(request.get_full_path())
        return super().dispatch(request, *args, **kwargs)
