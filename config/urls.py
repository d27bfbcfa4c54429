"""The roots of all addresses."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path(settings.ADMIN_PATH, admin.site.urls),
    path("api/", include("lobby.api.urls")),
    path("", include("lobby.urls")),
    path("accounts/", include("allauth.urls")),
]

handler400 = "lobby.api.errors.bad_request"
handler500 = "lobby.operations.away.server_error"
