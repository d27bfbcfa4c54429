"""Pages of a game before anybody plays: all games, and each one's own page, which begins with what a person can read."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

import games
from lobby.matches import game_facts, lists, rules

CARDS = 4
"""Tables and matches of the game that its page shows."""


@gzip_page
@require_safe
def games_page(request: HttpRequest) -> HttpResponse:
    """All games, with what one needs to choose."""
    return render(request, "lobby/games.html", {"games": game_facts.of_all()})


@gzip_page
@require_safe
def game_page(request: HttpRequest, game_id: str) -> HttpResponse:
    """One game: how to begin, its rules in short, how it can be played, who plays it now."""
    if game_id not in games.GAMES:
        raise Http404
    language = get_language() or "en"
    context = {
        "game": game_facts.of(games.get(game_id)),
        "short": rules.short(game_id, language),
        "has_rules": rules.source(game_id, language) is not None,
        "open": lists.cards(lists.open_tables(game_id, CARDS)),
        "running": lists.cards(lists.running_matches(game_id, CARDS)),
        "cards": CARDS,
    }
    return render(request, "lobby/game.html", context)


@require_safe
def short_rules(request: HttpRequest, game_id: str) -> HttpResponse:
    """Where the rules begin: at the game's own page. A chapter in the old address stays in it, and that page's script goes there."""
    if game_id not in games.GAMES:
        raise Http404
    return redirect(reverse("game", args=[game_id]))


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    """The rules of all games are on their pages."""
    return redirect("games")
