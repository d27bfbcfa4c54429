"""Which campaigns are paid? Chapter 6."""

from __future__ import annotations

from typing import Any

from games.core.events import Event
from games.hundred_clubs.resolve.work import Note, Work


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
    settings, board, access = work.state.settings, work.board, work.access[seat]
    money, price, limit = work.state.saving[seat], settings.campaign_price, settings.campaign_limit
    funded: list[tuple[int, int]] = []
    valid, spent = 0, False
    for index, entry in enumerate(entries):
        at, size = entry["at"], entry["size"]
        cell, paid = board.cell(at), 0
        if cell is None:
            reason = "off_board"
        elif not access >> cell & 1:
            reason = "no_access"
        elif size < 0:
            # Void as well, but only orders that no club can send have it, so no event tells of it.
            continue
        elif spent:
            reason = "no_money"
        elif valid == limit:
            reason = "over_limit"
        else:
            valid += 1
            paid = min(size, money // price)
            spent = paid < size
            reason = "no_money"
        if cell is not None and paid:
            money -= paid * price
            funded.append((cell, paid))
            if spent:
                event = {"type": "campaign_cut", "seat": seat, "index": index, "asked": size, "funded": paid}
                work.tell_seat(seat, event)
        elif size:
            event = {"type": "campaign_void", "seat": seat, "index": index, "at": list(at), "reason": reason}
            work.tell_seat(seat, event)
    work.state.saving[seat] = money
    return funded
