"""How does the strongest level play? It takes the best land, strikes first and fights everybody it can reach, its capital out of reach."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.rng import Rng
from games.hundred_clubs.bots import birthplace
from games.hundred_clubs.bots.aims import Taste
from games.hundred_clubs.bots.character import Turn
from games.hundred_clubs.bots.contest import Stake, booty, fight, safe_capital
from games.hundred_clubs.bots.cover import Plan
from games.hundred_clubs.bots.world import Cell, Grid, World
from games.hundred_clubs.constants import BACKSTAB, FORM_ALLIANCE, JUSTIFY_WAR

PREY_PCT = 25
"""A first strike must find this part of the own income within reach."""
REACH = 3
"""How deep into a neighbour's land a first strike goes."""


@dataclass(frozen=True)
class President:
    """The fighter."""

    def bid(self, world: World, rng: Rng) -> int:
        """Little: what is kept grows."""
        return 2

    def birthplace(self, world: World) -> tuple[Grid, int]:
        """Most members that nobody else is nearer to."""
        return birthplace.claim(world, 8), 8

    def play(self, turn: Turn) -> tuple[Plan, Cell | None]:
        """Diplomacy, then one cover over everything that can be taken or lost."""
        world = turn.world
        self._diplomacy(turn)
        rivals = max(1, len(world.living))
        taste = Taste(hurt=100 // rivals, hold=100 + 100 // rivals, capital=50)
        cover, taken = fight(turn, turn.coins, Stake(taste))
        return cover.plan, safe_capital(turn, taken, world.living)

    def _diplomacy(self, turn: Turn) -> None:
        world = turn.world
        for seat in world.enemies:
            turn.command(seat, JUSTIFY_WAR)
        for seat in world.allies:
            turn.command(seat, FORM_ALLIANCE)
        for seat in world.neutrals:
            if turn.can_backstab and 100 * booty(world, seat, REACH) >= PREY_PCT * world.income:
                turn.command(seat, BACKSTAB)
            else:
                turn.command(seat, JUSTIFY_WAR)
