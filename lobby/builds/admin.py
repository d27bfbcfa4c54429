"""What may staff do about maps that people share? Admit one to rated tables or keep it from them, take it off the gallery, with a reason.

Only what is shared is listed: what people keep for themselves is theirs.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from lobby.accounts.models import User
from lobby.accounts.staff import Discreet, LongList, asks_why
from lobby.builds import admission, gallery, services
from lobby.builds.models import Build
from lobby.matches.errors import ServiceError


@admin.register(Build)
class BuildAdmin(LongList, Discreet):
    """What is shared, newest first."""

    actions = ["admit", "refuse", "take_off"]
    list_display = ["name", "game", "owner", "rated", "in_gallery", "page", "updated_at"]
    list_filter = ["game"]
    ordering = ["-pk"]
    sortable_by = ()
    search_fields = ["name", "code"]
    list_select_related = ["owner"]
    fields = readonly_fields = ("name", "game", "owner", "code", "rated", "page", "created_at", "updated_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Build]:
        """Only what is shared."""
        return super().get_queryset(request).exclude(code="")

    @admin.display(description=_("Rated tables take it"), boolean=True)
    def rated(self, build: Build) -> bool | None:
        """None for what is no map."""
        if admission.workshop_of_maps(build.game) is None:
            return None
        return admission.is_admitted(build.game, build.content)

    @admin.display(description=_("In the gallery"), boolean=True)
    def in_gallery(self, build: Build) -> bool:
        """Whether everybody finds it."""
        return gallery.is_shown(build)

    @admin.display(description=_("Page"))
    def page(self, build: Build) -> SafeString:
        """The way to what people see."""
        return format_html('<a href="{}">{}</a>', services.address(build), gettext("Open"))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """People remove what they have made themselves."""
        return False

    @admin.action(permissions=["change"])
    @asks_why(_("Admit to rated tables: the starts are equally good"))
    def admit(self, request: HttpRequest, build: Build, *, staff: User, why: str) -> None:
        """Admit maps."""
        _decide(staff, build, why, is_admitted=True)

    @admin.action(permissions=["change"])
    @asks_why(_("Keep from rated tables"))
    def refuse(self, request: HttpRequest, build: Build, *, staff: User, why: str) -> None:
        """Refuse maps."""
        _decide(staff, build, why, is_admitted=False)

    @admin.action(permissions=["change"])
    @asks_why(_("Take off the gallery for good"))
    def take_off(self, request: HttpRequest, build: Build, *, staff: User, why: str) -> None:
        """Take maps off the gallery."""
        try:
            gallery.take_off(staff=staff, build=build, why=why)
        except ServiceError as error:
            raise ValidationError(error.message) from error


def _decide(staff: User, build: Build, why: str, *, is_admitted: bool) -> None:
    try:
        admission.decide(staff=staff, build=build, is_admitted=is_admitted, why=why)
    except ServiceError as error:
        raise ValidationError(error.message) from error
