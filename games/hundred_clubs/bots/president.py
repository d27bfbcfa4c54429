"""How does the strongest level play? It strikes first, fights everybody it can reach, and keeps its capital out of reach."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.rng import Rng
from games.hundred_clubs.bots import birthplace
from games.hundred_clubs.bots.aims import Taste
from games.hundred_clubs.bots.birthplace import Wish
from games.hundred_clubs.bots.character import Turn
from games.hundred_clubs.bots.contest import booty, fight, safe_capital
from games.hundred_clubs.bots.cover import Plan
from games.hundred_clubs.bots.world import Cell, World
from games.hundred_clubs.constants import BACKSTAB, FORM_ALLIANCE, JUSTIFY_WAR

BID = 2
"""Little: coins of the first round are worth more than an early choice."""
RADIUS = 8
"""Land this far from its birthplace it hopes to reach first."""
ROOM = 8
"""It is born this far from others, if it can: who is born closer is struck before it has grown."""
PREY_PCT = 25
"""A stab in the back must find this part of the own income within reach; a small one is better kept for later."""
DEPTH = 3
"""How deep into a neighbour's land a first strike goes."""


@dataclass(frozen=True)
class President:
    """The fighter."""

    def bid(self, world: World, rng: Rng) -> int:
        """A token."""
        return BID

    def birthplace(self, world: World) -> Wish:
        """Most members that nobody else is nearer to."""
        return Wish(birthplace.claim(world, RADIUS), ROOM)

    def play(self, turn: Turn) -> tuple[Plan, Cell | None]:
        """Diplomacy, then one cover over everything that can be taken or lost. With few rivals left, their loss counts more.

        Land kept counts as much as land taken: at half of that it won 6 of 20 duels against itself as it is.
        """
        world = turn.world
        self._diplomacy(turn)
        hurt = 100 // max(1, len(world.living))
        cover, taken = fight(turn, turn.coins, Taste(hurt=hurt, hold=100 + hurt, capital=50))
        return cover.plan, safe_capital(turn, taken, world.living)

    @staticmethod
    def _diplomacy(turn: Turn) -> None:
        """War with everybody, by the knife where that pays at once; a war lasts as long as one side wants it (rule 5.2 d)."""
        world = turn.world
        for seat in turn.by_lot(world.enemies):
            turn.command(seat, JUSTIFY_WAR)
        for seat in turn.by_lot(world.allies):
            turn.command(seat, FORM_ALLIANCE)
        for seat in turn.by_lot(world.neutrals):
            prey = 100 * booty(world, seat, DEPTH) >= PREY_PCT * world.income
            turn.command(seat, BACKSTAB if prey and turn.can_backstab else JUSTIFY_WAR)
