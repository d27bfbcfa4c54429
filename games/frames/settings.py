"""What may a table choose, and what does it mean for the match? Chapters 3 and 19."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from typing import Any

from games.core import fields
from games.core.contract import Option, Preset
from games.core.errors import OptionError
from games.core.options import check_all
from games.core.text import gettext_noop
from games.frames import cards

SEATS = 2
HEAT_RAY = "thermal_beam"

OPTIONS: tuple[Option, ...] = (
    Option(
        "mode", "choice", gettext_noop("Course"), "turns",
        gettext_noop("Turns one after the other with reactions, or both plans at once without them."),
        choices=(("turns", gettext_noop("Alternating turns")), ("blitz", gettext_noop("Blitz: simultaneous rounds"))),
    ),
    Option(
        "victory_set", "choice", gettext_noop("Ways to win"), "seed",
        gettext_noop("Each seat secretly chooses one of these; both choices then count for both."),
        choices=(
            ("seed", gettext_noop("Raid, annihilation, arms race")),
            ("repo", gettext_noop("Raid, annihilation, lingering")),
            ("siege", gettext_noop("Annihilation, arms race")),
            ("all", gettext_noop("All four")),
        ),
    ),
    Option(
        "fleets", "choice", gettext_noop("Fleets"), "free",
        gettext_noop("May a seat bring a fleet of its own?"),
        choices=(("free", gettext_noop("Own or starter fleets")), ("starter_only", gettext_noop("Starter fleets only"))),
    ),
    Option(
        "armoury", "choice", gettext_noop("Weapons of mechs"), "printed",
        gettext_noop("Printed on the mech, or as many of any kind."),
        choices=(("printed", gettext_noop("As printed")), ("open", gettext_noop("Any"))),
    ),
    Option(
        "sets", "choice", gettext_noop("Card sets"), "first",
        gettext_noop("The cards of the design, or as well a second set of our own, with cards that change where mechs come out."),
        choices=(("first", gettext_noop("First set")), ("both", gettext_noop("Both sets"))),
    ),
    Option(
        "ap_per_turn", "int", gettext_noop("Action points"), 2, gettext_noop("For every turn."), minimum=1, maximum=4,
    ),
    Option(
        "first_turn_ap", "int", gettext_noop("Action points of the first turn"), 2,
        gettext_noop("For the very first turn of the match."), minimum=0, maximum=4,
    ),
    Option(
        "arms_race_round", "int", gettext_noop("Round of the arms race"), 20,
        gettext_noop("At the end of this round totals are compared."), minimum=5, maximum=60,
    ),
    Option(
        "max_rounds", "int", gettext_noop("Last round"), 40,
        gettext_noop("After this round nobody has won; not before the arms race."), minimum=5, maximum=100,
    ),
    Option(
        "destroyed_mechs", "choice", gettext_noop("Destroyed mechs"), "return",
        gettext_noop("What becomes of them."),
        choices=(("return", gettext_noop("Return to the hangar")), ("lost", gettext_noop("Are lost"))),
    ),
    Option(
        "mech_gear_slots", "int", gettext_noop("Mech cards per mech"), 2,
        gettext_noop("How many a deployed mech may carry."), minimum=0, maximum=3,
    ),
    Option(
        "repeat_operate", "bool", gettext_noop("Operate a mech again"), False,
        gettext_noop("A mech may be operated alone more than once in a turn."), advanced=True,
    ),
    Option(
        "reshuffle_discard", "bool", gettext_noop("Reshuffle used cards"), False,
        gettext_noop("An empty pile is filled again from its used cards."), advanced=True,
    ),
    Option(
        "autocannon_turns", "int", gettext_noop("Turns of an autonomous cannon"), 0,
        gettext_noop("How long it stays; 0 is for the rest of the match."), minimum=0, maximum=10, advanced=True,
    ),
    Option(
        "opening_truce", "int", gettext_noop("Opening truce"), 0,
        gettext_noop("In these first rounds warships may not be fired at by warships."), minimum=0, maximum=5, advanced=True,
    ),
    Option(
        "raid_holds", "bool", gettext_noop("A raid must hold"), False,
        gettext_noop("A mech in the enemy ship area raids only when its next turn begins, if it can still act; not in Blitz."),
        advanced=True,
    ),
    Option(
        "arms_race_cap", "bool", gettext_noop("Arms race counts printed points"), False,
        gettext_noop("A warship counts for at most its printed hit points."), advanced=True,
    ),
    Option(
        "arms_race_measure", "choice", gettext_noop("Measure of the arms race"), "sum",
        gettext_noop("Totals as they are, or as a share of the printed hit points of the own warship or of the whole fleet."),
        choices=(
            ("sum", gettext_noop("Sum")), ("share", gettext_noop("Share")), ("fleet", gettext_noop("Share of the fleet")),
        ), advanced=True,
    ),
    Option(
        "stalemate", "choice", gettext_noop("After the last round"), "draw",
        gettext_noop("What happens if nobody has won."),
        choices=(("draw", gettext_noop("Draw")), ("judgement", gettext_noop("The larger total wins"))), advanced=True,
    ),
    Option(
        "twin_laser_free", "bool", gettext_noop("Twin Laser without a token"), False,
        gettext_noop("It may be fired without a token, but then once only."), advanced=True,
    ),
    Option(
        "heat_ray_rounds", "int", gettext_noop("Rounds of the Focused Heat Ray"), 0,
        gettext_noop("How often it can be fired; 0 is without limit."), minimum=0, maximum=10, advanced=True,
    ),
    Option(
        "warp_limit", "int", gettext_noop("Limit of the Warp Shield"), 0,
        gettext_noop("The most that it sends back; 0 is all."), minimum=0, maximum=20, advanced=True,
    ),
    Option(
        "momentum_waits", "bool", gettext_noop("Momentum waits"), False,
        gettext_noop("It happens only when one of the mechs is damaged."), advanced=True,
    ),
    Option(
        "hull_guard", "bool", gettext_noop("Hull guard"), False,
        gettext_noop("Once a match a whole warship survives a blow that would destroy it, with 1 point."), advanced=True,
    ),
    Option(
        "rebuild_turns", "int", gettext_noop("Turns to rebuild a mech"), 0,
        gettext_noop("How long a destroyed mech stays in the hangar."), minimum=0, maximum=10, advanced=True,
    ),
    Option(
        "event_deck", "choices", gettext_noop("Event cards"), list(cards.EVENT),
        gettext_noop("What the event area may bring; at least one."),
        choices=tuple((card["id"], card["name"]) for card in cards.EVENT.values()), advanced=True,
    ),
)  # fmt: skip

_TUNED: dict[str, Any] = {
    "arms_race_round": 12,
    "max_rounds": 18,
    "first_turn_ap": 4,
    "opening_truce": 2,
    "raid_holds": True,
    "autocannon_turns": 3,
    "arms_race_cap": True,
    "arms_race_measure": "fleet",
    "stalemate": "judgement",
    "twin_laser_free": True,
    "heat_ray_rounds": 4,
    "warp_limit": 4,
    "momentum_waits": True,
    "rebuild_turns": 2,
}

_LONG: dict[str, Any] = {
    "victory_set": "siege", "arms_race_round": 30, "max_rounds": 40, "hull_guard": True, "reshuffle_discard": True,
}  # fmt: skip

PRESETS: dict[str, Preset] = {
    "seed": Preset(gettext_noop("As designed"), {}, gettext_noop("The rules to the letter."), minutes=13),
    "tuned": Preset(gettext_noop("Tuned"), _TUNED, gettext_noop("Small changes that make both seats equally good."), minutes=17),
    "quick": Preset(
        gettext_noop("Quick"), {**_TUNED, "first_turn_ap": 3, "arms_race_round": 7, "max_rounds": 9},
        gettext_noop("Tuned rules, and an early end."), minutes=11),
    "lingering": Preset(
        gettext_noop("Lingering"), {**_TUNED, "victory_set": "all", "arms_race_round": 20, "max_rounds": 30},
        gettext_noop("One more way to win: to have less left than the enemy."), minutes=15),
    "long": Preset(
        gettext_noop("Long duel"), {**_TUNED, **_LONG},
        gettext_noop("No raids: warships that survive one blow, piles that are filled again, and thirty rounds until totals are compared."),
        minutes=40),
    "sets": Preset(
        gettext_noop("Two sets"), {**_TUNED, "sets": "both"},
        gettext_noop("Tuned rules, and a second set of cards: mechs that come out elsewhere than on the decks, and two more fleets."),
        minutes=17),
    "blitz": Preset(
        gettext_noop("Blitz"), {**_TUNED, "mode": "blitz"}, gettext_noop("Both seats plan their round at the same time."), minutes=7),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Settings:
    """The numbers in force; fields are named as the options are."""

    mode: str
    victory_set: str
    fleets: str
    armoury: str
    sets: str
    ap_per_turn: int
    first_turn_ap: int
    arms_race_round: int
    max_rounds: int
    destroyed_mechs: str
    mech_gear_slots: int
    repeat_operate: bool
    reshuffle_discard: bool
    autocannon_turns: int
    opening_truce: int
    raid_holds: bool
    arms_race_cap: bool
    arms_race_measure: str
    stalemate: str
    twin_laser_free: bool
    heat_ray_rounds: int
    warp_limit: int
    momentum_waits: bool
    hull_guard: bool
    rebuild_turns: int
    event_deck: tuple[str, ...]

    @property
    def blitz(self) -> bool:
        """Are rounds simultaneous?"""
        return self.mode == "blitz"

    @property
    def raid_waits(self) -> bool:
        """Does a raider have to stand its ground until its next turn?"""
        return self.raid_holds and not self.blitz

    def magazine(self, weapon: str) -> int | None:
        """Rounds of a weapon that is full; None: it needs none."""
        if weapon == HEAT_RAY and self.heat_ray_rounds:
            return self.heat_ray_rounds
        rounds: int | None = cards.WEAPON[weapon]["ammo"]
        return rounds

    @property
    def chosen(self) -> dict[str, Any]:
        """The options that give these settings; without those that are younger than stored positions, as long as they change nothing."""
        values = zip(_KEYS, _values_of(self), strict=True)
        return {
            key: list(value) if isinstance(value, tuple) else value
            for key, value in values
            if not (key in ADDED and value == ADDED[key])
        }


ADDED: dict[str, Any] = {"sets": "first"}
"""Options that came after matches of this version were stored, with what those play: their positions stay the same bytes."""
_KEYS = [option.key for option in OPTIONS]
_values_of = attrgetter(*_KEYS)


_DEFAULTS: dict[str, Any] = {option.key: option.default for option in OPTIONS}


def settle(options: dict[str, Any]) -> Settings:
    """The settings of checked options; an option that is younger than the match has its default."""
    whole = {**_DEFAULTS, **options}
    frozen = {key: tuple(value) if isinstance(value, list) else value for key, value in whole.items()}
    return _settle(tuple(sorted(frozen.items())))


@cache
def _settle(options: tuple[tuple[str, Any], ...]) -> Settings:
    return Settings(**dict(options))


def check_options(options: Any, seats: int | None) -> dict[str, Any]:
    """All options with defaults filled in; raises OptionError at the wrong one. `seats` None: not known yet."""
    if seats is not None:
        fields.whole(seats, "seats", SEATS, SEATS, failure=OptionError)
    checked = check_all(OPTIONS, options, _event_cards)
    if checked["max_rounds"] < checked["arms_race_round"]:
        message = gettext_noop("The last round cannot come before the arms race in round %(round)s.")
        raise OptionError("bad_option", "max_rounds", message, {"round": checked["arms_race_round"]})
    return checked


def _event_cards(option: Option, value: Any) -> list[str]:
    names = [name for name, _ in option.choices]
    wanted = [
        fields.one_of(name, fields.within(option.key, i), names, failure=OptionError)
        for i, name in enumerate(fields.items(value, option.key, failure=OptionError))
    ]
    if not wanted:
        raise OptionError("bad_option", option.key, gettext_noop("At least one event card is needed."))
    return [name for name in names if name in wanted]
