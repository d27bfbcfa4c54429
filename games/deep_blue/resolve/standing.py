"""Before the first step of a round: units with standing orders are given what these come to (10.1)."""

from __future__ import annotations

from games.deep_blue.known import Known
from games.deep_blue.resolve.work import Work
from games.deep_blue.standing.derive import complete, has_standing
from games.deep_blue.state import State
from games.deep_blue.view import view

PHASE = "standing"


def stand(work: Work, before: State) -> None:
    """Complete the orders of each seat that has standing ones, by what it sees in `before`, the position that it was asked in."""
    for seat, orders in enumerate(work.orders):
        if not has_standing(orders) and all(one.standing is None for one in before.own(seat)):
            continue
        done = complete(Known(view(before, seat)), orders)
        work.orders[seat] = done.orders
        for key, standing in done.standing.items():
            work.state.elements[key].standing = standing
        for key, kind, reason in done.ended:
            work.tell(PHASE, "standing_ended", {seat}, (), id=key, standing=kind, reason=reason)
