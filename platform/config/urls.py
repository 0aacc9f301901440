"""All routes: the doors, the chat page, analytics, the Studio."""

from django.urls import include, path

handler400 = "routing.api.problems.bad_request"
handler403 = "routing.api.problems.permission_denied"
handler404 = "routing.api.problems.page_not_found"
handler500 = "routing.api.problems.server_error"

urlpatterns = [
    path("", include("routing.api.urls")),
    path("", include("analytics.urls")),
    path("", include("studio.urls")),
    path("", include("studio.pages.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
]
