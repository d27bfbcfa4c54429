"""What may staff look at and mend? People and matches. No seed, no state, no orders: staff may play too."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from lobby.accounts.models import User
from lobby.matches import chat, services
from lobby.matches.errors import ServiceError
from lobby.matches.models import ChatLine, Match, Seat


@admin.register(User)
class PersonAdmin(UserAdmin):
    """People."""

    list_display = ["username", "name", "email", "is_guest", "is_staff", "last_login"]
    list_filter = ["is_guest", "is_staff", "is_active"]
    search_fields = ["username", "name", "email"]
    fieldsets = [*(UserAdmin.fieldsets or ()), (_("Site"), {"fields": ["name", "is_guest", "language"]})]


class SeatInline(admin.TabularInline):
    """Who sits where."""

    model = Seat
    extra = 0
    can_delete = False
    fields = readonly_fields = ("number", "user", "bot", "missed", "autopilot", "resigned", "place")

    def has_add_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        return False


@admin.register(Match)
class MatchAdmin(admin.ModelAdmin):
    """Tables and matches; only the service changes what decides them."""

    actions = ["resume", "abort"]
    list_display = ["id", "game", "status", "host", "visibility", "clock", "step", "deadline", "created_at"]
    list_filter = ["game", "status", "visibility", "clock"]
    search_fields = ["id", "host__name", "host__username"]
    date_hierarchy = "created_at"
    inlines = [SeatInline]
    readonly_fields = (
        *("id", "game", "rules_version", "status", "host", "clock", "step_seconds", "bank_seconds"),
        *(
            "spectator_delay",
            "press",
            "anonymous",
            "step",
            "deadline",
            "paused_at",
            "fault",
            "created_at",
            "started_at",
            "finished_at",
        ),
    )
    fields = (*readonly_fields, "visibility")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Only by what the list shows: a seed could else be guessed letter by letter."""
        shown = lookup.split("__")[0] in self.list_display
        return shown and super().lookup_allowed(lookup, value, request)

    @admin.action(permissions=["change"])
    def resume(self, request: HttpRequest, chosen: QuerySet[Match]) -> None:
        """End the pause of matches that a fault has stopped, when its cause is mended."""
        self._serve(request, chosen, services.staff_resume)

    @admin.action(permissions=["change"])
    def abort(self, request: HttpRequest, chosen: QuerySet[Match]) -> None:
        """End matches that cannot go on."""
        self._serve(request, chosen, services.staff_abort)

    def _serve(self, request: HttpRequest, chosen: QuerySet[Match], service: Callable[..., Any]) -> None:
        for match_id in chosen.values_list("pk", flat=True):
            try:
                service(match_id=match_id)
            except ServiceError as error:
                self.message_user(request, f"{match_id}: {error.message}", messages.ERROR)
            else:
                self.message_user(request, match_id, messages.SUCCESS)


@admin.register(ChatLine)
class ChatLineAdmin(admin.ModelAdmin):
    """What was said, to remove what should not have been. Of a match that goes on no private channel: staff may play too."""

    list_display = ["created_at", "match", "room", "members", "name", "text"]
    list_filter = ["room"]
    search_fields = ["name", "text", "match__id"]
    readonly_fields = ["match", "room", "members", "number", "user", "name", "seat", "step", "text", "created_at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[ChatLine]:
        """What may be read, and has not been removed."""
        lines = super().get_queryset(request).exclude(text="")
        return lines.filter(Q(members="") | Q(match__status__in=[Match.Status.FINISHED, Match.Status.ABORTED]))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def delete_model(self, request: HttpRequest, obj: ChatLine) -> None:
        chat.remove(ChatLine.objects.filter(pk=obj.pk))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[ChatLine]) -> None:
        chat.remove(queryset)
