"""Which bid for the final weapon is worth its price, and which planet makes it?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.rng import step_rng
from games.core.text import Phrase, phrase
from games.cosmos.advice.desk import KEEP, Desk, Entry, advised, called
from games.cosmos.advice.words import (
    A_ROUND,
    BID,
    BID_ON,
    FREE,
    KEEPS,
    LIKELY,
    LIKELY_AGAINST,
    LOWER,
    NOBODY_KNOWS,
    ONE_BID,
    ONE_SEAT,
    PAUSE,
    POINTS,
    POINTS_GO,
    RAISE,
    SHIFT,
    THE_MATCH,
    UNKNOWN_AGAINST,
    WIN,
)
from games.cosmos.bots.treasury import beaten, best_bid, chance

Json = Any
FEW_BIDS = 3
"""Bids from which on something is known of others."""
MUCH_LESS = 0.75
"""A bid that is worth lowering to."""
WORTH = 0.25
"""How likely a bid wins that is worth a word."""
SOON = 2
"""Steps within which the end of a match is what bids are for."""
RICHER = 2
"""How many times what another planet has one has that bids in its place."""


def bid(desk: Desk) -> tuple[Entry, int] | None:
    """What is worth bidding, if it is something else than what is bid, and how much it is."""
    sky, view = desk.sky, desk.view
    bidders = [one for one in desk.planets if desk.reflex(one["id"], "auto_charge")]
    if any(one["id"] in desk.told for one in bidders) or not desk.planets:
        return None
    if len(bidders) > 1:
        return _one_bid(desk, bidders)
    old = bidders[0] if bidders else None
    rule = desk.reflex(old["id"], "auto_charge") if old else None
    was = rule["energy"] if rule is not None and rule["mode"] == "fixed" else None
    # What it bids now it has as well.
    desk_left = {**desk.left, old["id"]: _has(desk, old)} if old is not None else desk.left
    home = max(desk.planets, key=lambda one: (desk_left[one["id"]], one is old, -one["id"]))
    if old is not None and desk_left[home["id"]] < RICHER * desk_left[old["id"]]:
        home = old
    history = view["weapon"]["history"]
    spare = (desk_left[home["id"]] - KEEP) // sky.stride
    bid = best_bid(sky, spare, step_rng("advice", view["round"]))
    likely = chance(history, view["round"], bid)
    if likely < WORTH:
        bid = 0
    lately = [row for row in history if row[0] >= view["round"] - sky.stride]
    won = sum(row[3] == "won" for row in lately)
    if home is old and was is not None and len(lately) >= FEW_BIDS and not won and bid <= was:
        # No greater one pays, and such bids lose.
        bid = 0
    says = _change(desk, (old, home), (was, bid), (len(lately), won))
    if says is None:
        return None
    id_ = home["id"]
    orders = _bids_alone(desk, bidders, home, bid, KEEP)
    if not bid:
        return advised(
            "pause", id_, id_, says, (phrase(FREE), phrase(KEEPS, bid=-(-(was or 0) // 2)), phrase(POINTS_GO)), orders
        ), bid
    odds = _odds(desk, round(100 * likely) if len(history) >= FEW_BIDS else None)
    gives = phrase(POINTS, own=view["weapon"]["own"], safe=view["safe"], others=beaten(sky))
    return advised("bid", id_, id_, says, (phrase(A_ROUND, bid=bid), gives, odds), orders), bid


def _bids_alone(desk: Desk, bidders: list[Json], home: Json, bid: int, keep: int) -> Json:
    """Orders by which one planet bids so much a round, 0: nothing, and no other one of those that did."""
    given = {one["id"]: desk.without(one["id"], "auto_charge") for one in bidders}
    if bid:
        reflex = {"type": "auto_charge", "mode": "fixed", "energy": bid, "keep": keep}
        given[home["id"]] = [*desk.without(home["id"], "auto_charge"), reflex]
    return {"standing": [{"id": one, "reflexes": reflexes} for one, reflexes in sorted(given.items())]}


def _has(desk: Desk, planet: Json) -> int:
    """What a planet can bid in all: what it bids now it has as well."""
    return int(desk.left[planet["id"]] + desk.bids_of(planet["id"]))


def _one_bid(desk: Desk, bidders: list[Json]) -> tuple[Entry, int] | None:
    """One bid for the seat in place of several, which take points and energy from each other."""
    home = max(desk.planets, key=lambda one: (_has(desk, one), one in bidders, -one["id"]))
    spare = (_has(desk, home) - KEEP) // desk.sky.stride
    bid = best_bid(desk.sky, spare, step_rng("advice", desk.view["round"]))
    if not bid:
        return None
    says = phrase(ONE_BID, home=called(home["id"]), bid=bid)
    terms = (phrase(A_ROUND, bid=bid), phrase(ONE_SEAT), _odds(desk, None))
    return advised("bid", home["id"], home["id"], says, terms, _bids_alone(desk, bidders, home, bid, KEEP)), bid


def win(desk: Desk) -> Iterator[Entry]:
    """Bids that end the match soon if they win, with all that the richest planet has."""
    sky, weapon = desk.sky, desk.view["weapon"]
    others = beaten(sky)
    # After so many more points the lead is more than the rounds that are left then (17).
    rounds = max(1, (sky.left + others - weapon["own"]) // 2 + 1)
    bidders = [one for one in desk.planets if desk.reflex(one["id"], "auto_charge")]
    is_due = desk.view["rules"].get("end_when_decided") and rounds <= min(SOON * sky.stride, sky.left)
    if not is_due or not desk.planets or any(one["id"] in desk.told for one in bidders):
        return
    home = max(desk.planets, key=lambda one: (_has(desk, one), one in bidders, -one["id"]))
    bid = _has(desk, home) // rounds
    lately = [row for row in weapon["history"] if row[0] >= desk.view["round"] - sky.stride]
    wins = len(bidders) == 1 and lately and all(row[3] == "won" for row in lately)
    if bid < 1 or (wins and bidders[0].get("bids_left", rounds) >= rounds):
        return
    says = phrase(WIN, home=called(home["id"]), bid=bid, rounds=rounds)
    gives = phrase(THE_MATCH, rounds=rounds, own=weapon["own"], others=others)
    terms = (phrase(A_ROUND, bid=bid), gives, _odds(desk, None))
    yield advised("bid", home["id"], home["id"], says, terms, _bids_alone(desk, bidders, home, bid, 0))


def _odds(desk: Desk, percent: int | None) -> Phrase:
    """How likely a bid wins, None: nobody knows; and the rival's planet that can bid most, of those that are known."""
    rich = max(desk.sky.hostile, key=lambda one: (desk.sky.energy_of(one, 0), -one["id"]), default=None)
    if rich is None:
        return phrase(NOBODY_KNOWS) if percent is None else phrase(LIKELY, percent=percent)
    purse = {"planet": called(rich["id"]), "energy": desk.sky.energy_of(rich, 0)}
    return phrase(UNKNOWN_AGAINST, **purse) if percent is None else phrase(LIKELY_AGAINST, percent=percent, **purse)


def _change(
    desk: Desk, who: tuple[Json | None, Json], bids: tuple[int | None, int], lately: tuple[int, int]
) -> Phrase | None:
    """What another bid is for; None: it is not worth another order. `who`, `bids`: as it is, and as it would be; `lately`: bids, and how many won."""
    (old, home), (was, bid), (made, won) = who, bids, lately
    data = {"home": called(home["id"]), "bid": bid}
    if old is None:
        return phrase(BID, **data) if bid else None
    ends = old.get("bids_left", desk.sky.stride) < desk.sky.stride
    if home is not old and bid > (was or 0):
        return phrase(SHIFT, other=called(old["id"]), **data)
    if home is not old or (was is None and not ends):
        return None
    if ends and bid:
        return phrase(BID_ON, **data)
    if was is None:
        return None
    if made and not won:
        if bid > was:
            return phrase(RAISE, was=was, **data)
        return phrase(PAUSE, was=was, home=data["home"]) if made >= FEW_BIDS and not bid and not ends else None
    return phrase(LOWER, was=was, **data) if made >= FEW_BIDS and won == made and 0 < bid <= MUCH_LESS * was else None
