"""What may staff look at and mend of matches? No seed, no state, no orders: staff may play too."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games
from lobby.accounts import sanctions
from lobby.accounts.models import User
from lobby.accounts.staff import Audited, Discreet, LongList, asks_why
from lobby.matches import chat, faults, oversight, seating
from lobby.matches.errors import ServiceError
from lobby.matches.models import ChatLine, Match, Seat
from lobby.paging import MOST


class SeatInline(admin.TabularInline):
    """Who sits where."""

    model = Seat
    extra = 0
    can_delete = False
    fields = readonly_fields = ("number", "user", "bot", "missed", "autopilot", "resigned", "place")

    def has_add_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        return False


class GameFilter(admin.SimpleListFilter):
    """By game; which there are, the site knows without the table."""

    title = _("game")
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(game.id, gettext(game.name)) for game in games.all_games()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Match]) -> QuerySet[Match]:
        return queryset.filter(game=self.value()) if self.value() else queryset


@admin.register(Match)
class MatchAdmin(LongList, Discreet, Audited):
    """Tables and matches; only the service changes what decides them."""

    actions = ["resume", "abort"]
    list_display = ["id", "game", "status", "host", "visibility", "clock", "step", "deadline", "created_at"]
    list_filter = [GameFilter, "status", "visibility", "clock", "created_at"]
    ordering = ["-created_at", "-id"]
    sortable_by = ["created_at"]
    search_fields = ["id"]
    search_help_text = _("The id of a match, or the whole name of its host.")
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

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Match], search_term: str) -> Any:
        """By the whole id or the host's whole name: parts of words would be looked for in every row."""
        if not search_term:
            return queryset, False
        return queryset.filter(Q(pk=search_term) | Q(host__in=_called(search_term))), False

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


def _called(name: str) -> list[int]:
    """People of that name, or that login."""
    found = User.objects.filter(Q(name_key=name.casefold()) | Q(username=name))
    return list(found.values_list("pk", flat=True)[:MOST])


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
class ChatLineAdmin(LongList):
    """What was said, to remove what should not have been. Of a match that goes on no private channel, and to whoever sits in it nothing:
    lines have names, where the table hides them, and spectators talk of what players must not know.
    """

    actions = ["take_back"]
    list_display = ["created_at", "match", "room", "members", "name", "text"]
    list_filter = ["room"]
    ordering = ["-pk"]
    sortable_by = ()
    search_fields = ["text"]
    search_help_text = _("The id of a match, the whole name of whoever wrote, or words of the newest lines.")
    readonly_fields = ["match", "room", "members", "number", "user", "name", "seat", "step", "text", "created_at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[ChatLine]:
        """What may be read, and has not been removed."""
        lines = super().get_queryset(request).exclude(text="")
        # The few matches that go on are found once, and no line is looked at for its match.
        going = Match.objects.filter(status__in=seating.GOES_ON)
        plays = going.filter(seats__user=request.user.pk).values("pk")
        return lines.exclude(match__in=plays).exclude(~Q(members=""), match__in=going.values("pk"))

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[ChatLine], search_term: str) -> Any:
        """Words are looked for in as many lines as the list can show; match and writer in all."""
        if not search_term:
            return queryset, False
        newest = ChatLine.objects.order_by("-pk").values("pk")[:MOST]
        wanted = Q(match=search_term) | Q(user__in=_called(search_term)) | Q(pk__in=newest, text__icontains=search_term)
        return queryset.filter(wanted), False

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
