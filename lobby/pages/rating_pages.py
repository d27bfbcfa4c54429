"""Pages of ratings: leaderboards, and the ratings on a profile."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

import games
from lobby.accounts.models import User
from lobby.platform.http.paging import ShortPaginator
from lobby.ratings import leaderboards, standing
from lobby.ratings.formula import SETTLED_AFTER
from lobby.ratings.models import Board, Pace, Share
from lobby.ratings.seasons import end, first_day
from lobby.ratings.standing import Past, Standing

A_PAGE = 50
PACES: dict[str, str | Promise] = {Pace.LIVE: pgettext_lazy("pace", "Live"), Pace.SLOW: pgettext_lazy("pace", "Slow")}
BOARDS: dict[str, str | Promise] = {Board.PEOPLE: _("People"), Board.BOTS: _("Bots and programs")}
ALL_TIME = "all"


@dataclass(frozen=True)
class Choice:
    """One choice of a filter."""

    value: str
    text: str
    is_chosen: bool


@require_safe
def leaderboard(request: HttpRequest) -> HttpResponse:
    """The leaderboard of a game and pace, of a season or of all time. Unknown values in the URL mean the first choice."""
    now = timezone.now()
    known = leaderboards.seasons(now)
    game = chosen_of(request.GET, "game", {one.id: gettext(one.name) for one in games.all_games()})
    pace = chosen_of(request.GET, "pace", PACES)
    board = chosen_of(request.GET, "board", BOARDS)
    season = chosen_of(
        request.GET, "season", {one: season_name(one) for one in known} | {ALL_TIME: gettext("All time")}
    )
    asked = {"game": value_of(game), "pace": value_of(pace), "board": value_of(board), "season": value_of(season)}
    wanted = "" if asked["season"] == ALL_TIME else asked["season"]
    rows = leaderboards.listed(**(asked | {"season": wanted}), now=now)
    page = ShortPaginator(rows, A_PAGE).get_page(request.GET.get("page"))
    context = {
        "lines": leaderboards.lines(page.object_list, page.start_index()),
        "page": page,
        "filters": [
            ("game", gettext("Game"), game),
            ("pace", gettext("Pace"), pace),
            ("season", gettext("Season"), season),
            ("board", gettext("Who"), board),
        ],
        "asked": asked,
        "is_bots": asked["board"] == Board.BOTS,
        "season": season_name(wanted) if wanted else "",
        "ends": end(wanted) - timedelta(days=1) if wanted and wanted == known[0] else None,
        "settled_after": SETTLED_AFTER,
        "own_slug": request.user.slug if isinstance(request.user, User) else None,
    }
    return render(request, "ratings/leaderboard.html", context)


def chosen_of(asked: Mapping[str, str], name: str, known: Mapping[str, Any]) -> list[Choice]:
    """The choices of a filter, with the one that is asked for, or the first."""
    wanted = asked.get(name, "")
    chosen = wanted if wanted in known else next(iter(known))
    return [Choice(value, str(text), value == chosen) for value, text in known.items()]


def value_of(choices: list[Choice]) -> str:
    """The chosen value."""
    return next(choice.value for choice in choices if choice.is_chosen)


def season_name(season: str) -> str:
    """The name of a season."""
    first = first_day(season)
    second = first.replace(month=first.month + 1)
    return gettext("%(first)s and %(second)s %(year)s") % {
        "first": date_format(first, "F"),
        "second": date_format(second, "F"),
        "year": first.year,
    }


def of_person(person: User, chosen: str) -> dict[str, Any]:
    """A person's ratings for their profile. `chosen`: `<game>.<pace>` of the rating whose history is shown; by default the most played."""
    ratings = standing.standings(person)
    if not ratings:
        return {"ratings": []}
    shown = next((one for one in ratings if f"{one.game}.{one.pace}" == chosen), ratings[0])
    past = standing.history(shown.id)
    shares = standing.distribution(shown.board, shown.game, shown.pace)
    return {
        "ratings": ratings,
        "shown": shown,
        "shown_pace": PACES[shown.pace],
        "best": standing.best(shown.id),
        "past": past[::-1],
        "shares": [(low, low + Share.WIDTH - 1, players) for low, players in shares],
        "settled_after": SETTLED_AFTER,
        "rating_page": charts(shown, past, shares),
    }


def charts(shown: Standing, past: list[Past], shares: list[tuple[int, int]]) -> dict[str, Any]:
    """The data of the charts, with their labels."""
    return {
        "history": {
            "points": [one.points for one in past],
            "provisional": sum(one.is_provisional for one in past),
            "labels": [f"{one.points}{'?' if one.is_provisional else ''} ({one.change:+d})" for one in past],
            "moments": [one.at.isoformat(timespec="seconds") for one in past],
        },
        "shares": {
            "lows": [low for low, _players in shares],
            "players": [players for _low, players in shares],
            "width": Share.WIDTH,
            "own": shown.points,
            "labels": [
                ngettext("%(low)d to %(high)d: %(n)d player", "%(low)d to %(high)d: %(n)d players", players)
                % {"low": low, "high": low + Share.WIDTH - 1, "n": players}
                for low, players in shares
            ],
        },
    }
