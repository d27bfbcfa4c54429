"""Which campaigns are paid? Chapter 6."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.core.events import Event
from games.hundred_clubs.board import Bits, Board
from games.hundred_clubs.resolve.work import Note, Work
from games.hundred_clubs.settings import Settings


class Fate(NamedTuple):
    """What becomes of an entry of a club's list."""

    number: int
    """Its place in the list, from 0 on."""
    cell: int | None
    """None off the board."""
    asked: int
    funded: int
    reason: str | None
    """Why it is not funded as asked; None if it is."""


def fund(work: Work) -> None:
    """Pay for campaigns until the money or the limit is reached; add the capitals' influence, which is free."""
    placed: dict[int, list[tuple[int, int, bool]]] = {}
    for seat, orders in work.orders.items():
        funded = [(cell, size, False) for cell, size in _pay(work, seat, orders.get("campaigns") or [])]
        cell, size = work.before.capital[seat], work.influence_of_capital(seat)
        if cell is not None and size > 0:
            funded.append((cell, size, True))
        placed[seat] = funded
        work.placed[seat] = [(cell, size) for cell, size, _ in funded]
        _tell(work, seat, sorted(funded))
    work.state.campaigns = placed


def _tell(work: Work, seat: int, funded: list[tuple[int, int, bool]]) -> None:
    """One event for each campaign; there are hundreds in a round."""
    round_, width = work.before.round, work.board.width
    events: list[Event] = [
        {
            "type": "campaign",
            "round": round_,
            "seat": seat,
            "at": [cell % width, cell // width],
            "size": size,
            "capital": capital,
            "to": [seat],
        }
        for cell, size, capital in funded
    ]
    if work.state.settings.allies_see_campaigns:
        work.notes += [Note(event, allies_of=(seat,)) for event in events]
    else:
        work.notes += events


def _pay(work: Work, seat: int, entries: list[Any]) -> list[tuple[int, int]]:
    """(cell, size) of the funded entries, in their order."""
    access, saving = work.access[seat], work.state.saving[seat]
    fates, work.state.saving[seat] = pay(work.state.settings, work.board, access, saving, entries)
    for fate in fates:
        if fate.reason is None:
            continue
        event = {"seat": seat, "index": fate.number}
        if fate.funded:
            work.tell_seat(seat, {"type": "campaign_cut", **event, "asked": fate.asked, "funded": fate.funded})
        else:
            at = list(entries[fate.number]["at"])
            work.tell_seat(seat, {"type": "campaign_void", **event, "at": at, "reason": fate.reason})
    return [(fate.cell, fate.funded) for fate in fates if fate.cell is not None and fate.funded]


def pay(settings: Settings, board: Board, access: Bits, money: int, entries: list[Any]) -> tuple[list[Fate], int]:
    """What becomes of each entry, and the money left; entries of negative size, which no club can send, are left out."""
    price, limit = settings.campaign_price, settings.campaign_limit
    fates: list[Fate] = []
    valid, spent = 0, False
    for index, entry in enumerate(entries):
        cell, size, paid = board.cell(entry["at"]), entry["size"], 0
        reason: str | None = None
        if cell is None:
            reason = "off_board"
        elif not access >> cell & 1:
            reason = "no_access"
        elif size < 0:
            continue
        elif spent:
            reason = "no_money"
        elif valid == limit:
            reason = "over_limit"
        else:
            valid += 1
            paid = min(size, money // price)
            spent = paid < size
            reason = "no_money" if spent else None
        money -= paid * price
        fates.append(Fate(index, cell, size, paid, reason if size else None))
    return fates, money
