"""Which orders may a seat give? Chapter 10.1: judged only from the seat's own view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from games.core import fields
from games.core.errors import OrderError
from games.core.text import gettext_noop
from games.core.things import thing
from games.hundred_clubs import birthplaces, constants, maps
from games.hundred_clubs.board import Board, board_of
from games.hundred_clubs.constants import BACKSTAB, FORM_ALLIANCE, JUSTIFY_WAR, KEEP_NEUTRAL, STATUS_QUO, UNDISCOVERED
from games.hundred_clubs.maps import Chart
from games.hundred_clubs.state import State
from games.hundred_clubs.turns import pending
from games.hundred_clubs.view import view

Json = Any

RESIGNATION = {"resign": True}
FIELDS = {
    "auction": ("bid",),
    "birthplaces": ("birthplace",),
    "rounds": ("diplomacy", "campaigns", "capital"),
}
"""Fields of orders by phase."""
ACCESS = {constants.ALLIED: "a", constants.NEUTRAL: "n"}
"""How `choices` writes land on which a campaign counts while its owner is an ally, or becomes one."""


@dataclass(frozen=True, slots=True)
class Known:
    """All that the check of a seat's orders may look at, read from its view."""

    view: Json
    chart: Chart
    board: Board
    seat: int
    relation: dict[int, str]
    """Of every other seat."""
    owners: str
    """A letter per cell, as the seat sees it."""

    @property
    def options(self) -> Json:
        """The numbers in force."""
        return self.view["options"]

    @property
    def me(self) -> Json:
        """What the seat knows of itself."""
        return self.view["me"]

    def can_stab(self, seat: int) -> bool:
        """Is its backstab left, and no truce that forbids it (5.2 a)?"""
        truce = next(line.get("truce", 0) for line in self.view["players"] if line["seat"] == seat)
        return not (self.me["backstab_used"] or is_knife_bound(self.options, truce))

    def status_quo(self) -> dict[int, str]:
        """The command towards every other seat if none is given (5.1)."""
        return {other: STATUS_QUO[relation] for other, relation in self.relation.items()}


def known_in(shown: Json, chart: Chart | None = None) -> Known:
    """What a seat's view tells the check; raises OrderError for the view of somebody else."""
    if shown["you"] is None:
        raise _not_pending()
    chart = chart or maps.chart_of(shown["map"])
    return Known(
        view=shown,
        chart=chart,
        board=board_of(chart.width, chart.height),
        seat=shown["you"],
        relation={line["seat"]: line["relation"] for line in shown["players"]},
        owners="".join(shown["owners"]),
    )


def default_orders(state: State, seat: int) -> dict[str, Json]:
    """What a seat plays that says nothing: bid 0, the best birthplace, or the status quo without campaigns."""
    if state.phase == "auction":
        return {"bid": 0}
    if state.phase == "birthplaces":
        cell = birthplaces.best(state.chart, state.board, state.chosen, state.settings.min_birth_distance)
        return {"birthplace": state.board.place(cell)}
    commands = {
        str(other): STATUS_QUO[constants.RELATIONS[relation]]
        for other, relation in enumerate(state.relation[seat])
        if other != seat
    }
    capital = state.capital_place(seat)
    return {
        "diplomacy": commands,
        "campaigns": [],
        "capital": None if capital is None else state.board.place(capital),
    }


def check(state: State, seat: int, orders: Json) -> dict[str, Json]:
    """Orders in normal form; raises OrderError at the first part that is wrong."""
    return check_known(known_in(view(state, seat), state.chart), orders)


def check_known(known: Known, orders: Json) -> dict[str, Json]:
    """As `check`, from what the seat knows."""
    phase = known.view["phase"]
    if phase == "over" or not known.me["alive"]:
        raise _not_pending()
    if isinstance(orders, dict) and "resign" in orders:
        return _check_resignation(orders)
    if known.seat not in known.view["pending"]:
        raise _not_pending()
    given = _object(orders, "")
    _check_fields(given, phase)
    if phase == "auction":
        return {"bid": _check_bid(known, given.get("bid", 0))}
    if phase == "birthplaces":
        return {"birthplace": _check_birthplace(known, given.get("birthplace", _best_birthplace(known)))}
    commands = _check_diplomacy(known, given.get("diplomacy", {}))
    return {
        "diplomacy": {str(target): command for target, command in commands.items()},
        "campaigns": _check_campaigns(known, given.get("campaigns", []), commands),
        "capital": _check_capital(known, given.get("capital")),
    }


def _not_pending() -> OrderError:
    return OrderError("not_pending", "", gettext_noop("This club owes no orders now."))


