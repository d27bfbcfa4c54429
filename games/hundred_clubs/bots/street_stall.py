"""How does the Street Stall play? It expands: every coin into land, later some of it on guard where roads come in (chapter 16, 1)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from games.core.rng import Rng
from games.hundred_clubs.bots import birthplace, capital
from games.hundred_clubs.bots.aims import Taste, find_aims
from games.hundred_clubs.bots.birthplace import Wish
from games.hundred_clubs.bots.character import Turn, conquests
from games.hundred_clubs.bots.contest import booty, fight, safe_capital
from games.hundred_clubs.bots.cover import Cover, Plan, least_gain
from games.hundred_clubs.bots.deeds import has_broken, note_deeds, note_words
from games.hundred_clubs.bots.lessons import expect, learn
from games.hundred_clubs.bots.world import Cell, Grid, Mask, World, distance_from, widen
from games.hundred_clubs.constants import BACKSTAB, FORM_ALLIANCE, JUSTIFY_WAR, KEEP_NEUTRAL

OPENING = 8
"""Rounds in which nothing is kept for guards, and no war is begun; a third of a short match."""
COVER_PCT = 70
"""Part of the coins for land after the opening."""
TAX_PCT = 5
"""Most of the income that an alliance may cost, in hundredths."""
LATE = 5
"""Last rounds, in which an ally may be stabbed."""
BOOTY = 60
"""Members that an ally's border cells must have for that."""
CLOSENESS = 30 * 20
"""How much a birthplace loses beside another one; in twentieths of a member, halved at distance 1, and so on."""
DEPTH = 3
"""How far off land may be that a war is fought for."""
BIDS = range(1, 6)
"""Coins for the order of choice, drawn by lot."""
ROOM = 6
"""It is born this far from others, if it can."""
WHIM = 20
"""How much poorer than the richest a birthplace may be; in hundredths. Without a whim equal clubs would play one match again and again."""


