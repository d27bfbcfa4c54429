"""Which campaigns are paid? Chapter 6."""

from __future__ import annotations

from typing import Any

from games.hundred_clubs.board import Bits
from games.hundred_clubs.resolve.work import Work


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
        for cell, size, capital in funded:
            event = {"type": "campaign", "seat": seat, "at": work.board.place(cell), "size": size, "capital": capital}
            allies = (seat,) if work.state.settings.allies_see_campaigns else ()
            work.tell(event, seats=(seat,), allies_of=allies)
    work.state.campaigns = placed


def _pay(work: Work, seat: int, entries: list[Any]) -> list[tuple[int, int]]:
    """(cell, size) of the funded entries, in their order."""
    settings = work.state.settings
    money, price = work.state.saving[seat], settings.campaign_price
    funded: list[tuple[int, int]] = []
    valid, spent = 0, False
    for index, entry in enumerate(entries):
        at, size = entry["at"], entry["size"]
        cell = work.board.cell(at)
        reason = _void(cell, work.access[seat])
        if reason is None and size < 0:
            continue
        if reason is None and spent:
            reason = "no_money"
        if reason is None and valid == settings.campaign_limit:
            reason = "over_limit"
        paid = min(size, money // price)
        if reason is None:
            valid += 1
            spent = paid < size
            reason = "no_money" if spent and paid == 0 else None
        if reason is not None or cell is None:
            event = {"type": "campaign_void", "seat": seat, "index": index, "at": list(at), "reason": reason}
            work.tell(event, seats=(seat,))
            continue
        if spent:
            event = {"type": "campaign_cut", "seat": seat, "index": index, "asked": size, "funded": paid}
            work.tell(event, seats=(seat,))
        money -= paid * price
        if paid:
            funded.append((cell, paid))
    work.state.saving[seat] = money
    return funded


def _void(cell: int | None, access: Bits) -> str | None:
    if cell is None:
        return "off_board"
    return None if access >> cell & 1 else "no_access"
