"""What does the admin show of matches and chat, and what may staff change there? No seed, state or orders: staff may also play."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games
from lobby.accounts import persons, sanctions
from lobby.accounts.models import User
from lobby.accounts.staff import Audited, Discreet, LongList, asks_why, called
from lobby.fog import faults
from lobby.governance import oversight
from lobby.matches.errors import ServiceError
from lobby.matches.models import GOES_ON, ChatLine, Match, Seat
from lobby.platform.http.paging import MOST
from lobby.talk import chat


class SeatInline(admin.TabularInline):
    """The players, by seat."""

    model = Seat
    extra = 0
    can_delete = False
    fields = readonly_fields = ("number", "user", "bot", "missed", "autopilot", "resigned", "place")

    def has_add_permission(self, request: HttpRequest, obj: Match | None = None) -> bool:
        return False


class GameFilter(admin.SimpleListFilter):
    """Filter by game. The list of games comes from the code, not from a query of the table."""

    title = _("game")
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(game.id, gettext(game.name)) for game in games.all_games()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Match]) -> QuerySet[Match]:
        return queryset.filter(game=self.value()) if self.value() else queryset


@admin.register(Match)
class MatchAdmin(LongList, Discreet, Audited):
    """Tables and matches. Only the services change what affects the result."""

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
        """Hides running matches in which the viewer plays; `oversight` refuses them the actions."""
        return super().has_change_permission(request, obj) and not _plays(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never: other people played the match too. One that cannot continue is aborted."""
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """Excludes anonymous matches in which the viewer plays: the host would be named, or could be found by a search."""
        hidden = Q(anonymous=True, status__in=GOES_ON)
        return super().get_queryset(request).exclude(hidden & Exists(_own_seats(request, OuterRef("pk"))))

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Match], search_term: str) -> Any:
        """Search by whole id or whole name of the host: a search for parts would read every row."""
        if not search_term:
            return queryset, False
        return queryset.filter(Q(pk=search_term) | Q(host__in=called(search_term))), False

    def get_inlines(self, request: HttpRequest, obj: Match | None = None) -> Any:
        """Without the state of the seats, if the viewer plays: the step alone tells who has missed a deadline or resigned."""
        return [] if _plays(request, obj) else self.inlines

    def get_fields(self, request: HttpRequest, obj: Match | None = None) -> Any:
        """Without the fault, if the viewer plays: even its type may reveal what only one seat knows."""
        return [name for name in self.fields if name != "why_paused" or not _plays(request, obj)]

    @admin.display(description=_("fault"))
    def why_paused(self, match: Match) -> str:
        """The type of the fault; the full text once the match is over."""
        return faults.shown(match)

    @admin.action(permissions=["change"])
    @asks_why(_("Resume: the cause of the pause is fixed"))
    def resume(self, request: HttpRequest, match: Match, *, staff: User, why: str) -> None:
        """Resume matches that a fault has stopped."""
        _serve(oversight.resume, staff=staff, match_id=match.pk, why=why)

    @admin.action(permissions=["change"])
    @asks_why(_("Abort: the match cannot go on"))
    def abort(self, request: HttpRequest, match: Match, *, staff: User, why: str) -> None:
        """Abort matches that cannot continue."""
        _serve(oversight.void, staff=staff, match_id=match.pk, why=why)


def _serve(service: Any, **arguments: Any) -> None:
    try:
        service(**arguments)
    except ServiceError as error:
        raise ValidationError(error.message) from error


def _own_seats(request: HttpRequest, match: Any) -> QuerySet[Seat]:
    return Seat.objects.filter(_of_viewer(request), match=match)


def _of_viewer(request: HttpRequest) -> Q:
    """Condition for seats where the viewer plays, with any account, or a program of theirs."""
    assert isinstance(request.user, User)
    return persons.playing(request.user)


def _plays(request: HttpRequest, match: Match | None) -> bool:
    """True if the viewer, with any account, or a program of theirs plays in this match and it is not over."""
    return match is not None and match.status in GOES_ON and _own_seats(request, match).exists()


@admin.register(ChatLine)
class ChatLineAdmin(LongList):
    """Chat lines, so that staff can remove abuse. For running matches without private channels, and without any line for viewers who play:
    lines show names that an anonymous table hides, and spectators discuss what players must not know.
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
        """The text, unless the viewer may not read it or it was removed."""
        lines = super().get_queryset(request).exclude(text="")
        # One query for the few running matches, instead of a join for every line.
        going = Match.objects.filter(status__in=GOES_ON)
        plays = Seat.objects.filter(_of_viewer(request), match__status__in=GOES_ON).values("match")
        return lines.exclude(match__in=plays).exclude(~Q(members=""), match__in=going.values("pk"))

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[ChatLine], search_term: str) -> Any:
        """Words are searched in as many lines as the list can show; match and author in all lines."""
        if not search_term:
            return queryset, False
        newest = ChatLine.objects.order_by("-pk").values("pk")[:MOST]
        wanted = Q(match=search_term) | Q(user__in=called(search_term)) | Q(pk__in=newest, text__icontains=search_term)
        return queryset.filter(wanted), False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Lines are removed with a reason; their numbers remain."""
        return False

    @admin.action(permissions=["change"])
    @asks_why(_("Remove: nobody can read it any more"))
    def take_back(self, request: HttpRequest, line: ChatLine, *, staff: User, why: str) -> None:
        """Remove a line."""
        chat.remove(ChatLine.objects.filter(pk=line.pk))
        sanctions.log_act(staff=staff, act="take back line", person=line.user, subject=line, why=why)
