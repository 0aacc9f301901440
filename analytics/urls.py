"""The addresses of the figures: pages for people, tables for spreadsheets, documents for programs."""

from django.urls import path

from analytics.api import Backends, Conversations, Costs, Delegations, Guardrails, Handoffs, Tools, Turns
from analytics.conversation_pages import list_page, read, take_mark_off
from analytics.downloads import conversations_csv, table_csv
from analytics.pages import index
from analytics.plans import page as plan

urlpatterns = [
    path("analytics/", index, name="analytics"),
    path("analytics/conversations/", list_page, name="analytics-list"),
    path("analytics/conversations.csv", conversations_csv, name="analytics-list-csv"),
    path("analytics/conversations/<str:object_id>/", read, name="analytics-conversation"),
    path("analytics/conversations/<str:object_id>/person/", take_mark_off, name="analytics-person"),
    path("analytics/plans/<str:turn_id>/", plan, name="analytics-plan"),
    path("analytics/<slug:table>.csv", table_csv, name="analytics-csv"),
    path("api/analytics/handoffs", Handoffs.as_view(), name="analytics-handoffs"),
    path("api/analytics/turns", Turns.as_view(), name="analytics-turns"),
    path("api/analytics/tools", Tools.as_view(), name="analytics-tools"),
    path("api/analytics/delegations", Delegations.as_view(), name="analytics-delegations"),
    path("api/analytics/backends", Backends.as_view(), name="analytics-backends"),
    path("api/analytics/costs", Costs.as_view(), name="analytics-costs"),
    path("api/analytics/guardrails", Guardrails.as_view(), name="analytics-guardrails"),
    path("api/analytics/conversations", Conversations.as_view(), name="analytics-conversations"),
]
