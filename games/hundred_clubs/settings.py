"""What may a table choose, and what does it mean for the match? Chapters 3 and 20."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.core import fields
from games.core.contract import Option, Preset
from games.core.errors import OptionError
from games.core.options import check_all, kept, of_fields
from games.core.rng import Rng
from games.core.text import Phrase, gettext_noop, phrase
from games.hundred_clubs import maps
from games.hundred_clubs.constants import GENERATED_SIZE, GENERATED_SIZE_OF_EIGHT, MAX_SEATS, TERRAIN_VIEW
from games.hundred_clubs.generator import generate, sectors, size_for
from games.hundred_clubs.maps import Chart

GENERATED = "generated"
"""As a map: one made for the clubs of the table; short for {"generated": {}}."""
TRIES = 20
"""How often `prepare` generates a map before it says that these options have none."""

PARTS: dict[str, dict[str, tuple[int, int]]] = {
    "alliance_tax": {"milli": (0, 5000)},
    "corruption": {"ppm": (0, 100_000)},
    "capital_wage": {"base": (0, 100), "per_round": (0, 10)},
}
"""Numbers inside the options of kind `json`, with their ranges."""

TAX = gettext_noop("%(coins)s coins a round for each cell of the other club")
CORRUPTION = gettext_noop("%(share)s per cent of the saving a round for each own cell")
DOLE = gettext_noop("%(coins)s coins a round")
GROWING_DOLE = gettext_noop("%(coins)s coins a round, and %(more)s more for every round played")


def _tax_in_words(tax: dict[str, Any]) -> list[Phrase]:
    return [phrase(TAX, coins=_shortest(tax["milli"] / 1000))]


def _corruption_in_words(corruption: dict[str, Any]) -> list[Phrase]:
    return [phrase(CORRUPTION, share=_shortest(corruption["ppm"] / 10_000))]


def _dole_in_words(wage: dict[str, Any]) -> list[Phrase]:
    if wage["per_round"]:
        return [phrase(GROWING_DOLE, coins=wage["base"], more=wage["per_round"])]
    return [phrase(DOLE, coins=wage["base"])]


def _shortest(number: float) -> int | float:
    return int(number) if number == int(number) else number


OPTIONS: tuple[Option, ...] = (
    Option(
        "map", "choice", gettext_noop("Map"), "campus",
        gettext_noop("Where the clubs recruit. Generated maps are equally good for every club."),
        choices=(*maps.BUILT_IN.items(), (GENERATED, gettext_noop("Generated for the clubs of this table"))),
        custom=True,
    ),
    Option(
        "starts", "choice", gettext_noop("Birthplaces"), "auction", gettext_noop("How the clubs get their birthplaces."),
        choices=(
            ("auction", gettext_noop("Secret bids, then chosen in turn")),
            ("drawn", gettext_noop("Drawn from the starts of the map")),
            ("fixed", gettext_noop("The starts of the map in the order of the seats")),
        ),
    ),
    Option("rounds", "int", gettext_noop("Rounds"), 50, gettext_noop("Number of the last round."), minimum=1, maximum=200),
    Option(
        "show_campaigns", "choice", gettext_noop("Campaigns are seen by"), "own",
        gettext_noop("Who learns where a club placed its campaigns."),
        choices=(("own", gettext_noop("The club itself")), ("allies", gettext_noop("The club and its allies"))),
    ),
    Option(
        "reveal_bids", "bool", gettext_noop("Reveal bids"), False,
        gettext_noop("After the auction everybody sees what the others have bid."),
    ),
    Option(
        "initial_saving", "int", gettext_noop("Saving at the start"), 50,
        gettext_noop("What every club has before it bids."), minimum=0, maximum=1000,
    ),
    Option(
        "min_birth_distance", "int", gettext_noop("Distance of birthplaces"), 3,
        gettext_noop("Birthplaces are at least this many steps apart. Among people 7 is fairer than 3."), minimum=1, maximum=20,
    ),
    Option(
        "sight", "int", gettext_noop("Sight"), 2,
        gettext_noop("A club sees this many steps beyond its land and that of its allies."), minimum=1, maximum=10,
    ),
    Option(
        "end_jitter", "int", gettext_noop("Secret extra rounds"), 0,
        gettext_noop("Up to this many rounds are added by lot; nobody knows how many. 3 takes the worth out of a last blow."),
        minimum=0, maximum=10, advanced=True,
    ),
    Option(
        "campaign_limit", "int", gettext_noop("Campaigns per round"), 32,
        gettext_noop("How many campaigns a club may have in a round."), minimum=1, maximum=64, advanced=True,
    ),
    Option(
        "campaign_price", "int", gettext_noop("Price of a campaign"), 1,
        gettext_noop("Saving that one unit of size costs."), minimum=1, maximum=10, advanced=True,
    ),
    Option(
        "threshold", "int", gettext_noop("Threshold"), 400,
        gettext_noop("A cell is broken when the attack exceeds the defence by more than this."),
        minimum=0, maximum=10_000, advanced=True,
    ),
    Option(
        "capital_influence_pct", "int", gettext_noop("Influence of the capital"), 30,
        gettext_noop("The capital works as a campaign of this percentage of the club's income."),
        minimum=0, maximum=100, advanced=True,
    ),
    Option(
        "justify_rounds", "int", gettext_noop("Rounds to justify a war"), 3,
        gettext_noop("A war begins in the round in which it has been justified this many times running."),
        minimum=1, maximum=10, advanced=True,
    ),
    Option(
        "justify_price", "int", gettext_noop("Price of a justification"), 1,
        gettext_noop("Saving that each justification of a war costs."), minimum=0, maximum=100, advanced=True,
    ),
    Option(
        "truce_rounds", "int", gettext_noop("Truce"), 3,
        gettext_noop("Rounds after an alliance or a war in which no war can be justified."), minimum=0, maximum=10, advanced=True,
    ),
    Option(
        "meeting_truce", "int", gettext_noop("Truce of a first meeting"), 0,
        gettext_noop(
            "Rounds of truce when two clubs meet. Above 0 no truce, however it began, can be broken by a backstab."
        ),
        minimum=0, maximum=10,
    ),
    Option(
        "alliance_tax", "json", gettext_noop("Alliance tax"), {"basis": "area", "milli": 400},
        gettext_noop("Thousandths of a coin per cell of the other club, paid each round; from 0 to 5000."), advanced=True,
        in_words=_tax_in_words,
    ),
    Option(
        "corruption", "json", gettext_noop("Corruption"), {"basis": "area", "ppm": 1000},
        gettext_noop("Millionths of the saving lost each round per own cell; from 0 to 100000."), advanced=True,
        in_words=_corruption_in_words,
    ),
    Option(
        "capital_wage", "json", gettext_noop("Dole"), {"base": 5, "per_round": 0},
        gettext_noop(
            "What a club with a capital gets each round: a base from 0 to 100, and from 0 to 10 more for every round played."
        ),
        advanced=True, in_words=_dole_in_words,
    ),
    Option(
        "capital_returns", "bool", gettext_noop("Lost capitals return"), False,
        gettext_noop("A capital that is lost and not moved stands again as soon as its cell is land of the club or of an ally."),
        advanced=True,
    ),
)  # fmt: skip

ADDED = {"capital_returns": False}
"""Options that came later, with what they were before: a match that has them so says nothing of them, as if they did not exist."""

CALM: dict[str, Any] = {"min_birth_distance": 7, "alliance_tax": {"basis": "area", "milli": 100}}
"""What presets for people share: nobody is born beside another club, and an ally costs a tenth of a coin per cell."""

UPRIGHT = {GENERATED: {"width": 15, "height": 21, "water": True}}
"""The map of *Quick* before it lay across."""
PRESETS: dict[str, Preset] = {
    "campus": Preset(
        gettext_noop("Campus"),
        {**CALM, "threshold": 1600, "initial_saving": 200, "meeting_truce": 5},
        gettext_noop(
            "The whole campus, fifty rounds: birthplaces are bid for, and clubs that meet have a truce at first."
        ),
        minutes=14,
    ),
    "short": Preset(
        gettext_noop("Short"),
        {**CALM, "rounds": 25, "threshold": 800, "initial_saving": 100, "meeting_truce": 3},
        gettext_noop("The campus in half the rounds; land is cheaper, and peace shorter."),
        minutes=11,
    ),
    "duel": Preset(
        gettext_noop("Duel"),
        {**CALM, "map": GENERATED, "threshold": 1200, "initial_saving": 150, "meeting_truce": 4},
        gettext_noop("A generated map, equally good for every club."),
        minutes=15,
    ),
    "quick": Preset(
        gettext_noop("Quick"),
        {
            **CALM,
            "map": {GENERATED: {"width": 21, "height": 15, "water": True}},
            "rounds": 12,
            "starts": "drawn",
            "min_birth_distance": 3,
            "threshold": 800,
            "initial_saving": 100,
            "meeting_truce": 1,
            "justify_rounds": 1,
        },
        gettext_noop("Two clubs on a small map, twelve rounds, no auction: over in a few minutes."),
        minutes=9,
        earlier=({"map": UPRIGHT}, {"map": UPRIGHT, "meeting_truce": 2, "justify_rounds": 2}),
    ),
    "long": Preset(
        gettext_noop("Long"),
        {
            **CALM,
            "map": {GENERATED: {"width": 35, "height": None, "water": True}},
            "rounds": 80,
            "threshold": 6400,
            "initial_saving": 800,
            "meeting_truce": 8,
            "justify_rounds": 4,
        },
        gettext_noop(
            "A large generated map on which land is dear: a long peace to arrange oneself in, and a long war."
        ),
        minutes=39,
    ),
    "seed": Preset(
        gettext_noop("As designed"),
        {"capital_returns": True},
        gettext_noop(
            "The rules to the letter: land is cheap, wars are short, and who meets another club may strike at once."
        ),
        minutes=10,
    ),
}


_DEFAULTS: dict[str, Any] = {option.key: option.default for option in OPTIONS}


@dataclass(frozen=True, slots=True)
class Settings:
    """The numbers of a match. `chosen` keeps the options as they were checked, without the map."""

    chosen: dict[str, Any]
    drawn: bool
    """Birthplaces are the starts of the map; there is no auction."""
    in_order: bool
    """Seat i has start i; else which one is drawn."""
    rounds: int
    initial_saving: int
    min_birth_distance: int
    campaign_limit: int
    campaign_price: int
    threshold: int
    capital_influence_pct: int
    justify_rounds: int
    justify_price: int
    truce_rounds: int
    meeting_truce: int
    alliance_milli: int
    """Alliance tax in thousandths per cell of the other club (5.2 b)."""
    corruption_ppm: int
    """Corruption in millionths of the saving per own cell (8.1)."""
    wage_base: int
    wage_per_round: int
    sight: int
    allies_see_campaigns: bool
    reveal_bids: bool
    end_jitter: int
    capital_returns: bool

    def capital_influence(self, income: int) -> int:
        """Size of the campaign that a capital is for free to a club with this income (6)."""
        return self.capital_influence_pct * income // 100


def settle(options: dict[str, Any]) -> Settings:
    """Settings from checked options; an option that is younger than the match has its default."""
    options = {**_DEFAULTS, **options}
    return Settings(
        chosen={
            key: value for key, value in options.items() if key != "map" and not (key in ADDED and value == ADDED[key])
        },
        drawn=options["starts"] != "auction",
        in_order=options["starts"] == "fixed",
        alliance_milli=options["alliance_tax"]["milli"],
        corruption_ppm=options["corruption"]["ppm"],
        wage_base=options["capital_wage"]["base"],
        wage_per_round=options["capital_wage"]["per_round"],
        allies_see_campaigns=options["show_campaigns"] == "allies",
        **of_fields(Settings, options),
    )


def check_options(options: Any, seats: int | None) -> dict[str, Any]:
    """All options with defaults filled in; raises OptionError at the wrong one. `seats` None: not known yet."""
    if seats is not None:
        fields.whole(seats, "seats", 2, MAX_SEATS, failure=OptionError)
    checked = check_all(OPTIONS, options, _parts)
    checked["map"] = _check_map(checked["map"], seats)
    _check_playable(checked, 2 if seats is None else seats)
    return checked


def _parts(option: Option, value: Any) -> Any:
    if option.kind != "json":
        return kept(option, value)
    given = fields.record(value, option.key, option.default, failure=OptionError)
    checked = {**option.default, **given}
    if "basis" in checked:
        fields.one_of(checked["basis"], f"{option.key}.basis", ("area",), failure=OptionError)
    for name, limits in PARTS[option.key].items():
        fields.whole(checked[name], f"{option.key}.{name}", *limits, failure=OptionError)
    return checked


def _check_map(value: Any, seats: int | None) -> Any:
    """The map option in normal form: an id, a map object with all its fields, or the wish for a generated map."""
    if isinstance(value, str):
        if value == GENERATED:
            return value if seats is None else {GENERATED: _check_wish({}, seats)}
        if value not in maps.BUILT_IN:
            message = gettext_noop("There is no map %(map)s.")
            raise OptionError("unknown_map", "map", message, {"map": fields.cut(value)})
        return value
    if not isinstance(value, dict):
        raise OptionError("bad_type", "map", gettext_noop("A map is the name of one, or an object."))
    if GENERATED in value:
        fields.record(value, "map", (GENERATED,), failure=OptionError)
        return {GENERATED: _check_wish(value[GENERATED], seats)}
    return maps.read_map(value).document()


def _check_wish(value: Any, seats: int | None) -> dict[str, Any]:
    """Size and water of a map to be generated (2.3); with known seats the size is filled in."""
    path = f"map.{GENERATED}"
    given = fields.record(value, path, ("width", "height", "water"), failure=OptionError)
    wish: dict[str, Any] = {"width": given.get("width"), "height": given.get("height")}
    wish["water"] = fields.flag(given.get("water", True), f"{path}.water", failure=OptionError)
    limits = GENERATED_SIZE if seats is None or sectors(seats) < MAX_SEATS else GENERATED_SIZE_OF_EIGHT
    for key in ("width", "height"):
        if wish[key] is None:
            continue
        length = fields.whole(wish[key], f"{path}.{key}", *limits, failure=OptionError)
        if length % 2 == 0:
            message = gettext_noop("%(field)s must be an odd number.")
            raise OptionError("not_odd", f"{path}.{key}", message, {"field": f"{path}.{key}"})
    if seats is None:
        return wish
    wish["width"], wish["height"] = size_for(seats, wish["width"], wish["height"])
    if sectors(seats) > 2 and wish["width"] != wish["height"]:
        message = gettext_noop("A generated map for three or more clubs must be square.")
        raise OptionError("not_square", f"{path}.height", message)
    return wish


def _is_wish(value: Any) -> bool:
    return value == GENERATED or (isinstance(value, dict) and GENERATED in value)


def _chart(value: Any) -> Chart:
    """The chart of a checked map option that is not to be generated."""
    return maps.campus() if value == "campus" else maps.chart_of(value)


def chart_of(options: dict[str, Any]) -> Chart:
    """The chart of prepared options."""
    return _chart(options["map"])


def _check_playable(options: dict[str, Any], seats: int) -> None:
    """Is there room for every club (chapter 3)? Of a map that is still to be generated only the largest possible is known."""
    distance = options["min_birth_distance"]
    value = options["map"]
    if _is_wish(value):
        wish = value[GENERATED] if isinstance(value, dict) else {}
        if wish.get("width") and wish.get("height"):
            _check_room(wish["width"] * wish["height"], distance, seats)
        return
    chart = _chart(value)
    _check_room(int(chart.land.sum()), distance, seats)
    if options["starts"] != "auction":
        _check_starts(chart, distance, seats)


def cells_needed(seats: int, distance: int) -> int:
    """The map needs more cells of land than this, so that the last to choose finds a birthplace (3)."""
    radius = distance - 1
    return (seats - 1) * (2 * radius * (radius + 1) + 1)


def _check_room(cells: int, distance: int, seats: int) -> None:
    needed = cells_needed(seats, distance)
    if cells <= needed:
        data = {"cells": cells, "needed": needed, "seats": seats, "distance": distance}
        message = gettext_noop(
            "With a distance of %(distance)s the last of %(seats)s clubs might find no birthplace: "
            "the map needs more than %(needed)s land cells and has %(cells)s."
        )
        raise OptionError("too_small", "min_birth_distance", message, data)


def _check_starts(chart: Chart, distance: int, seats: int) -> None:
    if len(chart.starts) < seats:
        data = {"count": len(chart.starts), "seats": seats}
        message = gettext_noop("The map has %(count)s starts; %(seats)s clubs need one each.")
        raise OptionError("too_few_starts", "starts", message, data)
    for i, (x, y) in enumerate(chart.starts):
        for other_x, other_y in chart.starts[:i]:
            if abs(x - other_x) + abs(y - other_y) < distance:
                data = {"x": x, "y": y, "other_x": other_x, "other_y": other_y, "distance": distance}
                message = gettext_noop(
                    "The starts [%(other_x)s, %(other_y)s] and [%(x)s, %(y)s] are less than %(distance)s steps apart."
                )
                path = fields.within("map.starts", i)
                raise OptionError("starts_too_close", path, message, data)


def prepare(options: dict[str, Any], seats: int, rng: Rng) -> dict[str, Any]:
    """The same options with a map that is to be generated replaced by a finished one, which the options can be played on.

    Raises OptionError if twenty maps in a row cannot be, as with starts that must be too far apart.
    """
    checked = check_options(options, seats)
    if not _is_wish(checked["map"]):
        return checked
    wish = checked["map"][GENERATED]
    refusal: OptionError | None = None
    for _ in range(TRIES):
        made = {**checked, "map": generate(seats, wish["width"], wish["height"], wish["water"], rng)}
        try:
            return check_options(made, seats)
        except OptionError as error:
            refusal = error
    assert refusal is not None
    raise refusal


def preview(options: dict[str, Any]) -> dict[str, Any]:
    """What a table can show before it starts: the map object, None while it is still to be generated, and the terrain."""
    if _is_wish(options["map"]):
        return {"map": None, "terrain": TERRAIN_VIEW, "notes": []}
    chart = _chart(options["map"])
    facts = {"land": int(chart.land.sum()), "members": int(chart.members.sum())}
    note = {"text": gettext_noop("%(land)s cells of land with %(members)s members."), "data": facts}
    return {"map": chart.document(), "terrain": TERRAIN_VIEW, "notes": [note]}
