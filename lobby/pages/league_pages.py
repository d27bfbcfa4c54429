"""Which division is shown, and who plays in it? The page of leagues."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

import games
from lobby.accounts.models import User
from lobby.pages.rating_pages import PACES, chosen_of, season_name, value_of
from lobby.ratings import league_rules, leagues
from lobby.ratings.formula import SETTLED_AFTER
from lobby.ratings.league_rules import Division
from lobby.ratings.seasons import end, season_of


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """A division of a league; by default the reader's own, else the first. Unknown values in the URL mean the first choice."""
    now = timezone.now()
    person = request.user if isinstance(request.user, User) else None
    asked = request.GET.dict()
    if person is not None and "game" not in asked:
        asked |= _first_of(person, now)
    game = chosen_of(asked, "game", {one.id: gettext(one.name) for one in games.all_games()})
    pace = chosen_of(asked, "pace", PACES)
    pool = (value_of(game), value_of(pace))
    known = leagues.known_seasons(*pool, now)
    season = chosen_of(asked, "season", {one: season_name(one) for one in known})
    where = (*pool, value_of(season))
    own = None if person is None else leagues.division_of(person.pk, *where)
    tiers = {one.number: one for one in leagues.tiers(*where)}
    shown = _shown(asked, own, {number: one.divisions for number, one in tiers.items()})
    context = {
        "filters": [
            ("game", gettext("Game"), game),
            ("pace", gettext("Pace"), pace),
            ("season", gettext("Season"), season),
        ],
        "game": pool[0],
        "tiers": list(tiers.values()),
        "shown": shown,
        "divisions": tiers[shown.tier].divisions if tiers else 0,
        "own": own,
        "lines": leagues.standings(*where, shown, max(tiers, default=1), now),
        "own_slug": person.slug if person else None,
        "ends": end(where[2]) - timedelta(days=1) if where[2] == known[0] else None,
        "enough": league_rules.ENOUGH,
        "settled_after": SETTLED_AFTER,
    }
    return render(request, "ratings/leagues.html", context)


def _first_of(person: User, now: datetime) -> dict[str, str]:
    """The game and pace that the reader plays in a league."""
    pools = leagues.own_pools(person.pk, season_of(now))
    return dict(zip(("game", "pace"), pools[0], strict=True)) if pools else {}


def _shown(asked: dict[str, str], own: Division | None, divisions: dict[int, int]) -> Division:
    """The division that is asked for, as far as there is one."""
    default = own or Division(1, 1)
    tier = _number(asked.get("league", ""), default.tier)
    if tier not in divisions:
        return Division(1, 1)
    number = _number(asked.get("division", ""), default.number if tier == default.tier else 1)
    return Division(tier, min(max(number, 1), divisions[tier]))


def _number(text: str, otherwise: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else otherwise
