"""How does the Fox play? It allies with the strong, takes from the weak, and stabs an ally when that pays (chapter 16, 3)."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.rng import Rng
from games.hundred_clubs.bots import birthplace
from games.hundred_clubs.bots.aims import Taste
from games.hundred_clubs.bots.birthplace import Wish
from games.hundred_clubs.bots.character import Turn
from games.hundred_clubs.bots.contest import booty, fight, safe_capital
from games.hundred_clubs.bots.cover import Plan
from games.hundred_clubs.bots.world import Cell, World, distance_to
from games.hundred_clubs.constants import BACKSTAB, FORM_ALLIANCE, JUSTIFY_WAR

BID = 8
ROOM = 8
"""It is born this far from others, if it can."""
PREY_PCT = 25
"""A stab in the back must find this part of the own income within reach."""
DEPTH = 3
"""How deep into a neighbour's land a first strike goes."""
FRIENDS = 2
"""Neighbours it allies with."""
TAX_PCT = 8
"""Most of the income that one alliance may cost."""
ALL_IN = 3
"""Last rounds, in which no friend is worth more than its land."""


@dataclass(frozen=True)
class Fox:
    """The diplomat."""

    def bid(self, world: World, rng: Rng) -> int:
        """Dearly: it wants to choose early."""
        return BID

    def birthplace(self, world: World) -> Wish:
        """Between rich regions: most members that nobody else is nearer to."""
        return Wish(birthplace.claim(world, 10), ROOM)

    def play(self, turn: Turn) -> tuple[Plan, Cell | None]:
        """Diplomacy first; campaigns may then stand on the land of allies."""
        world = turn.world
        self._diplomacy(turn)
        rivals = max(1, len(world.living))
        taste = Taste(hurt=100 // rivals, hold=100, capital=50)
        plan = fight(turn, turn.coins, taste)
        return plan.cover.plan, safe_capital(turn, plan.taken, world.living)

    def _diplomacy(self, turn: Turn) -> None:
        world = turn.world
        stabbed = self._victim(turn)
        if stabbed is not None:
            turn.command(stabbed, BACKSTAB)
        for seat in turn.by_lot(world.enemies):
            if seat != stabbed:
                turn.command(seat, JUSTIFY_WAR)
        friends = self._friends(turn, stabbed)
        for seat in friends:
            turn.command(seat, FORM_ALLIANCE)
        prey = self._weakest(turn, [seat for seat in world.neutrals if seat not in turn.commands])
        if prey is not None:
            turn.command(prey, JUSTIFY_WAR)

    @staticmethod
    def _friends(turn: Turn, stabbed: int | None) -> list[int]:
        """Present allies and then the strongest neutral neighbours, as far as they are cheap; none near the end."""
        world = turn.world
        if world.left <= ALL_IN or len(world.living) < 2:
            return []
        able = [
            seat
            for seat in turn.by_lot((*world.allies, *world.neutrals))
            if seat != stabbed and turn.is_worth_its_tax(seat, TAX_PCT)
        ]
        able.sort(key=lambda seat: (seat not in world.allies, -world.players[seat].get("area", 0)))
        most = min(FRIENDS, len(world.living) - 1)
        return able[:most]

    @staticmethod
    def _victim(turn: Turn) -> int | None:
        """The ally or neutral neighbour with the most land in reach, if that is much, or its capital can be reached."""
        if not turn.can_backstab:
            return None
        world = turn.world
        near = distance_to(world.own, DEPTH + 1) <= DEPTH
        best, most = None, PREY_PCT * world.income
        for seat in filter(turn.can_stab, turn.by_lot((*world.allies, *world.neutrals))):
            worth = 100 * booty(world, seat, DEPTH)
            capital = world.players[seat].get("capital")
            if capital is not None and near[capital[1], capital[0]]:
                worth += 100 * world.income
            if worth >= most:
                best, most = seat, worth + 1
        return best

    @staticmethod
    def _weakest(turn: Turn, seats: list[int]) -> int | None:
        """The neighbour with the least area."""
        world = turn.world
        return min(
            (seat for seat in turn.by_lot(seats) if booty(world, seat, DEPTH)),
            key=lambda seat: world.players[seat].get("area", 0),
            default=None,
        )
