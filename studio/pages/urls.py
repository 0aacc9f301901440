"""Pages outside the admin."""

from django.urls import path

from studio.pages.chat import ChatPage

urlpatterns = [path("", ChatPage.as_view(), name="chat")]