def _check_resignation(orders: dict[str, Json]) -> dict[str, Json]:
    _known_fields(orders, "", ("resign",))
    if orders["resign"] is not True:
        raise OrderError("bad_type", "resign", gettext_noop("%(field)s can only be true."), {"field": "resign"})
    return dict(RESIGNATION)


def _check_fields(given: dict[str, Json], phase: str) -> None:
    elsewhere = {field for other, names in FIELDS.items() if other != phase for field in names}
    if given and all(field in elsewhere for field in given):
        raise OrderError("wrong_phase", "", gettext_noop("These are orders of another phase of the match."))
    _known_fields(given, "", FIELDS[phase])


# Shapes.


def _object(value: Json, path: str) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise OrderError("bad_type", path, gettext_noop("This must be an object with named fields."))
    return value


def _known_fields(given: dict[str, Json], path: str, names: tuple[str, ...]) -> None:
    for key in given:
        if key not in names:
            field = fields.within(path, fields.cut(key))
            raise OrderError("unknown_field", field, gettext_noop("There is no field %(field)s."), {"field": field})


def _cell(known: Known, value: Json, path: str) -> int:
    if not isinstance(value, list) or len(value) != 2 or any(type(part) is not int for part in value):
        message = gettext_noop("%(field)s must be a cell: [column, row], two whole numbers.")
        raise OrderError("bad_type", path, message, {"field": path})
    cell = known.board.cell(value)
    if cell is None:
        message = gettext_noop("Cell [%(x)s, %(y)s] is not on the map.")
        raise OrderError("off_board", path, message, {"x": fields.cut(value[0]), "y": fields.cut(value[1])})
    return cell


# Auction and birthplaces.


def _check_bid(known: Known, value: Json) -> int:
    bid = fields.whole(value, "bid")
    most = known.options["initial_saving"]
    if not 0 <= bid <= most:
        raise OrderError("bid_range", "bid", gettext_noop("A bid is from 0 to %(most)s."), {"most": most})
    return bid


def _best_birthplace(known: Known) -> list[int]:
    """Where a club that names no cell is born (4.1)."""
    distance = known.options["min_birth_distance"]
    return known.board.place(birthplaces.best(known.chart, known.board, _chosen(known), distance))


def _chosen(known: Known) -> list[int]:
    return [y * known.board.width + x for x, y in known.view["auction"]["chosen"]]


def _at(x: int, y: int) -> dict[str, Json]:
    """A cell of the campus, with the place in which it lies."""
    return {"x": x, "y": y, "place": thing("places", [x, y])}


def _check_birthplace(known: Known, value: Json) -> list[int]:
    cell = _cell(known, value, "birthplace")
    distance = known.options["min_birth_distance"]
    other = birthplaces.too_close(known.board, cell, _chosen(known), distance)
    if other is not None:
        x, y = known.board.place(other)
        message = gettext_noop(
            "This is closer than %(distance)s steps to a birthplace in %(place)s, which has been chosen."
        )
        raise OrderError("too_close", "birthplace", message, {"distance": distance, **_at(x, y)})
    return known.board.place(cell)


# Rounds.


def _check_diplomacy(known: Known, value: Json) -> dict[int, str]:
    """The command towards every other seat, ascending; targets not named have the status quo."""
    targets = {str(other): other for other in known.relation}
    given: dict[int, str] = {}
    for key, command in _object(value, "diplomacy").items():
        path = fields.within("diplomacy", fields.cut(key))
        if key not in targets:
            raise OrderError("bad_target", path, gettext_noop("This is no other club's seat."))
        if not isinstance(command, str) or command not in constants.COMMANDS:
            data = {"field": path, "choices": ", ".join(constants.COMMANDS)}
            raise OrderError("bad_type", path, gettext_noop("%(field)s must be one of %(choices)s."), data)
        given[targets[key]] = command
    for target, command in sorted(given.items()):
        if known.relation[target] == UNDISCOVERED and command != KEEP_NEUTRAL:
            message = gettext_noop("You do not know this club, or it is out.")
            raise OrderError("unknown_club", f"diplomacy.{target}", message)
    stabs = sorted(target for target, command in given.items() if command == BACKSTAB)
    if len(stabs) > 1:
        message = gettext_noop("Only one club can be backstabbed.")
        raise OrderError("two_backstabs", f"diplomacy.{stabs[1]}", message)
    if stabs and not known.can_stab(stabs[0]):
        given[stabs[0]] = KEEP_NEUTRAL
    return {**known.status_quo(), **given}


