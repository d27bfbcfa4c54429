"""Do the bots reckon right? Their tools against the engine, against brute force and on small positions (chapter 16)."""

from typing import Any

import numpy as np
import pytest

from games.core.rng import SeededRng
from games.hundred_clubs import GAME
from games.hundred_clubs.bots import birthplace, capital, foes, lessons, street_stall
from games.hundred_clubs.bots.aims import Guess, Taste, articulation, find_aims, gain, quiet
from games.hundred_clubs.bots.bridge_warden import BridgeWarden
from games.hundred_clubs.bots.character import Character, Turn, conquests, decide
from games.hundred_clubs.bots.contest import booty, fight, safe_capital
from games.hundred_clubs.bots.cover import LEAST_GAIN, Aims, Cover, Plan, least_gain
from games.hundred_clubs.bots.deeds import has_broken, note_deeds
from games.hundred_clubs.bots.fox import Fox
from games.hundred_clubs.bots.president import President
from games.hundred_clubs.bots.street_stall import StreetStall
from games.hundred_clubs.bots.world import (
    NOBODY,
    UNKNOWN,
    Cell,
    Mask,
    World,
    distance_to,
    flood,
    neighbours,
    square_around,
    sum_around,
    widen,
)
from games.hundred_clubs.state import State
from tests.games.hundred_clubs.boards import after, board, chart_document, random_states, to_rounds


def world_of(state: State, seat: int = 0) -> World:
    return World(GAME.view(state, seat))


def turn_of(state: State, seat: int = 0) -> Turn:
    return Turn(world_of(state, seat), SeededRng("turn"), {})


def orders_of(character: Character, state: State, seat: int = 0) -> Any:
    return GAME.check(state, seat, decide(character, GAME.view(state, seat), SeededRng("bot"), {}))


def drawn_mask(dice: SeededRng, height: int = 7, width: int = 9, percent: int = 45) -> Mask:
    return np.array([[dice.randrange(100) < percent for _ in range(width)] for _ in range(height)])


def cells(mask: Mask) -> set[tuple[int, int]]:
    ys, xs = np.nonzero(mask)
    return set(zip(ys.tolist(), xs.tolist(), strict=True))


class TestWorld:
    def test_reads_terrain_owners_and_what_was_seen_before(self) -> None:
        state = board(
            ["D=~T.", "+++++"], ["0...1", "....."], overrides=[{"at": [4, 0], "members": 77}], cut=[(0, 0)], sight=1
        )
        world = world_of(state)
        assert world.atk[0].tolist() == [20, 10, 0, 20, 10]
        assert world.members[0].tolist() == [8, 2, 0, 5, 77]
        assert world.owner[0].tolist() == [0, NOBODY, UNKNOWN, UNKNOWN, UNKNOWN]
        assert cells(world.bridge) == {(0, 1)} and cells(~world.land) == {(0, 2)}
        assert cells(world.cut) == {(0, 0)}
        view = GAME.view(state, 0)
        view["memory"]["owners"] = ["????1", "????."]
        assert World(view).owner[:, 4].tolist() == [1, NOBODY]

    def test_own_land_is_in_sight(self) -> None:
        """What is remembered as own, and not seen, was lost."""
        view = GAME.view(board(["+" * 16] * 3, ["0" * 2 + "1" * 14] * 3, sight=1), 0)
        view["memory"]["owners"][0] = "?" * 10 + "0?????"
        world = World(view)
        assert world.owner[0, 10] == 0 and int(world.own.sum()) == 6

    def test_grids_agree_with_brute_force(self) -> None:
        dice = SeededRng("grids")
        for _ in range(20):
            mask, inside = drawn_mask(dice, percent=12), drawn_mask(dice, percent=70)
            ys, xs = np.indices(mask.shape)
            away = np.full(mask.shape, 9)
            square = np.zeros(mask.shape, dtype=bool)
            for y, x in cells(mask):
                away = np.minimum(away, abs(ys - y) + abs(xs - x))
                square |= np.maximum(abs(ys - y), abs(xs - x)) <= 3
            assert (distance_to(mask, 9) == away).all()
            assert (widen(mask, 2) == (away <= 2)).all()
            assert (square_around(mask, 3) == square).all()
            sums = [[int(mask[abs(ys - y) + abs(xs - x) <= 2].sum()) for x in range(9)] for y in range(7)]
            assert sum_around(mask.astype(np.int64), 2).tolist() == sums
            beside = [[int(mask[abs(ys - y) + abs(xs - x) == 1].sum()) for x in range(9)] for y in range(7)]
            assert neighbours(mask).tolist() == beside
            assert cells(flood(mask, inside)) == reached(cells(mask & inside), cells(inside))

    def test_articulation_cells_are_those_that_hold_a_piece_together(self) -> None:
        dice = SeededRng("articulation")
        found = 0
        for _ in range(20):
            mask = drawn_mask(dice, percent=60)
            expected = {cell for cell in cells(mask) if pieces(cells(mask) - {cell}) > pieces(cells(mask))}
            assert cells(articulation(mask)) == expected
            found += len(expected)
        assert found > 50


