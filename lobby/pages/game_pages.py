"""The list of games, and each game's page, which begins with the short rules."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

import games
from lobby.accounts import switches
from lobby.achievements import path_progress
from lobby.pages import game_facts, lists, preset_table, rules
from lobby.tables import switched

CARDS = 4
"""Tables and matches of the game that its page shows."""


@require_safe
def games_page(request: HttpRequest) -> HttpResponse:
    """All games, with the facts one needs to choose."""
    return render(request, "lobby/games.html", {"games": game_facts.of_all()})


@require_safe
def game_page(request: HttpRequest, game_id: str) -> HttpResponse:
    """One game: ways to begin, short rules, presets, current matches."""
    if game_id not in games.GAMES:
        raise Http404
    language = get_language() or "en"
    context = {
        "game": game_facts.of(games.get(game_id)),
        "short": rules.short(game_id, language),
        "has_rules": (has_rules := rules.source(game_id, language) is not None),
        "compares": has_rules and preset_table.ORIGINAL in games.get(game_id).presets,
        "open": lists.cards(lists.open_tables(game_id, CARDS)),
        "running": lists.cards(lists.running_matches(game_id, CARDS, with_practice=False)),
        "cards": CARDS,
        "stops": path_progress.of(game_id, request.user.pk),
        "path_game": game_id,
        "is_off": switched.NO_GAME if switches.is_game_off(game_id) else "",
    }
    return render(request, "lobby/game.html", context)


@require_safe
def short_rules(request: HttpRequest, game_id: str) -> HttpResponse:
    """Redirects the old address of the rules to the game's page. A chapter in the address is kept; that page's script goes there."""
    if game_id not in games.GAMES:
        raise Http404
    return redirect(reverse("game", args=[game_id]))


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    """Redirects the old list of rules to the list of games."""
    return redirect("games")
