"""What may staff look at and mend of matches? No seed, no state, no orders: staff may play too."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from lobby.accounts import sanctions
from lobby.accounts.models import User
from lobby.accounts.staff import Audited, Discreet, asks_why
from lobby.matches import chat, faults, oversight, seating
from lobby.matches.errors import ServiceError
from lobby.matches.models import ChatLine, Match, Seat


class SeatInline(admin.TabularInline):
    """Who sits where."""

    model = Seat
    extra = 0
    can_delete = False
    fields = readonly_fields = ("number", "user", "bot", "missed", "autopilot", "resigned", "place")

    def has_add_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        return False


@admin.register(Match)
class MatchAdmin(Discreet, Audited):
    """Tables and matches; only the service changes what decides them."""

    actions = ["resume", "abort"]
    list_display = ["id", "game", "status", "host", "visibility", "clock", "step", "deadline", "created_at"]
    list_filter = ["game", "status", "visibility", "clock"]
    search_fields = ["id", "host__name", "host__username"]
    date_hierarchy = "created_at"
    inlines = [SeatInline]
    readonly_fields = (
        *("id", "game", "rules_version", "status", "host", "clock", "step_seconds", "bank_seconds"),
        *("spectator_delay", "press", "anonymous", "step", "deadline", "paused_at", "why_paused", "created_at"),
        *("started_at", "finished_at"),
    )
    fields = (*readonly_fields, "visibility")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        """Not one that goes on and in which somebody plays who looks; `oversight` refuses them the actions."""
        return super().has_change_permission(request, obj) and not _plays(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A match that cannot go on is aborted; others played it too."""
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """Not those that hide who plays while somebody sits there who looks: the host would be named, or could be searched for."""
        hidden = Q(anonymous=True, status__in=seating.GOES_ON)
        return super().get_queryset(request).exclude(hidden & Exists(_own_seats(request, OuterRef("pk"))))

    def get_inlines(self, request: HttpRequest, obj: Match | None = None) -> Any:
        """Not how the seats do, for somebody who sits there: who has missed a step, or given up, is told by the step."""
        return [] if _plays(request, obj) else self.inlines

    def get_fields(self, request: HttpRequest, obj: Match | None = None) -> Any:
        """Nor why the match stands still: even the kind of fault may tell of what only one seat knows."""
        return [name for name in self.fields if name != "why_paused" or not _plays(request, obj)]

    @admin.display(description=_("fault"))
    def why_paused(self, match: Match) -> str:
        """The kind of fault; of a match that is over everything."""
        return faults.shown(match)

    @admin.action(permissions=["change"])
    @asks_why(_("Resume: the cause of the pause is fixed"))
    def resume(self, request: HttpRequest, match: Match, *, staff: User, why: str) -> None:
        """End the pause of a match that a fault has stopped."""
        _serve(oversight.resume, staff=staff, match_id=match.pk, why=why)

    @admin.action(permissions=["change"])
    @asks_why(_("Abort: the match cannot go on"))
    def abort(self, request: HttpRequest, match: Match, *, staff: User, why: str) -> None:
        """End a match that cannot go on."""
        _serve(oversight.void, staff=staff, match_id=match.pk, why=why)


def _serve(service: Any, **arguments: Any) -> None:
    try:
        service(**arguments)
    except ServiceError as error:
        raise ValidationError(error.message) from error


def _own_seats(request: HttpRequest, match: Any) -> QuerySet[Seat]:
    return Seat.objects.filter(match=match, user=request.user.pk)


def _plays(request: HttpRequest, match: Match | None) -> bool:
    """Does somebody look who sits in that match, while it goes on?"""
    return match is not None and match.status in seating.GOES_ON and _own_seats(request, match).exists()


@admin.register(ChatLine)
class ChatLineAdmin(admin.ModelAdmin):
    """What was said, to remove what should not have been. Of a match that goes on no private channel, and to whoever sits in it nothing:
    lines have names, where the table hides them, and spectators talk of what players must not know.
    """

    actions = ["take_back"]
    list_display = ["created_at", "match", "room", "members", "name", "text"]
    list_filter = ["room"]
    search_fields = ["name", "text", "match__id"]
    readonly_fields = ["match", "room", "members", "number", "user", "name", "seat", "step", "text", "created_at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[ChatLine]:
        """What may be read, and has not been removed."""
        lines = super().get_queryset(request).exclude(text="")
        plays = Q(match__status__in=seating.GOES_ON) & Exists(_own_seats(request, OuterRef("match")))
        return lines.exclude(plays).exclude(~Q(members=""), match__status__in=seating.GOES_ON)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Lines are taken back with a reason; their numbers stay."""
        return False

    @admin.action(permissions=["change"])
    @asks_why(_("Remove: nobody can read it any more"))
    def take_back(self, request: HttpRequest, line: ChatLine, *, staff: User, why: str) -> None:
        """Remove a line."""
        chat.remove(ChatLine.objects.filter(pk=line.pk))
        sanctions.log_act(staff=staff, act="take back line", person=line.user, subject=line, why=why)
