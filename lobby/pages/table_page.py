"""What does the page of an open table show to a person? Renders its live part, for the first response and for every change."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.utils.translation import gettext

import games
from lobby.accounts import ways_back
from lobby.accounts.models import User
from lobby.builds import admission
from lobby.clubs.models import Club
from lobby.fog import audience
from lobby.matches import length, words
from lobby.matches.models import Match
from lobby.notices import table_offers
from lobby.pages import game_facts, lists, map_pictures
from lobby.ratings import standing
from lobby.tables import entry
from lobby.tables import services as tables


def find(match_id: str) -> Match | None:
    """The table with its people, or None."""
    matches = Match.objects.select_related("host").prefetch_related("seats__user", "seats__program")
    return matches.filter(pk=match_id, game__in=list(games.GAMES)).first()


def offers_way_back(user: User | AnonymousUser, match: Match) -> bool:
    """True for a guest without a way back whose seat is in a match of days: the cookie may be gone before it ends."""
    if not (isinstance(user, User) and user.is_guest and match.clock == Match.Clock.SLOW):
        return False
    return match.seats.filter(user=user).exists() and ways_back.of(user) is None


def context(match: Match, user_id: int | None) -> dict[str, Any]:
    """The context of the live part: seats, possible actions, why the match cannot start yet."""
    game = games.get(match.game)
    seats = list(match.seats.all())
    mine = audience.seat_of(seats, user_id)
    is_host = user_id is not None and match.host_id == user_id
    free = [seat for seat in seats if seat.is_free]
    unready = [seat for seat in seats if seat.user_id not in {None, match.host_id} and not seat.ready]
    ratings = standing.of_players([match]).get(match.pk, {})
    rows = [
        {
            "sitter": lists.sitter(game, match, seat, ratings.get(seat.number)),
            "person": seat.user.slug if seat.user else "",
            "is_me": mine is not None and seat.pk == mine.pk,
            "is_host": seat.user_id is not None and seat.user_id == match.host_id,
            "ready": seat.ready,
            "is_machine": seat.is_machine,
        }
        for seat in seats
    ]
    return {
        "match": match,
        "rows": rows,
        "mine": mine,
        "is_host": is_host,
        "host": str(match.host) if match.host else "",
        "bots": game_facts.bots(game),
        "programs": tables.programs_of(user_id, game),
        "takes_programs": game.programs is not None,
        "free": len(free),
        "for_members": entry.FOR_MEMBERS if free and mine is None and _is_for_others(match, user_id) else "",
        "unready": [str(seat.user) for seat in unready],
        "can_start": is_host and not free and not unready,
        "has_no_rated_map": not match.rated and not admission.are_admitted(game.id, match.options),
        "is_for_all": table_offers.is_for_all(match),
    }


def _is_for_others(match: Match, user_id: int | None) -> bool:
    return entry.is_for_others(match, None if user_id is None else User.objects.get(pk=user_id))


def facts(match: Match) -> dict[str, Any]:
    """The context of the part that does not change: clock, options, preview."""
    game = games.get(match.game)
    preview = game.preview(match.options) if game.preview else None
    notes = preview.get("notes", []) if isinstance(preview, dict) else []
    return {
        "game": game_facts.of(game),
        "headline": words.headline(game, match.options),
        "fog": words.fog(game, match.options),
        "clock": words.clock(match),
        "longest": length.of_match(game, match),
        "spectators_late": audience.delay(match),
        "truth_late": audience.truth_delay(match),
        "press": words.press(match),
        "terms": words.terms(match),
        "club": Club.objects.filter(tables__match=match, closed_at=None).first(),
        "options": words.option_lines(game, match.options),
        "preview": preview,
        "map_picture": map_pictures.address(game, match),
        "notes": [
            gettext(note) if isinstance(note, str) else gettext(note["text"]) % note.get("data", {}) for note in notes
        ],
    }


def live_html(match: Match, user_id: int | None) -> str:
    """The live part as HTML, without a CSRF token: the page's script adds its own."""
    return render_to_string("lobby/_table_live.html", context(match, user_id))