def _check_campaigns(known: Known, value: Json, commands: dict[int, str]) -> list[dict[str, Json]]:
    if not isinstance(value, list):
        raise OrderError("bad_type", "campaigns", gettext_noop("%(field)s must be a list."), {"field": "campaigns"})
    limit = known.options["campaign_limit"]
    if len(value) > limit:
        message = gettext_noop("A club has at most %(limit)s campaigns a round.")
        raise OrderError("too_many", "campaigns", message, {"limit": limit})
    checked = [_check_campaign(known, item, f"campaigns[{i}]", commands) for i, item in enumerate(value)]
    wanted = sum(campaign["size"] for campaign in checked) * known.options["campaign_price"]
    saving = known.me["saving"]
    if wanted > saving:
        message = gettext_noop("These campaigns cost %(wanted)s; the saving is %(saving)s.")
        raise OrderError("no_money", "campaigns", message, {"wanted": fields.cut(wanted), "saving": saving})
    return checked


def _check_campaign(known: Known, value: Json, path: str, commands: dict[int, str]) -> dict[str, Json]:
    given = _object(value, path)
    _known_fields(given, path, ("at", "size"))
    cell = _cell(known, given.get("at"), f"{path}.at")
    size = fields.whole(given.get("size"), f"{path}.size")
    if size < 1:
        raise OrderError("bad_size", f"{path}.size", gettext_noop("A campaign has at least size 1."))
    if not _may_place(known, cell, commands):
        x, y = known.board.place(cell)
        message = gettext_noop("You have no access to that cell of %(place)s: it is neither yours nor an ally's.")
        raise OrderError("no_access", f"{path}.at", message, _at(x, y))
    return {"at": known.board.place(cell), "size": size}


def access_letter(known: Known, cell: int) -> str:
    """What the seat knows of its access to a cell: "o" own, "a" an ally's, "n" a neutral club's, "?" unseen, "-" surely none."""
    return _access(known, known.owners[cell])


def _access(known: Known, letter: str) -> str:
    if not letter.isdigit():
        return "?" if letter == constants.UNSEEN else "-"
    owner = int(letter)
    return "o" if owner == known.seat else ACCESS.get(known.relation[owner], "-")


def _may_place(known: Known, cell: int, commands: dict[int, str]) -> bool:
    """May a campaign on this cell work out? Land of another club needs an offer of alliance (10.1 `no_access`)."""
    letter = access_letter(known, cell)
    if letter in ACCESS.values():
        return commands[int(known.owners[cell])] == FORM_ALLIANCE
    return letter in "o?"


def _check_capital(known: Known, value: Json) -> list[int] | None:
    """The capital's cell; if none is named the present one, also where it stands on water (4.1 step 3), or that to which it returns."""
    present: list[int] | None = known.me["capital"]
    if value is None:
        return known.me.get("capital_returns_to") if present is None else present
    cell = _cell(known, value, "capital")
    if known.chart.atk.flat[cell] == 0 and known.board.place(cell) != present:
        raise OrderError("bad_capital", "capital", gettext_noop("A capital cannot be moved onto water."))
    return known.board.place(cell)


def price(options: Json, command: str, area: int | None) -> int | None:
    """What a command costs (5.2 b); None if it hangs on an area that is not known."""
    if command == JUSTIFY_WAR:
        return int(options["justify_price"])
    if command != FORM_ALLIANCE:
        return 0
    return None if area is None else int(options["alliance_tax"]["milli"]) * area // 1000


def is_knife_bound(options: Json, truce: int) -> bool:
    """Does a truce with so many rounds left keep a backstab from working (5.2 a)?"""
    return bool(truce and options["meeting_truce"])


def choices(state: State, seat: int) -> dict[str, Json] | None:
    """What the seat could order now; None when it owes nothing."""
    if seat not in pending(state):
        return None
    known = known_in(view(state, seat), state.chart)
    if state.phase == "auction":
        return {"phase": "auction", "bid": {"minimum": 0, "maximum": known.options["initial_saving"]}}
    if state.phase == "birthplaces":
        flags = birthplaces.legal(known.board, state.chosen, known.options["min_birth_distance"])
        return {"phase": "birthplaces", "legal": known.board.rows("".join("01"[flag] for flag in flags.tolist()))}
    table = {ord(letter): _access(known, letter) for letter in set(known.owners)}
    letters = np.frombuffer(known.owners.translate(table).encode(), np.uint8)
    letters = np.where(known.chart.land.ravel() | (letters != ord("?")), letters, ord("-"))
    return {
        "phase": "rounds",
        "access": known.board.rows(letters.astype(np.uint8).tobytes().decode()),
        "diplomacy": {
            str(line["seat"]): {
                command: price(known.options, command, line.get("area"))
                for command in constants.COMMANDS
                if command != BACKSTAB or known.can_stab(line["seat"])
            }
            for line in known.view["players"]
            if line["relation"] != UNDISCOVERED
        },
        "campaign_limit": known.options["campaign_limit"],
        "campaign_price": known.options["campaign_price"],
        "saving": known.me["saving"],
    }
