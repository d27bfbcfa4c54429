"""What would come of what could be sent along the routes at a seat's planets? Asked of each battle that a forecast plays, before it is fought.

`reach`: what the seat would need more at each neighbour that is not its own. `threats`: what each rival garrison next to one of its
planets would do there if all of it set out now.
"""

from __future__ import annotations

from typing import Any

from games.planet_conquer.battle import decide, needed
from games.planet_conquer.resolve.work import Work
from games.planet_conquer.state import Fleet, State

Json = Any


class Outlook:
    """Routes by the round in which units that leave now arrive, and what was found there. Moves of the draft have left."""

    def __init__(self, state: State, seat: int, own: list[int]) -> None:
        self.reach: list[dict[str, Json]] = []
        self.threats: list[dict[str, Json]] = []
        self._seat = seat
        self._sent = state.units[:]
        self._due: dict[int, list[tuple[int, int]]] = {}
        for planet in own:
            for other, length in sorted(state.chart.rounds[planet].items()):
                if other in own:
                    continue
                ways = self._due.setdefault(state.round + length - 1, [])
                ways.append((planet, other))
                if state.owner[other] is not None and state.units[other]:
                    ways.append((other, planet))
        self._rivals = {p: owner for p, owner in enumerate(state.owner) if owner not in (None, seat)}

    def look(self, work: Work, arrivals: dict[int, list[Fleet]]) -> None:
        """Reckon what arrives in this round of the forecast; `work` stands before its battles."""
        state, seat = work.state, self._seat
        for source, target in self._due.get(state.round, ()):
            there: dict[int, int] = {}
            for fleet in arrivals.get(target, ()):
                there[fleet.seat] = there.get(fleet.seat, 0) + fleet.units
            place = state.owner[target], state.units[target], state.chart.defence[target]
            how: dict[str, Any] = {
                "defended": work.has_effect("defend", target),
                "attackers": work.seats_with("attack", target),
                "full_losses": state.settings.full_losses,
            }
            gods = work.seats_with("god", target)
            rival = self._rivals.get(source)
            if rival is None:
                least = 1 if seat in gods else needed(*place, there, seat, **how)
                more = max(0, least - there.get(seat, 0))
                self.reach.append({"from": source, "to": target, "arrives": state.round, "needs": more})
            elif state.owner[target] in (None, seat):
                comes = {**there, rival: there.get(rival, 0) + self._sent[source]}
                winner, survivors = decide(*place, comes, gods=gods, **how)
                self.threats.append(
                    {
                        "planet": target, "from": source, "seat": rival, "units": self._sent[source],
                        "arrives": state.round, "left": survivors if winner == seat else 0,
                    }
                )  # fmt: skip
