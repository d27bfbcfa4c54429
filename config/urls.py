"""The roots of all addresses."""

from typing import Any

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

_pages: list[Any] = [
    path(settings.ADMIN_PATH, admin.site.urls),
    path("api/", include("lobby.api.urls")),
    path("", include("lobby.urls")),
    path("accounts/", include("allauth.urls")),
]
urlpatterns = _pages if settings.ROOT == "/" else [path(settings.ROOT[1:], include(_pages))]

handler400 = "lobby.api.errors.bad_request"
handler500 = "lobby.operations.outage.server_error"