def reached(start: set[tuple[int, int]], inside: set[tuple[int, int]]) -> set[tuple[int, int]]:
    known, todo = set(start), list(start)
    while todo:
        y, x = todo.pop()
        fresh = {(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)} & inside - known
        known |= fresh
        todo.extend(fresh)
    return known


def pieces(rest: set[tuple[int, int]]) -> int:
    count = 0
    while rest:
        rest = rest - reached({min(rest)}, rest)
        count += 1
    return count


class TestCover:
    @pytest.mark.parametrize(("rows", "owners", "size"), [
        (["T=~~~"], ["0...."], 45),
        (["D~~~~", "D~~~~", "D~~~~"], ["0....", "0....", "....."], 23),
    ])  # fmt: skip
    def test_the_smallest_size_that_takes_the_cell(self, rows: list[str], owners: list[str], size: int) -> None:
        """The bridge of 11.1 asks for 45; a dormitory beside the campaign for 23 (20 * 23 * 18 > 8000)."""
        state = board(rows, owners)
        world = world_of(state)
        aims = find_aims(world, [], [quiet(world)], Taste(), [])
        plan = Cover(world, aims, turn_of(state).free_influence()).fill(100, 32)
        assert plan.spent == sum(plan.sizes.values()) == size
        assert not Cover(world, aims, turn_of(state).free_influence()).fill(size - 1, 32).sizes

    def test_what_it_expects_is_what_the_engine_takes(self) -> None:
        """With nobody else near, on the campus: the land that the first campaigns take, cell by cell."""
        state = to_rounds(2)
        for _ in range(3):
            turn = turn_of(state)
            world = turn.world
            aims = find_aims(world, [], [quiet(world)], Taste(), [])
            cover = Cover(world, aims, turn.free_influence())
            plan = cover.fill(turn.coins, 32)
            taken = conquests(world, cover.influence, aims.need[0], aims.ground)
            campaigns = [{"at": list(cell), "size": size} for cell, size in plan.sizes.items()]
            state = after(state, {0: GAME.check(state, 0, {"campaigns": campaigns})})
            assert taken.any()
            assert (world_of(state).own == world.own | taken).all()

    def test_a_way_must_be_broken_too(self) -> None:
        """The dormitory behind the grass costs what the grass asks for; alone it would fall to less."""
        world = world_of(board(["T.D~~"], ["0...."]))
        aims = find_aims(world, [], [quiet(world)], Taste(), [])
        plan = Cover(world, aims, np.zeros_like(world.atk)).fill(100, 32)
        assert plan.sizes == {(0, 0): 45}

    def test_limits(self) -> None:
        state = board(["+" * 20] * 20, ["0" + "." * 19] * 20, campaign_price=3)
        world = world_of(state)
        aims = find_aims(world, [], [quiet(world)], Taste(), [])
        for coins, slots in ((0, 5), (500, 0), (500, 2), (45, 9), (10_000, 32)):
            plan = Cover(world, aims, np.zeros_like(world.atk)).fill(coins, slots)
            assert plan.spent == 3 * sum(plan.sizes.values()) <= coins
            assert len(plan.sizes) <= slots
        assert not Cover(world, aims, np.zeros_like(world.atk)).fill(500, 9, cutoff=1000.0).sizes

    def test_the_lot_decides_between_equally_good_spots(self) -> None:
        """Else a map that looks the same from every start is none: the first in reading order lie inwards for one club, outwards for another."""
        world = world_of(board(["++", "++"], ["00", "00"]))
        everywhere = np.full((1, 2, 2), 400)
        aims = Aims(everywhere, everywhere, world.own)

        def firsts(rngs: list[SeededRng | None]) -> set[Cell]:
            return {next(iter(Cover(world, aims, np.zeros_like(world.atk), rng).fill(500, 1).sizes)) for rng in rngs}

        assert len(firsts([None] * 3)) == 1
        assert len(firsts([SeededRng(str(seed)) for seed in range(50)])) == 4

    def test_holds_what_it_is_told_will_be_attacked(self) -> None:
        """atk 20 * 60 - threshold 400 = 800 > def 30 * size: 27 hold the cell against 60."""
        world = world_of(board(["T~~~~D"], ["0....1"], relations={(0, 1): "at_war"}))
        threat = np.where(world.own, 60 * 20, 0)
        guess = Guess(100, np.zeros_like(world.atk), threat)
        aims = find_aims(world, [1], [guess], Taste(hold=100), [])
        plan = Cover(world, aims, np.zeros_like(world.atk)).fill(100, 32)
        assert plan.sizes == {(0, 0): 27}

    def test_land_must_pay_a_coin_back_twice(self) -> None:
        """A member pays a coin a round: dear land is worth it early in a long match, and all land is in the last round."""
        gains = [least_gain(world_of(board(["DD"], ["0."], rounds=80, round=number))) for number in (1, 41, 76, 80)]
        assert gains == [2 / 80, 2 / 40, LEAST_GAIN, 0.0]

    @pytest.mark.parametrize("character", [President(), StreetStall()], ids=["hard", "medium"])
    def test_dear_land_is_saved_for_and_taken(self, character: Character) -> None:
        """Too late to pay in a short match, well in time in a long one."""
        rows, owners = ["TD"], ["0."]

        def spent(rounds: int) -> int:
            alone = {(0, 1): "undiscovered"}
            state = board(rows, owners, saving=2000, relations=alone, threshold=6000, rounds=rounds, round=2)
            return sum(one["size"] for one in orders_of(character, state)["campaigns"])

        assert spent(20) == 0 < spent(200)


