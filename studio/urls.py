"""The Studio's addresses.

Below `/admin/` for who is logged in, below `/account/` for who is not yet, below `/api/` for programs.
"""

from django.urls import include, path

from studio.site import site

urlpatterns = [
    path("admin/", site.urls),
    path("", include("studio.accounts.urls")),
    path("", include("studio.api.urls")),
]
