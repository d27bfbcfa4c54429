"""The page of achievements, of a game or of the whole site."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

import games
from lobby.achievements import reading


@require_safe
def page(request: HttpRequest, game_id: str = "") -> HttpResponse:
    """All achievements of a game with what the reader has of them; without a game those of the site, and the way to the games."""
    if game_id and game_id not in games.GAMES:
        raise Http404
    lines = reading.of_game(game_id, request.user.pk)
    context = {
        "game": game_id,
        "game_name": gettext(games.get(game_id).name) if game_id else "",
        "lines": lines,
        "had": sum(line.at is not None for line in lines),
        "others": [(one.id, gettext(one.name)) for one in games.all_games() if one.achievements and one.id != game_id],
    }
    return render(request, "achievements/page.html", context)
