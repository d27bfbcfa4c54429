"""What does a page need to build fleets without knowing a rule? The cards, the limits, all faults of a fleet, and what it can do on average.

Everything here follows from printed numbers and the options of a table; nothing of a running match comes in.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.contract import Options, Workshop
from games.core.errors import OptionError, OrderError
from games.core.text import gettext_noop
from games.frames import cards, refusals
from games.frames.board import Place, ship_area
from games.frames.catalogue import CATALOGUE
from games.frames.constants import AP_COST, COPIES, PILE_SIZE
from games.frames.fleets import NAME_LENGTH, FleetError, fleet_of, new_mech, new_ship, read_fleet
from games.frames.keywords import KEYWORDS
from games.frames.odds import DIGITS, odds
from games.frames.settings import Settings, check_options, settle
from games.frames.state import Side, State, Unit

Json = Any

TOKENS = (0, 1, 2, 3)
"""Energy tokens with which weapons that use them are measured."""
_AS_ROOM = {"of": "ship", "under": "slots"}
_PILE = {"least": PILE_SIZE, "most": PILE_SIZE, "copies": COPIES, "form": "counts"}
PARTS: tuple[dict[str, Json], ...] = (
    {"key": "ship", "kind": "ship", "least": 1, "most": 1, "copies": 1, "form": "one"},
    {"key": "captain", "kind": "captain", "least": 1, "most": 1, "copies": 1, "form": "one"},
    {"key": "weapons", "kind": "ship_weapon", "least": 1, "most": _AS_ROOM, "copies": 1, "form": "list"},
    {
        "key": "mechs",
        "kind": "mech",
        "least": 1,
        "most": _AS_ROOM,
        "copies": COPIES,
        "form": "list",
        "each": "model",
        "fits": {"key": "weapons", "kind": "mech_weapon", "own": "weapons", "copies": 1},
    },
    {"key": "pilots", "kind": "pilot", "least": 1, "most": _AS_ROOM, "copies": 1, "form": "list"},
    {"key": "ship_cards", "kind": "ship_card", **_PILE},
    {"key": "mech_cards", "kind": "mech_card", **_PILE},
)
"""The parts of a fleet (2), as `Workshop.describe` has parts: which kind of card, how many in all and of each."""
VARIANTS: tuple[dict[str, Json], ...] = (
    {"options": {"armoury": "printed"}, "name": gettext_noop("mech weapons as printed"), "fits": False},
    {"options": {"armoury": "open"}, "name": gettext_noop("any mech weapons"), "fits": True},
    {
        "options": {"armoury": "printed", "sets": "both"},
        "name": gettext_noop("both sets, mech weapons as printed"),
        "fits": False,
    },
    {"options": {"armoury": "open", "sets": "both"}, "name": gettext_noop("both sets, any mech weapons"), "fits": True},
)
"""For which tables a fleet may be meant (D4, D58), as `Workshop.describe` has variants."""
BOTH_SETS = 2
"""Index of the variant that plays both sets with mech weapons as printed."""
WORDS: tuple[str, ...] = tuple(one["name"] for one in VARIANTS)
EMPTY: dict[str, Json] = {
    "name": "", "ship": None, "captain": None, "weapons": [], "mechs": [], "pilots": [], "ship_cards": {}, "mech_cards": {},
}  # fmt: skip


def describe(options: Options) -> dict[str, Json]:
    """Cards, explained words, parts with their limits, ready-made fleets, and what a fleet can be measured against."""
    settings = settle(check_options(options, None))
    return {
        "cards": CATALOGUE,
        "keywords": KEYWORDS,
        "parts": [dict(part) for part in PARTS],
        "variants": [dict(one) for one in VARIANTS],
        "armoury": settings.armoury,
        "name_length": NAME_LENGTH,
        "empty": {**EMPTY},
        "ready": [
            {
                "id": card["id"],
                "name": card["name"],
                "text": list(card["plays"]),
                "build": _starter(card),
                **_variant(card),
            }
            for card in cards.STARTER.values()
        ],
        "targets": [*cards.SHIP, *cards.MECH],
    }


def _variant(card: cards.Card) -> dict[str, Json]:
    """For which tables a ready-made fleet is meant, if not for those with the usual options."""
    return {"variant": BOTH_SETS} if card.get("set") == "second" else {}


def _starter(card: cards.Card) -> dict[str, Json]:
    fleet = fleet_of({"starter": card["id"]})
    mechs = [{"model": one["model"], "weapons": list(one["weapons"])} for one in fleet["mechs"]]
    return {**{key: fleet[key] for key in EMPTY if key != "name"}, "name": "", "mechs": mechs}


def judge(options: Options, build: Json) -> tuple[Json, list[OrderError]]:
    """The fleet in normal form and no faults; or the fleet as it came and every fault at its place (2)."""
    settings = settle(check_options(options, None))
    try:
        return read_fleet(build, settings, root=""), []
    except FleetError as error:
        return build, error.faults
    except OrderError as error:
        return build, [error]


def orders(build: Json) -> dict[str, Json]:
    """The order that brings a fleet without faults to a match."""
    return {"type": "fleet", "starter": None, "fleet": build}


# Averages


def measure(options: Options, build: Json, against: Json) -> dict[str, Json]:
    """What each weapon of a fleet does on average to a warship or mech, by printed numbers; parts that are not known are left out.

    `rows`: who fires what (`by`, `weapon`, how often it is there: `count`), the chance of a shot, expected damage of a use, and that
    per action point and per token spent. `fleet`: sums. Raises OptionError at `against`.
    """
    if not isinstance(against, str) or against not in {**cards.SHIP, **cards.MECH}:
        raise OptionError("unknown_card", "against", refusals.NO_SUCH_CARD)
    settings = settle(check_options(options, None))
    fleet = build if isinstance(build, dict) else {}
    rows = [row for row in _rows(settings, fleet, against) if row is not None]
    return {"against": against, "rows": rows, "fleet": _sums(fleet, rows)}


def _rows(settings: Settings, fleet: Json, against: str) -> Iterator[dict[str, Json] | None]:
    ship = fleet.get("ship")
    if _is_in(ship, cards.SHIP):
        for weapon in _known(fleet.get("weapons"), cards.SHIP_WEAPON):
            by = new_ship(0, ship, [weapon], ship_area(0), settings)
            for tokens in _tokens(cards.WEAPON[weapon]):
                yield _row(settings, by, weapon, 1, against, tokens)
    models: dict[tuple[str, str], int] = {}
    for one in fleet.get("mechs") if isinstance(fleet.get("mechs"), list) else ():
        if isinstance(one, dict) and _is_in(one.get("model"), cards.MECH):
            for weapon in _known(one.get("weapons") or cards.MECH[one["model"]]["weapons"], cards.MECH_WEAPON):
                models[one["model"], weapon] = models.get((one["model"], weapon), 0) + 1
    for (model, weapon), count in models.items():
        for tokens in _tokens(cards.WEAPON[weapon]):
            yield _row(settings, new_mech(0, 0, model, [weapon]), weapon, count, against, tokens)


def _is_in(name: Json, index: dict[str, cards.Card]) -> bool:
    return isinstance(name, str) and name in index


def _known(names: Json, index: dict[str, cards.Card]) -> list[str]:
    return list(dict.fromkeys(name for name in names if _is_in(name, index))) if isinstance(names, list) else []


def _tokens(weapon: cards.Card) -> tuple[int, ...]:
    """With how many tokens a weapon is measured: those it costs, or several numbers where they raise its damage."""
    uses = any(one["op"] == "spend_all_energy" or one.get("per") == "own_energy" for one in weapon["effects"])
    return TOKENS if uses else (int(weapon["energy"]),)


def _row(settings: Settings, by: Unit, weapon: str, count: int, against: str, tokens: int) -> dict[str, Json] | None:
    """One weapon against the target, which stands as far away as the weapon reaches; None: it cannot be aimed at that."""
    card = cards.WEAPON[weapon]
    is_ship = against in cards.SHIP
    if card["use"] != "attack" or (card["aoe"] is not None and is_ship):
        return None
    state = State(
        settings, "main", [Side(0, new_ship(0, next(iter(cards.SHIP)), [], ship_area(0), settings), energy=tokens)]
    )
    hull = against if is_ship else next(iter(cards.SHIP))
    state.sides.append(Side(1, new_ship(1, hull, [], ship_area(1), settings)))
    target = state.sides[1].ship if is_ship else new_mech(1, 0, against, cards.MECH[against]["weapons"])
    start: Place = (0, 4)
    for unit, at in ((by, start), (target, (0, 4 - (card["range"] or (0, 4))[1]))):
        unit.where, unit.at = "board", at
    found = odds(state, by, target, card, tokens)
    price = AP_COST["operate_one" if by.is_mech else "fire"]
    spends = any(one["op"] == "spend_all_energy" for one in card["effects"])
    spent = tokens if spends else int(card["energy"])
    return {
        "by": by.card,
        "weapon": weapon,
        "count": count,
        "tokens": tokens,
        "spent": spent,
        "ap": price,
        "ammo": settings.magazine(weapon) if not by.is_mech else card["ammo"],
        **{key: found[key] for key in ("hit", "evade", "shots", "lands", "damage", "most", "destroys")},
        "per_ap": round(found["damage"] / price, DIGITS),
        "per_token": round(found["damage"] / spent, DIGITS) if spent else None,
    }


def _sums(fleet: Json, rows: list[dict[str, Json]]) -> dict[str, Json]:
    """Hit points of ship and mechs, and the most that the ship in one shot and all mechs in one act each may be expected to do."""
    ship = cards.SHIP.get(fleet["ship"]) if isinstance(fleet.get("ship"), str) else None
    mechs = fleet.get("mechs") if isinstance(fleet.get("mechs"), list) else []
    models = [one["model"] for one in mechs if isinstance(one, dict) and _is_in(one.get("model"), cards.MECH)]
    plain = [row for row in rows if not row["tokens"] or row["weapon"] == "twin_laser"]
    best = {model: max((row["damage"] for row in plain if row["by"] == model), default=0.0) for model in set(models)}
    return {
        "ship_hp": ship["hp"] if ship else 0,
        "mech_hp": sum(cards.MECH[model]["hp"] for model in models),
        "ship_shot": max((row["damage"] for row in plain if row["by"] in cards.SHIP), default=0.0),
        "mechs_act": round(sum(best[model] for model in models), DIGITS),
    }


WORKSHOP = Workshop(
    word="fleets",
    name=gettext_noop("Fleets"),
    one=gettext_noop("Fleet"),
    help=gettext_noop("Build fleets, keep them on your account, see what they do on average, and share them."),
    describe=describe,
    judge=judge,
    measure=measure,
    orders=orders,
)