@dataclass(frozen=True)
class StreetStall:
    """The expander."""

    budget_pct: int = 100
    """Part of its saving that it spends in a round."""
    fights: bool = False
    """It starts a war when it has stopped growing, weighs land to hold against land to take, and keeps its capital out of reach."""
    purse_pct: int | None = None
    """The most that it spends in a round, as part of what a club begins with, in hundredths; None: no limit."""
    stands: bool = False
    """At war it weighs land to hold against land to take; whoever began the war against it meets more than its purse."""
    temper_pct: int = 0
    """How often, in a round after the opening, it begins to justify a war on a neighbour for no reason at all."""

    def bid(self, world: World, rng: Rng) -> int:
        """A few coins, never the same in every match."""
        return BIDS[0] + rng.randrange(len(BIDS))

    def birthplace(self, world: World) -> Wish:
        """One of the richest surroundings, not beside others."""
        score: Grid = birthplace.richness(world)
        for cell in birthplace.chosen_cells(world):
            score = score - CLOSENESS // (1 + distance_from(cell, world.owner.shape))
        return Wish(score, ROOM, WHIM)

    def play(self, turn: Turn) -> tuple[Plan, Cell | None]:
        """Land first, guards from what is left, capital where it helps."""
        world = turn.world
        learned = learn(world, turn.memory)
        if self.stands:
            note_deeds(world, turn.memory)
        self._diplomacy(turn)
        if self.stands:
            note_words(turn.commands, turn.memory)
        coins = turn.coins * self.budget_pct // 100
        is_attacked = self.stands and any(has_broken(seat, turn.memory) for seat in world.enemies)
        if self.purse_pct is not None and not is_attacked:
            coins = min(coins, self.purse_pct * int(world.options["initial_saving"]) // 100)
        if turn.enemies and (self.fights or self.stands):
            battle = fight(turn, coins, Taste(hold=100, capital=50))
            return battle.cover.plan, safe_capital(turn, battle.taken, world.living)
        aims = find_aims(world, turn.enemies, [learned], Taste(), turn.allies)
        cover = Cover(world, aims, turn.free_influence(), turn.rng)
        limit = int(world.options["campaign_limit"])
        share = 100 if _is_opening(world) else COVER_PCT
        plan = cover.fill(coins * share // 100, limit, least_gain(world))
        if not _is_opening(world):
            self._stand_guard(turn, cover, coins - plan.spent, limit - len(plan.sizes))
        taken = conquests(world, cover.influence, aims.need[0], aims.ground)
        expect(world, turn.memory, turn.enemies, cover.influence, aims.need[0], aims.ground)
        return plan, self._seat(turn, taken)

    def _diplomacy(self, turn: Turn) -> None:
        world = turn.world
        gaining = int(world.me["area"]) > int(turn.memory.get("area", 0))
        turn.memory["area"] = int(world.me["area"])
        for seat in turn.by_lot(world.enemies):
            turn.command(seat, JUSTIFY_WAR if gaining else KEEP_NEUTRAL)
        for seat in turn.by_lot(world.allies):
            if world.left <= LATE and turn.can_stab(seat) and self._booty(world, seat) > BOOTY:
                turn.command(seat, BACKSTAB)
            else:
                turn.command(seat, FORM_ALLIANCE if turn.is_worth_its_tax(seat, TAX_PCT) else KEEP_NEUTRAL)
        victim = self._victim(turn) if self.fights and not gaining else self._quarrel(turn)
        if victim is not None:
            turn.command(victim, JUSTIFY_WAR)
        friend = self._friend(turn)
        if friend is not None and friend != victim:
            turn.command(friend, FORM_ALLIANCE)

    @staticmethod
    def _friend(turn: Turn) -> int | None:
        """The strongest neutral club that is cheap to be allied with and not where most own land meets another's."""
        borders = {seat: turn.border_with(seat) for seat in turn.world.neutrals}
        widest = max(borders.values(), default=0)
        able = [
            seat for seat in borders if turn.is_worth_its_tax(seat, TAX_PCT) and (borders[seat] < widest or widest == 0)
        ]
        return max(turn.by_lot(able), key=lambda seat: turn.world.players[seat]["area"], default=None)

    @staticmethod
    def _victim(turn: Turn) -> int | None:
        """With no land left to take in peace, the neutral neighbour with the least area; once justified, the same again."""
        world = turn.world
        if world.enemies or _is_opening(world):
            return None
        begun = world.me["justify"]
        return min(
            (seat for seat in turn.by_lot(world.neutrals) if booty(world, seat, DEPTH)),
            key=lambda seat: (-begun.get(str(seat), 0), world.players[seat]["area"]),
            default=None,
        )

    def _quarrel(self, turn: Turn) -> int | None:
        """A neutral neighbour drawn by lot, now and then; once justified, the same again. With nobody while it is at war."""
        world = turn.world
        if not self.temper_pct or world.enemies or _is_opening(world):
            return None
        begun = [seat for seat in world.neutrals if world.me["justify"].get(str(seat), 0)]
        near = [seat for seat in turn.by_lot(world.neutrals) if turn.border_with(seat)]
        is_cross = turn.rng.randrange(100) < self.temper_pct
        return next(iter(begun or (near if is_cross else [])), None)

    @staticmethod
    def _booty(world: World, seat: int) -> int:
        theirs = (world.owner == seat) & widen(world.own, 1)
        return int(world.members[theirs].sum())

    @staticmethod
    def _stand_guard(turn: Turn, cover: Cover, coins: int, slots: int) -> None:
        """One campaign on each way in beside a club that is not allied, easiest to take first, by lot among equals."""
        world = turn.world
        strangers = [seat for seat in world.living if seat not in turn.allies]
        doors = world.own & world.narrow & widen(world.of(strangers), 1)
        size = max(8, world.income // 12)
        ys, xs = np.nonzero(doors)
        lot = turn.rng.permutation(len(ys))
        ys, xs = ys[lot], xs[lot]
        order = np.argsort(world.dfn[ys, xs], kind="stable")
        for i in order:
            cell = (int(xs[i]), int(ys[i]))
            new = cell not in cover.plan.sizes
            if size * cover.price > coins or slots < new:
                return
            cover.add(cell, size)
            coins -= size * cover.price
            slots -= new

    def _seat(self, turn: Turn, taken: Mask) -> Cell | None:
        """In the opening where the capital's influence opens most, later as deep as possible."""
        world = turn.world
        if self.fights:
            return safe_capital(turn, taken, world.living)
        home = capital.main_piece(world, world.own)
        if _is_opening(world):
            front = np.zeros_like(world.members)
            return capital.choose(world, capital.pull(world, taken, front), home, turn.rng)
        return capital.choose(world, capital.deepest(world, home), home, turn.rng)


def _is_opening(world: World) -> bool:
    return world.round <= min(OPENING, world.rounds // 3)
