"""The addresses of the figures: a page for people, a document for programs."""

from django.urls import path

from analytics.api import Handoffs
from analytics.pages import index

urlpatterns = [
    path("analytics/", index, name="analytics"),
    path("api/analytics/handoffs", Handoffs.as_view(), name="analytics-handoffs"),
]
