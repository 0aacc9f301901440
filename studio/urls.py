"""The Studio's addresses: everything is below `/admin/`."""

from django.urls import path

from studio.site import site

urlpatterns = [path("admin/", site.urls)]
