"""What may staff see and do about ratings? They see which matches counted for whom, and may void a match or let it count again. They see which
people meet in a way that somebody should look at, and the evidence."""

from typing import Any

from django.contrib import admin
from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games
from lobby.accounts import persons
from lobby.accounts.models import User
from lobby.accounts.staff import Discreet, LongList, asks_why, called
from lobby.ratings import oversight, pairs
from lobby.ratings.models import Change, Pair, RatedMatch


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


@admin.register(Pair)
class PairAdmin(LongList, Discreet):
    """People who meet unusually often, give up to each other early, or share devices and addresses; the most unusual first.

    The list is evidence, no judgement: nothing happens to anybody by it. Whoever may view it sees no pair of their own.
    """

    list_display = ["pair", "strength", "met", "gave_up", "gained", "devices", "addresses", "computed_at"]
    ordering = ["-strength", "pk"]
    sortable_by = ()
    list_select_related = ["one", "other"]
    search_fields = ["one"]
    search_help_text = _("The whole name of one of the two.")
    readonly_fields = fields = (
        *("pair", "strength", "met", "gave_up", "gained", "devices", "addresses", "computed_at"),
        "matches",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Pair]:
        """Without those of which this member of staff is one."""
        assert isinstance(request.user, User)
        return super().get_queryset(request).exclude(persons.of(request.user, "one", "other"))

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Pair], search_term: str) -> Any:
        """Searches for the person behind a whole name."""
        if not search_term:
            return queryset, False
        people = set(persons.persons_of(called(search_term)).values())
        return queryset.filter(Q(one__in=people) | Q(other__in=people)), False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The list is made anew every hour; nobody takes somebody off it."""
        return False

    @admin.display(description=_("people"))
    def pair(self, pair: Pair) -> SafeString:
        """Both names, with marks around each, because they may be written from the right."""
        return format_html("<bdi>{}</bdi> – <bdi>{}</bdi>", pair.one, pair.other)

    @admin.display(description=_("meetings (expected)"))
    def met(self, pair: Pair) -> str:
        """How often they met, and how often they would have by lot."""
        return f"{pair.meetings} ({pair.expected:.1f})"

    @admin.display(description=_("gave up early"))
    def gave_up(self, pair: Pair) -> str:
        """How often each gave up early."""
        return f"{pair.one_gave_up} : {pair.other_gave_up}"

    @admin.display(description=_("points gained"))
    def gained(self, pair: Pair) -> str:
        """The change of points of each."""
        return f"{pair.one_gained:+d} : {pair.other_gained:+d}"

    @admin.display(description=_("newest matches"))
    def matches(self, pair: Pair) -> SafeString | str:
        """Each with a link to its replay and to the place where it can be taken back."""
        voids = reverse("admin:lobby_ratedmatch_changelist")
        rows = (
            (
                reverse("replay", args=[one.match]),
                one.match,
                gettext(games.get(one.game).name) if one.game in games.GAMES else one.game,
                date_format(localtime(one.at), "SHORT_DATETIME_FORMAT"),
                gettext("%(n)s steps") % {"n": one.steps},
                f"{one.change[0]:+d} : {one.change[1]:+d}",
                ", ".join(_evidence(pair, one)),
                f"{voids}?q={one.match}",
                gettext("rating"),
            )
            for one in pairs.meetings(pair)
        )
        line = '<p><a href="{}">{}</a> {}, {}, {}, {} {} <a href="{}">{}</a></p>'
        return format_html_join("", line, rows) or "–"


def _evidence(pair: Pair, meeting: pairs.Meeting) -> list[str]:
    """What was remarkable in a match."""
    names = (str(pair.one), str(pair.other))
    found = [
        gettext("%(name)s gave up") % {"name": name} for name, gave in zip(names, meeting.gave_up, strict=True) if gave
    ]
    words = {"device": gettext("one device"), "address": gettext("one address")}
    return found + [words[kind] for kind in meeting.shared]
