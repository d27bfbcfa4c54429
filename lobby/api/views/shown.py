"""What does an answer show of a match? Only what `audience`, `status`, `lists` and `feed` return for the person who asks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

import msgspec

from lobby.fog import audience as audiences
from lobby.matches.errors import NoMatch, NoSuchStep
from lobby.matches.models import Match
from lobby.pages import lists, table_page
from lobby.platform.protocol.server import AudienceName
from lobby.watch import feed, reading, status

_ID = re.compile("[0-9a-z]{1,10}")
_BEYOND = 2**31
"""A step number larger than that of any match."""


def visible_match(match_id: str, user_id: int | None) -> Match:
    """The match, if this person may know of it; raises NoMatch, which looks the same when there is none."""
    match = table_page.find(match_id) if _ID.fullmatch(match_id) else None
    if match is None or not audiences.is_visible(match, list(match.seats.all()), user_id):
        raise NoMatch
    return match


def seen_by_default(match: Match, user_id: int | None, as_: AudienceName | None) -> AudienceName | None:
    """As what a match is read: as asked, else from one's own seat, once it is over from that of one's program, else what is public (None)."""
    if as_ is not None:
        return as_
    seats = list(match.seats.all())
    if audiences.seats_of(seats, user_id):
        return None
    return next(iter(audiences.known_as_theirs(match, seats, user_id)), None)


def match_shown(match_id: str, user_id: int | None, as_: AudienceName | None) -> dict[str, Any]:
    """`info` and `status` for one audience."""
    match = visible_match(match_id, user_id)
    snapshot = reading.load(match.pk)
    if snapshot is None:
        raise NoMatch
    wanted = seen_by_default(match, user_id, as_)
    seen_as = audiences.may_watch(snapshot.match, user_id, wanted, snapshot.seats)
    shown = msgspec.to_builtins(status.match_message_of_owners(snapshot, seen_as, user_id))
    now = msgspec.to_builtins(status.status_message(snapshot, seen_as))
    return {
        "id": match_id,
        "audience": shown["audience"],
        "info": shown["info"],
        "status": {key: value for key, value in now.items() if key not in {"type", "match"}},
    }


def view_shown(match_id: str, user_id: int | None, as_: AudienceName | None, step: int | None) -> dict[str, Any]:
    """One frame of an audience, its view whole; raises NoSuchStep for one that it may not have (yet)."""
    match = visible_match(match_id, user_id)
    as_ = seen_by_default(match, user_id, as_)
    found = feed.earlier_frame(match_id, user_id, as_, _BEYOND if step is None else step)
    if step is None and isinstance(found, int):
        found = feed.earlier_frame(match_id, user_id, as_, found)
    if not isinstance(found, bytes):
        raise NoSuchStep(found)
    frame = msgspec.json.decode(found)
    frame["view"] = {**audiences.static_view(match), **frame["view"]}
    return {key: value for key, value in frame.items() if key not in {"type", "match"}}


def cards(matches: Iterable[Match], user_id: int | None) -> list[dict[str, Any]]:
    """Entries of a list; with `user_id`, how each stands for that person, who sits in all of them."""
    matches = list(matches)
    if user_id is None:
        made = {card.id: card for card in lists.cards(matches)}
        return [_card(match, made[match.pk], None) for match in matches if match.pk in made]
    mine = {entry.card.id: entry for entry in lists.my_cards(matches, user_id)}
    return [_card(match, mine[match.pk].card, mine[match.pk]) for match in matches if match.pk in mine]


def _card(match: Match, card: lists.Card, mine: lists.MyCard | None) -> dict[str, Any]:
    return {
        "id": card.id,
        "game": card.game,
        "status": match.status,
        "headline": card.headline,
        "host": card.host,
        "seats": [
            {
                "number": sitter.number,
                "name": sitter.name,
                "is_bot": sitter.is_bot,
                "program": sitter.program,
                "place": sitter.place,
                "rating": None if sitter.rating is None else asdict(sitter.rating),
            }
            for sitter in card.sitters
        ],
        "free": card.free,
        "clock": match.clock,
        "step_seconds": match.step_seconds,
        "bank_seconds": match.bank_seconds,
        "has_fog": audiences.has_fog(match),
        "anonymous": match.anonymous,
        "kind": match.kind,
        "rated": match.rated,
        "has_password": bool(match.password),
        "min_reliability": match.min_reliability,
        "open_seats": list(card.open_seats),
        "press": match.press,
        "since": card.since,
        "mine": None
        if mine is None
        else {
            "is_due": mine.is_due,
            "is_autopilot": mine.is_autopilot,
            "deadline": mine.deadline,
            "place": mine.place,
        },
    }
