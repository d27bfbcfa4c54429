"""What does a link to a match show where it is sent? Title, a line and a picture, as strangers may know them, whoever asks.

Chats and other sites read Open Graph and Twitter tags of the page, without an account and without scripts.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext, pgettext

import games
from lobby.fog import audience
from lobby.matches import words
from lobby.matches.models import Match, Seat
from lobby.pages import drawing, lists, picture_pages
from lobby.platform.http import site_address


@dataclass(frozen=True)
class LinkPreview:
    """Texts in the active language, addresses with scheme and host."""

    title: str
    text: str
    url: str
    image: str
    """"": strangers see nothing of the match yet."""
    width: int = drawing.PREVIEW[0]
    height: int = drawing.PREVIEW[1]


def of_match(request: HttpRequest, match: Match) -> LinkPreview | None:
    """The preview of this page of the match; None if strangers may not know the match."""
    seats = list(match.seats.select_related("user", "program"))
    if match.is_private or not audience.is_visible(match, seats, None):
        return None
    shown = picture_pages.shown_to_strangers(match, seats, request.GET.get("as", ""), request.GET.get("step", ""))
    image = ""
    if shown is not None:
        query = urlencode({"as": shown[0], "step": shown[1]})
        image = site_address.absolute(request, f"{reverse('preview', args=[match.pk])}?{query}")
    title, text = said_of(match, seats)
    return LinkPreview(title, text, site_address.absolute(request, request.get_full_path()), image)


def said_of(match: Match, seats: list[Seat]) -> tuple[str, str]:
    """Who won, or which game goes on; then what is played, and by whom. What is secret until the end is not told before."""
    game = games.get(match.game)
    name, headline = gettext(game.name), words.headline(game, match.options)
    hidden = audience.hides_names(match)
    names = [
        words.seat(seat.number) if hidden or seat.shared else lists.sitter(game, match, seat, None).name
        for seat in seats
    ]
    played = " – ".join(names)
    facts = [part for part in (headline, played) if part]
    if not audience.is_over(match):
        return name, " · ".join(facts)
    places = (match.outcome or {}).get("places")
    if match.status == Match.Status.ABORTED or not places:
        return f"{gettext('The match was aborted')} · {name}", " · ".join(facts)
    winners = [names[seat] for seat, place in enumerate(places) if place == 1]
    if len(winners) == len(names):
        result = gettext("Draw")
    elif len(winners) == 1:
        result = gettext("%(name)s won") % {"name": winners[0]}
    else:
        result = gettext("%(names)s share the first place") % {"names": pgettext("list", ", ").join(winners)}
    reason = words.reasons(game).get((match.outcome or {}).get("reason", ""), "")
    return f"{result} · {name}", " · ".join([*facts, reason] if reason else facts)
