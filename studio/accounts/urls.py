"""Where the pages about one's own account are. The theme's login finds the first by its name."""

from django.urls import path

from studio.accounts import pages

urlpatterns = [
    path("account/password/", pages.Reset.as_view(), name="admin_password_reset"),
    path("account/password/sent/", pages.ResetSent.as_view(), name="password_reset_done"),
    path("account/password/<uidb64>/<token>/", pages.ResetConfirm.as_view(), name="password_reset_confirm"),
    path("account/password/changed/", pages.ResetComplete.as_view(), name="password_reset_complete"),
    path("account/invitation/<str:token>/", pages.Join.as_view(), name="invitation"),
]