class TestAims:
    def test_needs_and_worths(self) -> None:
        state = board(["D.T=T+"], ["0..111"], relations={(0, 1): "at_war"}, cut=[(4, 0)], sight=6)
        world = world_of(state)
        guard = np.full_like(world.atk, 100)
        aims = find_aims(world, [1], [Guess(100, guard, np.zeros_like(guard))], Taste(hurt=100), [])
        need, worth = aims.need[0][0].tolist(), aims.worth[0][0].tolist()
        assert need[1:] == [801, 401, (8000 + 15 * 100) // 10 + 1, 401, (8000 + 10 * 100) // 30 + 1]
        assert worth[1:] == [75, 275, 1000, 1100 + 200, 500]
        assert gain(world)[0].tolist() == [850, 150, 550, 500, 550, 250]

    def test_nothing_is_expected_of_clubs_one_is_not_at_war_with(self) -> None:
        world = world_of(board(["D.T"], ["0.1"]))
        aims = find_aims(world, [], [quiet(world)], Taste(hold=100), [])
        assert aims.worth[0][0].tolist() == [0, 75, 0]


class TestLessons:
    def test_a_failed_attack_tells_how_strong_the_guard_is_and_fades(self) -> None:
        state = board(["T+T"], ["0.1"], relations={(0, 1): "at_war"})
        world = world_of(state)
        memory: dict[str, Any] = {}
        influence = np.array([[1000, 900, 800]])
        lessons.expect(world, memory, [1], influence, np.array([[0, 267, 401]]), world.own)
        assert memory["hoped"] == [[2, 0, 800]]
        guards = [int(lessons.learn(world, memory).guard[0, 2]) for _ in range(3)]
        assert guards == [(20 * 800 - 8000) // 30, 133, 66]
        assert not lessons.learn(world, {}).guard.any()


class TestFoes:
    def test_incomes_are_believed_from_what_was_seen_and_told(self) -> None:
        state = board(["DD~TT"], ["00.11"], sight=9)
        memory: dict[str, Any] = {}
        assert foes.incomes(world_of(state), foes.note_areas(world_of(state), memory)) == {1: 10}
        assert memory == {"areas": {"1": 2}}
        blind = board(["DD~TT"], ["00.11"], sight=1, relations={(0, 1): "at_war"})
        average = 26 * 100 // 4
        assert foes.incomes(world_of(blind), foes.note_areas(world_of(blind), memory)) == {1: 2 * average // 100}

    def test_guesses_spend_no_more_than_the_enemy_has(self) -> None:
        state = board(["+" * 9] * 3, ["000111111"] * 3, relations={(0, 1): "at_war"})
        world = world_of(state)
        none, even, heavy = foes.guess_moves(world, [1], {1: 90}, (30, 40, 30), SeededRng("g"))
        assert [none.share, even.share, heavy.share] == [30, 40, 30]
        assert not none.guard.any() and not none.threat.any()
        for guess in (even, heavy):
            assert guess.guard[world.owner == 1].any() and guess.threat[world.own].any()
            assert not guess.guard[world.own].any()
            assert guess.threat.max() <= 20 * 90


class TestPlaces:
    def test_birthplaces_are_legal_land_and_never_water(self) -> None:
        table = GAME.check_options({"min_birth_distance": 7}, 8)
        for character in (StreetStall(), BridgeWarden(), Fox(), President()):
            state = GAME.setup(table, 8, SeededRng("births"))
            state = after(state)
            while state.phase == "birthplaces":
                (seat,) = GAME.pending(state)
                world = world_of(state, seat)
                given = orders_of(character, state, seat)
                x, y = given["birthplace"]
                assert world.land[y, x]
                assert sum_around(world.members, 2)[y, x] >= birthplace.POOR
                state = after(state, {seat: given})

    def test_regions_end_at_water_and_bridges(self) -> None:
        world = world_of(board(["++=++", "++~++", "++=++"], ["....."] * 3))
        assert [(int(region.sum()), doors) for region, doors in birthplace.regions(world)] == [(6, 2), (6, 2)]

    def test_the_capital_goes_where_nobody_reaches_it(self) -> None:
        owners = ["0" * 12 + "." + "1" * 3] * 3
        state = board(["+" * 16] * 3, owners, capitals={0: (11, 1)})
        for seat, wary in ((0, [1]), (0, [])):
            place = safe_capital(turn_of(state, seat), np.zeros((3, 16), dtype=bool), wary)
            assert place is not None
            assert (place[0] < 13 - 4) or not wary
        near = board(["+" * 5], ["000.1"], capitals={0: (2, 0)})
        assert safe_capital(turn_of(near), np.zeros((1, 5), dtype=bool), [1]) == (0, 0)

    def test_the_capital_stays_with_most_of_the_land(self) -> None:
        world = world_of(board(["DDD++"], ["00..0"], capitals={0: (4, 0)}))
        assert cells(capital.main_piece(world, world.own)) == {(0, 0), (0, 1)}


def test_of_equal_places_for_the_capital_none_comes_first_for_where_it_lies() -> None:
    """All ends of the land are as good: each is chosen at some time, and a better one, or the nearest to the capital, always."""
    turn = turn_of(board(["....."] * 5, ["0...0", ".....", ".....", ".....", "0...0"]))
    home = turn.world.own
    score = np.zeros((5, 5), dtype=np.int64)
    found = {capital.choose(turn.world, score, home, SeededRng(f"lot {n}")) for n in range(40)}
    assert found == {(0, 0), (4, 0), (0, 4), (4, 4)}
    score[4, 0] = 1
    assert {capital.choose(turn.world, score, home, SeededRng(f"lot {n}")) for n in range(10)} == {(0, 4)}
    near = turn_of(board(["....."] * 5, ["0...0", ".....", ".....", ".....", "0...0"], capitals={0: [4, 0]}))
    assert capital.choose(near.world, np.zeros((5, 5), dtype=np.int64), home, SeededRng("lot")) == (4, 0)


def test_of_equal_doors_any_is_guarded_first() -> None:
    """With coins for one guard each of two alike roads gets it at some time."""
    rows, guarded = ["+...+", ".....", "....."], set()
    for n in range(30):
        turn = turn_of(board(rows, ["01010", ".....", "....."], saving=8))
        turn.rng = SeededRng(f"door {n}")
        cover = Cover(turn.world, find_aims(turn.world, [], [quiet(turn.world)], Taste(), []), turn.free_influence())
        StreetStall._stand_guard(turn, cover, 8, 1)
        guarded |= set(cover.plan.sizes)
    assert guarded == {(0, 0), (4, 0)}


class TestWhims:
    """Equal clubs do not play one match again and again, and none is preferred for its seat's number (chapter 16)."""

    def test_the_street_stall_bids_and_settles_by_lot_within_bounds(self) -> None:
        auction = GAME.setup(GAME.check_options({}, 2), 2, SeededRng("whims"))
        view = GAME.view(auction, 0)
        bids = {decide(StreetStall(), view, SeededRng(f"bid {n}"), {})["bid"] for n in range(60)}
        assert bids == set(street_stall.BIDS)
        choosing = after(auction)
        (seat,) = GAME.pending(choosing)
        view, richness = GAME.view(choosing, seat), birthplace.richness(world_of(choosing, seat))
        drawn = {tuple(decide(StreetStall(), view, SeededRng(f"place {n}"), {})["birthplace"]) for n in range(40)}
        assert len(drawn) > 10
        least = int(richness.max()) * (100 - street_stall.WHIM) // 100
        assert all(richness[y, x] >= least for x, y in drawn)

    def test_equally_good_birthplaces_are_drawn_and_worse_ones_are_not(self) -> None:
        world = world_of(board(["DD~DD"] * 3, ["....."] * 3))
        score = np.array([[0, 90, 999, 0, 100], [0] * 5, [100, 0, 999, 0, 79]])
        places = [
            {birthplace.best_place(world, birthplace.Wish(score, 0, whim), SeededRng(str(n))) for n in range(40)}
            for whim in (0, 10, 20)
        ]
        assert places == [{(4, 0), (0, 2)}, {(4, 0), (0, 2), (1, 0)}, {(4, 0), (0, 2), (1, 0)}]
        debts = birthplace.Wish(-score - 10, 0, 20)
        drawn = {birthplace.best_place(world, debts, SeededRng(str(n))) for n in range(80)}
        assert drawn == {(x, y) for y, x in cells((score == 0) & world.land)}

    def test_of_equal_neighbours_any_may_become_the_friend(self) -> None:
        owners = ["." * 9, "." * 3 + "0" * 3 + "." * 3, "." * 9, "1" + "." * 4 + "2" + "." * 2 + "3"]
        free = {"basis": "area", "milli": 0}
        state = board(["+" * 9] * 4, owners, seats=4, alliance_tax=free)
        friends = set()
        for number in range(30):
            given = decide(StreetStall(), GAME.view(state, 0), SeededRng(f"friend {number}"), {})
            friends |= {seat for seat, command in given["diplomacy"].items() if command == "form_alliance"}
        assert friends == {"1", "2", "3"}


class TestCharacters:
    def test_the_president_stabs_if_the_plan_with_the_knife_takes_more(self) -> None:
        rows, owners = ["++++DDDD"], ["00001111"]
        assert orders_of(President(), board(rows, owners, saving=200))["diplomacy"] == {"1": "backstab"}
        poor = board(rows, owners, saving=2)
        assert booty(world_of(poor), 1, 3) == 16
        assert orders_of(President(), poor)["diplomacy"] == {"1": "justify_war"}
        spent = board(rows, owners, saving=200, stabbed=[0])
        assert orders_of(President(), spent)["diplomacy"] == {"1": "justify_war"}

    def test_the_president_stabs_nobody_with_whom_a_truce_binds_it(self) -> None:
        """In its last round it is a friend of who has less: earlier an alliance would end what protects it."""
        rows, owners = ["DDDD++++"], ["00001111"]
        for left, command in ((3, "keep_neutral"), (1, "form_alliance")):
            bound = board(rows, owners, saving=200, truce={(0, 1): left}, meeting_truce=4)
            assert orders_of(President(), bound)["diplomacy"] == {"1": command}
        free = board(rows, owners, saving=200, truce={(0, 1): 3})
        assert orders_of(President(), free)["diplomacy"] == {"1": "backstab"}

    def test_the_president_remembers_who_broke_the_peace(self) -> None:
        rows, owners = ["DDDD++++"], ["00001111"]
        truce = {"saving": 200, "truce": {(0, 1): 1}, "meeting_truce": 4}
        memory: dict[str, Any] = {}
        before = board(rows, owners, **truce)
        assert decide(President(), GAME.view(before, 0), SeededRng("a"), memory)["diplomacy"] == {"1": "form_alliance"}
        war = board(rows, owners, relations={(0, 1): "at_war"})
        assert decide(President(), GAME.view(war, 0), SeededRng("b"), memory)["diplomacy"] == {"1": "justify_war"}
        assert has_broken(1, memory)
        again = decide(President(), GAME.view(before, 0), SeededRng("c"), memory)
        assert again["diplomacy"] == {"1": "keep_neutral"}

    def test_a_war_of_ones_own_is_nobody_elses_deed(self) -> None:
        world, memory = (
            world_of(board(["++++"], ["0.1."])),
            {"relations": {"1": "neutral"}, "said": {"1": "justify_war"}},
        )
        note_deeds(world, memory)
        war = world_of(board(["++++"], ["0.1."], relations={(0, 1): "at_war"}))
        note_deeds(war, memory)
        assert not has_broken(1, memory)

    def test_of_several_neighbours_the_president_fights_one_and_offers_the_others_an_alliance(self) -> None:
        owners = ["00000000", "........", "11112222"]
        state = board(
            ["++++++++", "........", "TTTTDDDD"],
            owners,
            seats=3,
            stabbed=[0],
            alliance_tax={"milli": 100, "basis": "area"},
        )
        assert orders_of(President(), state)["diplomacy"] == {"1": "form_alliance", "2": "justify_war"}

    def test_bids_are_what_the_best_place_is_worth_more(self) -> None:
        """Nothing on a map that is equal for all, but for the draw of a coin or two; much where one place stands out."""
        for rows, most in ((["DDD" + "+" * 19 + "DDD"] * 3, 2), (["DDD" + "+" * 22] * 3, 50)):
            table = GAME.check_options({"map": chart_document(rows)}, 2)
            view = GAME.view(GAME.setup(table, 2, SeededRng("prize")), 0)
            bids = {decide(President(), view, SeededRng(f"bid {n}"), {})["bid"] for n in range(60)}
            assert min(bids) == 0 and (max(bids) <= 2 if most == 2 else 8 < max(bids) <= most)

    def test_the_street_stall_stabs_only_at_the_end(self) -> None:
        rows, owners = ["++++DDDD"] * 9, ["00001111"] * 9
        allied = {(0, 1): "allied"}
        early = board(rows, owners, relations=allied, round=40, alliance_tax={"basis": "area", "milli": 0})
        assert orders_of(StreetStall(), early)["diplomacy"] == {"1": "form_alliance"}
        late = board(rows, owners, relations=allied, round=46)
        assert orders_of(StreetStall(), late)["diplomacy"] == {"1": "backstab"}

    def test_the_senior_starts_a_war_only_when_it_has_stopped_growing(self) -> None:
        rows, owners = ["++++++++++"] * 3, ["1112220000"] * 3
        late = {"seats": 3, "relations": {(0, 1): "undiscovered"}, "saving": 500}
        senior, stall = StreetStall(fights=True), StreetStall()

        def command(character: Character, state: State, memory: dict[str, Any]) -> str:
            given: str = decide(character, GAME.view(state, 0), SeededRng("war"), memory)["diplomacy"]["2"]
            return given

        state = board(rows, owners, round=9, **late)
        assert command(senior, state, {"area": 12}) == "justify_war"
        assert command(senior, state, {"area": 11}) != "justify_war"
        assert command(stall, state, {"area": 12}) != "justify_war"
        assert command(senior, board(rows, owners, round=8, **late), {"area": 12}) != "justify_war"
        fighting = board(rows, owners, **{**late, "relations": {(0, 1): "at_war"}})
        assert command(senior, fighting, {"area": 12}) != "justify_war"

    def test_the_senior_justifies_on_against_whom_it_has_begun_with(self) -> None:
        rows, owners = ["+" * 9] * 4, ["1" * 8 + "2", "0" * 9, "0" * 9, "." * 9]
        state = board(rows, owners, seats=3)
        weaker = decide(StreetStall(fights=True), GAME.view(state, 0), SeededRng("war"), {"area": 18})["diplomacy"]
        assert weaker["1"] != "justify_war" and weaker["2"] == "justify_war"
        begun = board(rows, owners, seats=3, justify={(0, 1): 1})
        again = decide(StreetStall(fights=True), GAME.view(begun, 0), SeededRng("war"), {"area": 18})["diplomacy"]
        assert again["1"] == "justify_war" and again["2"] != "justify_war"

    def test_the_warden_justifies_nothing_early_and_flees_to_its_ally(self) -> None:
        rows, owners = ["++++DDDD"] * 3, ["00001111"] * 3
        assert orders_of(BridgeWarden(), board(rows, owners, round=29))["diplomacy"]["1"] != "justify_war"
        assert orders_of(BridgeWarden(), board(rows, owners, round=30))["diplomacy"]["1"] == "justify_war"
        owners = ["0......1", ".1111111", "........"]
        free = {"basis": "area", "milli": 0}
        state = board(
            rows, owners, relations={(0, 1): "allied"}, capitals={0: (0, 0), 1: (7, 1)}, alliance_tax=free, sight=9
        )
        assert orders_of(BridgeWarden(), state)["capital"] == [7, 1]

    def test_the_fox_allies_with_the_strong_and_turns_on_the_weak(self) -> None:
        rows = ["+" * 12] * 4
        owners = ["1" * 12, "0" * 12, "0" * 12, "22........33"]
        free = {"basis": "area", "milli": 0}
        state = board(rows, owners, seats=4, alliance_tax=free, stabbed=[0])
        commands = orders_of(Fox(), state)["diplomacy"]
        assert commands["1"] == "form_alliance"
        assert sorted(commands.values()) == ["form_alliance", "form_alliance", "justify_war"]

    def test_a_war_is_reckoned_with_as_long_as_the_other_side_may_want_it(self) -> None:
        turn = turn_of(board(["+++"], ["0.1"], relations={(0, 1): "at_war"}))
        turn.command(1, "keep_neutral")
        assert turn.enemies == [1]
        turn = turn_of(board(["+++"], ["0.1"], justify={(0, 1): 2}))
        assert turn.enemies == []
        turn.command(1, "justify_war")
        assert turn.enemies == [1]

    def test_commands_that_cannot_be_paid_are_not_given(self) -> None:
        turn = turn_of(board(["+++"], ["0.1"], saving=0))
        assert (turn.command(1, "justify_war"), turn.commands, turn.coins) == (False, {1: "keep_neutral"}, 0)

    def test_a_fight_spends_no_more_than_it_is_given(self) -> None:
        for state, _ in random_states("fight", 40, [(3, {"rounds": 9}), (2, {"rounds": 9})]):
            if state.phase != "rounds":
                continue
            turn = turn_of(state, GAME.pending(state)[0])
            cover = fight(turn, turn.coins // 2, Taste(hold=100)).cover
            assert isinstance(cover.plan, Plan)
            assert cover.plan.spent <= turn.coins // 2
