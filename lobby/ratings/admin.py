"""What may staff see and do about ratings? They see which matches counted for whom, and may void a match or let it count again."""

from typing import Any

from django.contrib import admin
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from lobby.accounts.models import User
from lobby.accounts.staff import LongList, asks_why, called
from lobby.ratings import oversight
from lobby.ratings.models import Change, RatedMatch


@admin.register(RatedMatch)
class RatedMatchAdmin(LongList):
    """Matches that the rater has examined, newest first. All of them are over."""

    actions = ["take_back", "restore"]
    list_display = ["match", "game", "pace", "verdict", "players", "finished_at", "rated_at"]
    list_filter = ["verdict"]
    ordering = ["-pk"]
    sortable_by = ()
    search_fields = ["match"]
    search_help_text = _("The id of a match, or the whole name of somebody who played in it.")
    readonly_fields = fields = ("match", "game", "pace", "verdict", "players", "finished_at", "rated_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[RatedMatch]:
        """Fetches the related rows that the list shows."""
        changes = Change.objects.select_related("rating__user", "rating__program", "seat").order_by("seat__number")
        return super().get_queryset(request).select_related("match").prefetch_related(Prefetch("changes", changes))

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[RatedMatch], search_term: str) -> Any:
        """Searches for the whole id or the whole name only. A search for parts of words would read every row."""
        if not search_term:
            return queryset, False
        if people := called(search_term):
            return queryset.filter(changes__rating__user__in=people), True
        return queryset.filter(match=search_term), False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Staff void a match with a reason; its rows stay readable."""
        return False

    @admin.display(description=_("what it changed"))
    def players(self, rated: RatedMatch) -> str:
        """Each rated player with the change in points."""
        return ", ".join(
            f"{one.rating.user or one.rating.program or one.rating.bot or '–'} {one.points - one.points_before:+d}"
            for one in rated.changes.all()
        )

    @admin.action(permissions=["change"])
    @asks_why(_("Take back: the match counts for nobody"))
    def take_back(self, request: HttpRequest, rated: RatedMatch, *, staff: User, why: str) -> None:
        """Void a match for the ratings."""
        oversight.void(staff=staff, match_id=rated.match_id, why=why)

    @admin.action(permissions=["change"])
    @asks_why(_("Let it count again"))
    def restore(self, request: HttpRequest, rated: RatedMatch, *, staff: User, why: str) -> None:
        """Let a voided match count again."""
        oversight.restore(staff=staff, match_id=rated.match_id, why=why)
