"""How does the strongest level play? It grows in peace as long as land is free, then takes it from whoever has it, by the plan that takes most."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from games.core.rng import Rng
from games.hundred_clubs.bots import birthplace
from games.hundred_clubs.bots.aims import Taste
from games.hundred_clubs.bots.birthplace import Wish
from games.hundred_clubs.bots.character import Turn
from games.hundred_clubs.bots.contest import Fight, booty, fight, safe_capital, stand_guard
from games.hundred_clubs.bots.cover import Plan
from games.hundred_clubs.bots.deeds import has_broken, note_deeds, note_words
from games.hundred_clubs.bots.foes import incomes, note_areas
from games.hundred_clubs.bots.prize import draw_bid
from games.hundred_clubs.bots.world import NOBODY, UNKNOWN, Cell, World, widen
from games.hundred_clubs.constants import ALLIED, BACKSTAB, FORM_ALLIANCE, JUSTIFY_WAR, KEEP_NEUTRAL

RADIUS = 8
"""Land this far from its birthplace it hopes to reach first."""
ROOM = 8
"""It is born this far from others, if it can: who is born closer is struck before it has grown."""
WHIM = 12
"""A birthplace this much poorer than the best, in hundredths, is as welcome: equal clubs do not play one match again and again."""
PREY_PCT = 20
"""A stab in the back must bring this part of the own income more than peace does; a small one is better kept for later."""
SCENT_PCT = 5
"""Land of a neighbour in sight with less than this part of the own income is not worth thinking about."""
GROWTH_PCT = 35
"""Free land within reach with this part of the own income is worth an alliance."""
HORIZON = 4
"""How far off free land counts for that."""
TAX_PCT = 6
"""Most of the income that an alliance may cost."""
DEPTH = 3
"""How deep into a neighbour's land a first strike goes."""
GUARD_PCT = 40
"""Part of the coins without an aim that stands guard at the border of a club that could strike this round."""
ALL_IN = 2
"""Last rounds, in which nothing is kept and no friend is worth more than its land."""


@dataclass(frozen=True)
class President:
    """The fighter."""

    def bid(self, world: World, rng: Rng) -> int:
        """As much as the best place is worth more than the next ones, by lot."""
        return draw_bid(world, RADIUS, rng)

    def birthplace(self, world: World) -> Wish:
        """Most members that nobody else is nearer to."""
        return Wish(birthplace.claim(world, RADIUS), ROOM, WHIM)

    def play(self, turn: Turn) -> tuple[Plan, Cell | None]:
        """Two plans, with and without the knife, and guards from what is left. With few rivals left, their loss counts more.

        Land kept counts as much as land taken: at half of that it won 6 of 20 duels against itself as it is.
        """
        world = turn.world
        note_deeds(world, turn.memory)
        hurt = 100 // max(1, len(world.living))
        taste = Taste(hurt=hurt, hold=100 + hurt, capital=50)
        self._diplomacy(turn)
        plan = self._strike(turn, fight(turn, turn.coins, taste), taste)
        strangers = [seat for seat in world.discovered if seat not in turn.enemies and not turn.is_bound(seat)]
        left = turn.coins - plan.cover.plan.spent
        stand_guard(turn, plan.cover, left * GUARD_PCT // 100, taste, strangers)
        note_words(turn.commands, turn.memory)
        return plan.cover.plan, safe_capital(turn, plan.taken, world.living)

    @staticmethod
    def _strike(turn: Turn, peace: Fight, taste: Taste) -> Fight:
        """The plan that stabs the richest neighbour, if it takes so much more than the plan that does not."""
        world = turn.world
        prey = [
            seat
            for seat in turn.by_lot((*world.allies, *world.neutrals))
            if seat not in turn.enemies and turn.can_stab(seat)
        ]
        victim = max(prey, key=lambda seat: booty(world, seat, DEPTH), default=None)
        if victim is None or 100 * booty(world, victim, DEPTH) < SCENT_PCT * world.income:
            return peace
        before, coins = turn.commands[victim], turn.coins
        turn.coins += turn.price(victim, before) or 0
        turn.commands[victim] = BACKSTAB
        war = fight(turn, turn.coins, taste, is_surprise=True)
        least = peace.worth + PREY_PCT * world.income // 100
        if war.worth >= least:
            return war
        turn.commands[victim], turn.coins = before, coins
        return peace

    @staticmethod
    def _diplomacy(turn: Turn) -> None:
        """War with the richest prey, peace with all others while it pays; a war lasts as long as one side wants it (rule 5.2 d).

        In a truce nothing can be justified, and an alliance would end it: one is offered in its last round.
        """
        world = turn.world
        for seat in turn.by_lot(world.enemies):
            turn.command(seat, JUSTIFY_WAR)
        friends = _friends(turn)
        for seat in turn.by_lot((*world.allies, *world.neutrals)):
            last_round = 1 if seat in friends else 0
            if turn.truce(seat) > last_round:
                turn.command(seat, KEEP_NEUTRAL)
            elif seat not in friends:
                turn.command(seat, JUSTIFY_WAR)
            elif turn.is_worth_its_tax(seat, TAX_PCT):
                turn.command(seat, FORM_ALLIANCE)
            else:
                turn.command(seat, KEEP_NEUTRAL)


def _friends(turn: Turn) -> list[int]:
    """Clubs with which peace is better than a war that is being justified; nobody who broke one, nobody in the last rounds.

    A lone rival is a friend only in a truce or as an ally, as long as there is free land or it has less than we: who is behind must fight.
    In duels without truces those that offered an alliance at the first meeting won 1 of 16.
    """
    world = turn.world
    if world.left <= ALL_IN:
        return []
    able = [seat for seat in (*world.allies, *world.neutrals) if not has_broken(seat, turn.memory)]
    if len(world.living) > 1:
        prey = max(turn.by_lot(able), key=lambda seat: booty(world, seat, DEPTH), default=None)
        return [seat for seat in able if seat != prey or (world.enemies and world.relation[seat] == ALLIED)]
    is_growing = 100 * _free_members(world) >= GROWTH_PCT * world.income
    believed = incomes(world, note_areas(world, turn.memory))
    at_peace = [seat for seat in able if world.relation[seat] == ALLIED or turn.truce(seat) > 0]
    return [seat for seat in at_peace if is_growing or world.income >= believed[seat]]


def _free_members(world: World) -> int:
    """Members of land near the own that nobody is known to have."""
    free = ((world.owner == NOBODY) | (world.owner == UNKNOWN)) & world.land
    return int(np.where(free & widen(world.own, HORIZON), world.members, 0).sum())
