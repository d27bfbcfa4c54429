"""Which form opens a table? One form class for all games, built from the options that the game declares."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.core.contract import Game, Option
from games.core.errors import OptionError
from lobby.builds import choices
from lobby.builds import services as builds
from lobby.clubs import reading as clubs
from lobby.matches import terms, words
from lobby.matches.errors import ServiceError, as_answer
from lobby.matches.models import Match
from lobby.matches.terms import Settings
from lobby.pages import map_pictures
from lobby.pages.option_fields import JsonOrYamlField, TokenField, initial_of, make_field
from lobby.tables import services as tables

SLOW_UNITS = {"hours": 3600, "days": 86400}
OPTION = "option_"
CUSTOM = "custom_"
FOLDS = {
    "entry": ("kind", "visibility", "rated", "password", "min_reliability", "club"),
    "time": (
        "clock", "step_seconds", "bank_seconds", "slow_amount", "slow_unit", "fixed_hour", "time_zone", "rest_days", "vacation_days",
    ),
    "talk": ("press", "anonymous", "spectators_see_all", "spectator_delay"),
}  # fmt: skip
"""What the page shows folded, beside the options of the game, by the names of the fields."""
_OF_OTHERS = (
    *("clock", "rated", "visibility", "password", "min_reliability", "spectator_delay", "spectators_see_all"),
    *("press", "anonymous"),
)
"""Fields about other people, by the names of `Settings`."""
_OF_SLOW = ("fixed_hour", "time_zone", "rest_days", "vacation_days")
_NO_CALENDAR: tuple[Any, ...] = ("", "UTC", [], 0, "0", None)
PROGRAM = "program:"
"""Prefix of a program's id in a field that names a seat's player; no bot's id begins with it."""


WEEK = [(str(day), WEEKDAYS[day]) for day in range(7)]
HOURS = [("", _("At any hour")), *((str(hour), f"{hour:02d}:00") for hour in range(24))]

CLOCKS = [
    (Match.Clock.LIVE, _("Live: seconds a step")),
    (Match.Clock.SLOW, _("Slow: hours or days a step")),
    (Match.Clock.NONE, _("None: against bots alone, who wait for you")),
]
USUAL_CLOCKS = {
    Match.Clock.LIVE: _("As usual: live, but none against bots alone"),
    Match.Clock.SLOW: _("As usual: slow, but none against bots alone"),
}
"""What no choice means, by the clock that a person prefers."""


class TableForm(forms.Form):
    """A game's options and the table's own settings; `cleaned_data` becomes `options` and `settings`."""

    kind = forms.ChoiceField(
        label=_("Who plays"),
        choices=list(words.KINDS.items()),
        initial=Match.Kind.ORDINARY,
        required=False,
        widget=forms.RadioSelect,
    )
    rated = forms.BooleanField(
        label=_("Rated"),
        help_text=_(
            "Between people with accounts, at a public table without a password: no guests, bots or programs."
            " A bot plays on for whoever is absent; nobody takes the seat over."
            " On maps of the game, or on those whose starts are known to be equally good."
        ),
        required=False,
    )
    password = forms.CharField(
        label=_("Password"),
        help_text=_("Everybody who joins is asked for it, unless they use the link that the table shows you."),
        required=False,
        max_length=terms.LONGEST_PASSWORD,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    club = forms.ChoiceField(
        label=_("For the members of a club alone"),
        help_text=_("The table is on the page of the club, and not in the lobby until the match begins."),
        required=False,
    )
    min_reliability = forms.IntegerField(
        label=_("Minimum reliability, in percent"),
        help_text=_(
            "Share of steps answered in time. Whoever has answered few steps yet can always join. 0: everybody can."
        ),
        required=False,
        min_value=terms.RELIABILITY[0],
        max_value=terms.RELIABILITY[-1],
        initial=0,
    )
    fixed_hour = forms.ChoiceField(
        label=_("Steps end"), help_text=_("For steps of whole days."), required=False, choices=HOURS
    )
    time_zone = forms.CharField(
        label=_("Time zone"),
        required=False,
        max_length=40,
        initial="UTC",
        widget=forms.TextInput(attrs={"list": "zones"}),
    )
    rest_days = forms.MultipleChoiceField(
        label=_("Days that do not count"), required=False, choices=WEEK, widget=forms.CheckboxSelectMultiple
    )
    vacation_days = forms.IntegerField(
        label=_("Days of vacation for each seat"),
        help_text=_("For the whole match. A day of vacation moves the deadline of a step by a day."),
        required=False,
        min_value=terms.VACATION_DAYS[0],
        max_value=terms.VACATION_DAYS[-1],
        initial=0,
    )
    visibility = forms.ChoiceField(
        label=_("Who can join"),
        choices=[
            ("", _("As usual: everybody, but only by link against bots alone")),
            (Match.Visibility.PUBLIC, _("Everybody: listed in the lobby")),
            (Match.Visibility.LINK, _("Whoever has the link")),
        ],
        initial="",
        required=False,
        widget=forms.RadioSelect,
    )
    clock = forms.ChoiceField(
        label=_("Clock"),
        choices=[("", USUAL_CLOCKS[Match.Clock.LIVE]), *CLOCKS],
        initial="",
        required=False,
        widget=forms.RadioSelect,
    )
    step_seconds = forms.IntegerField(
        label=_("Seconds a step"), required=False, min_value=terms.LIVE_SECONDS[0], max_value=terms.LIVE_SECONDS[-1]
    )
    bank_seconds = forms.IntegerField(
        label=_("Seconds in reserve"),
        help_text=_("For the whole match; used when a step takes longer."),
        required=False,
        min_value=terms.BANK_SECONDS[0],
        max_value=terms.BANK_SECONDS[-1],
        initial=60,
    )
    slow_amount = forms.IntegerField(label=_("Time a step"), required=False, min_value=1, max_value=336, initial=1)
    slow_unit = forms.ChoiceField(
        label=_("Unit"), required=False, choices=[("hours", _("hours")), ("days", _("days"))], initial="days"
    )
    spectator_delay = forms.IntegerField(
        label=_("Spectators watch this many steps late"),
        help_text=_("0 only when nothing is hidden."),
        min_value=terms.SPECTATOR_DELAY[0],
        max_value=terms.SPECTATOR_DELAY[-1],
        initial=2,
    )

    spectators_see_all = forms.BooleanField(
        label=_("Spectators see everything, later still"),
        help_text=_(
            "So late that it helps nobody who plays. Else they see what everybody knows, and seats that let them watch."
            " Nobody can take over a seat of such a match. Not in rated matches."
        ),
        initial=True,
        required=False,
    )
    press = forms.ChoiceField(
        label=_("Talk between players"),
        help_text=_(
            "While the match runs. Before the start and after the end everybody may talk; spectators have a room of their own."
        ),
        choices=list(words.PRESS.items()),
        initial=Match.Press.PUBLIC,
        widget=forms.RadioSelect,
    )
    anonymous = forms.BooleanField(
        label=_("Hide who sits where"),
        help_text=_(
            "From the start to the end players are called by the letters of their seats, people and bots alike."
        ),
        required=False,
    )

    def __init__(
        self,
        game: Game,
        data: QueryDict | Mapping[str, Any] | None = None,
        *,
        user_id: int | None = None,
        usual_clock: str = Match.Clock.LIVE,
        **kwargs: Any,
    ) -> None:
        """`usual_clock`: what "as usual" means at a table with a seat for others."""
        self.game = game
        self.usual_clock = usual_clock
        self.programs = list(tables.programs_of(user_id, game))
        self.of_people: set[str] = set()
        """Choices that are maps of people."""
        super().__init__(data, **kwargs)
        self.fields["step_seconds"].initial = game.step_seconds
        if usual_clock == Match.Clock.SLOW:
            clock = self.fields["clock"]
            assert isinstance(clock, forms.ChoiceField)
            clock.choices = [("", USUAL_CLOCKS[Match.Clock.SLOW]), *CLOCKS]
        self.clubs = {} if user_id is None else {one.slug: one for one in clubs.joined_by_id(user_id)}
        self._add_clubs()
        self._add_seats()
        for option in game.options:
            self.fields[OPTION + option.key] = make_field(option)
            self.initial[OPTION + option.key] = initial_of(option, option.default)
            self._add_builds(option, user_id)
            if option.custom:
                label = gettext("%(option)s of my own, as JSON or YAML") % {"option": gettext(option.label)}
                self.fields[CUSTOM + option.key] = JsonOrYamlField(default=None, label=label, required=False)
        self.usual = {name: self.get_initial_for_field(field, name) for name, field in self.fields.items()}
        """What every field shows without a preset while nobody has changed it, by the field's name."""

    def _add_builds(self, option: Option, user_id: int | None) -> None:
        """What the person has made for this option in the game's workshop, after the choices of the game."""
        field = self.fields[OPTION + option.key]
        workshop = self.game.workshop
        if workshop is None or workshop.option != option.key or user_id is None or not isinstance(field, TokenField):
            return
        self._offer(field, choices.of(user_id, self.game.id))
        # A map that an address named (`begin_with`) comes back with the form.
        self._offer_shared(field, str(self.data.get(OPTION + option.key, "")))

    def _offer(self, field: TokenField, found: list[choices.Choice]) -> None:
        for one in found:
            field.add(one.key, one.label, one.content)
            self.of_people.add(one.key)

    def _offer_shared(self, field: TokenField, code: str) -> None:
        if code not in field.values:
            self._offer(field, choices.by_code(code, self.game.id))

    def begin_with(self, build: str) -> None:
        """Show this build in place of what the preset says, with a table of its size: the number of one's own, or the code of a shared one. Does
        nothing if it cannot be played."""
        workshop = self.game.workshop
        field = None if workshop is None else self.fields.get(OPTION + workshop.option)
        key = f"{builds.OWN}{build}"
        if isinstance(field, TokenField) and key not in field.values:
            key = build
            self._offer_shared(field, key)
            key = key if key in self.of_people else ""
        if workshop is None or workshop.seats is None or not isinstance(field, TokenField) or key not in field.values:
            return
        self.initial[OPTION + workshop.option] = key
        self.initial["seats"] = str(workshop.seats(field.values[key])[-1])
        suiting = {} if workshop.suits is None else workshop.suits(field.values[key])
        self.initial.update({OPTION + name: value for name, value in suiting.items()})
        if CUSTOM + workshop.option in self.fields:
            self.initial[CUSTOM + workshop.option] = ""

    def _add_clubs(self) -> None:
        if not self.clubs:
            del self.fields["club"]
            return
        field = self.fields["club"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", gettext("No, for everybody")), *((slug, one.name) for slug, one in self.clubs.items())]

    def _add_seats(self) -> None:
        counts = [(str(number), str(number)) for number in self.game.seats]
        self.fields["seats"] = forms.ChoiceField(label=gettext("Seats"), choices=counts, initial=counts[0][0])
        programs = [(f"{PROGRAM}{one.pk}", self._program_label(one.name)) for one in self.programs]
        bots = [(bot.id, self._bot_label(words.bot_name(bot))) for bot in self.game.bots]
        sitters = [("", gettext("Open seat")), *bots, *programs]
        if programs:
            self.fields["bot_0"] = forms.ChoiceField(
                label=gettext("Who plays your seat"),
                choices=[("", gettext("You play yourself")), *programs],
                required=False,
            )
        for number in range(1, self.game.seats[-1]):
            self.fields[f"bot_{number}"] = forms.ChoiceField(
                label=gettext("Seat %(number)d") % {"number": number + 1}, choices=sitters, required=False
            )

    @staticmethod
    def _program_label(name: str) -> str:
        return gettext("Your program: %(name)s") % {"name": name}

    @staticmethod
    def _bot_label(name: str) -> str:
        return gettext("Bot: %(name)s") % {"name": name}

    # --- Groups, as the page shows them

    @property
    def bot_fields(self) -> list[BoundField]:
        """One for each seat but the host's."""
        return [self[f"bot_{number}"] for number in range(1, self.game.seats[-1])]

    @property
    def host_field(self) -> BoundField | None:
        """Who plays the host's seat; None when there is nothing to choose."""
        return self["bot_0"] if "bot_0" in self.fields else None

    @property
    def pictured(self) -> dict[str, Any] | None:
        """The field whose choices have pictures, the address of one with KEY in place of the choice, and which choices have one; None: no field."""
        found = map_pictures.choices(self.game, self.fields, OPTION)
        return None if found is None else {"name": OPTION + found.name, "address": found.address, "keys": found.keys}

    @property
    def picture(self) -> str:
        """The address of the picture of what is chosen; "" if there is none."""
        found = map_pictures.choices(self.game, self.fields, OPTION)
        return found.of(self[OPTION + found.name].value()) if found else ""

    @property
    def common_fields(self) -> list[tuple[BoundField, BoundField | None]]:
        """Options that most tables look at, each with the field for something of one's own if it takes that."""
        return [
            (self[OPTION + option.key], self[CUSTOM + option.key] if option.custom else None)
            for option in self.game.options
            if not option.advanced
        ]

    @property
    def advanced_fields(self) -> list[BoundField]:
        """Options shown folded away."""
        return [self[OPTION + option.key] for option in self.game.options if option.advanced]

    @property
    def has_calendar(self) -> bool:
        """True if the calendar's fold must be open."""
        return any(self[name].errors or self[name].value() not in _NO_CALENDAR for name in _OF_SLOW)

    @property
    def has_advanced_errors(self) -> bool:
        """True if the fold must be open."""
        return any(field.errors for field in self.advanced_fields)

    @property
    def wrong_folds(self) -> set[str]:
        """Which parts of the page must be open because something in them is wrong: "rules", or a key of `FOLDS`."""
        found = {fold for fold, names in FOLDS.items() if not self.errors.keys().isdisjoint(names)}
        return found | ({"rules"} if any(name.startswith((OPTION, CUSTOM)) for name in self.errors) else set())

    @property
    def is_practice(self) -> bool:
        """True if bots or programs sit on all seats but the host's, as the form stands."""
        seats = str(self["seats"].value() or "")
        return seats.isdecimal() and all(
            self[f"bot_{n}"].value() for n in range(1, int(seats)) if f"bot_{n}" in self.fields
        )

    # --- Reading

    def clean(self) -> dict[str, Any]:
        """Times of the chosen clock, bots of the seats that there are."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        cleaned["kind"] = cleaned.get("kind") or Match.Kind.ORDINARY
        if cleaned.get("clock") == "":
            cleaned["clock"] = Match.Clock.NONE if self._is_practice(cleaned) else self.usual_clock
        if cleaned["kind"] != Match.Kind.ORDINARY:
            self._forget_others(cleaned)
        elif cleaned.get("clock") == Match.Clock.SLOW:
            self._clean_slow(cleaned)
        elif cleaned.get("clock") == Match.Clock.NONE:
            for name in (*_OF_SLOW, "step_seconds", "bank_seconds", "slow_amount"):
                self.errors.pop(name, None)
                cleaned.pop(name, None)
        elif "clock" in cleaned:
            if cleaned.get("step_seconds") is None and "step_seconds" not in self.errors:
                self.add_error("step_seconds", _("Enter the number of seconds."))
            cleaned["bank_seconds"] = cleaned.get("bank_seconds") or 0
            for name in _OF_SLOW:
                self.errors.pop(name, None)
        cleaned["min_reliability"] = cleaned.get("min_reliability") or 0
        for option in self.game.options:
            own = cleaned.get(CUSTOM + option.key)
            if own is not None and not isinstance(own, dict):
                self.add_error(CUSTOM + option.key, _("This must be an object with named fields."))
        return cleaned

    def _is_practice(self, cleaned: dict[str, Any]) -> bool:
        seats = int(cleaned.get("seats") or 0)
        return all(cleaned.get(f"bot_{number}") for number in range(1, seats))

    def _forget_others(self, cleaned: dict[str, Any]) -> None:
        """Reset the fields about other people for a match of one person, whatever they contain."""
        for name in (*_OF_OTHERS, *_OF_SLOW, "step_seconds", "bank_seconds", "slow_amount"):
            self.errors.pop(name, None)
            cleaned.pop(name, None)

    def _clean_slow(self, cleaned: dict[str, Any]) -> None:
        # Fields of the other clock are ignored.
        for name in ("step_seconds", "bank_seconds"):
            self.errors.pop(name, None)
        cleaned["bank_seconds"] = 0
        amount = cleaned.get("slow_amount")
        if amount is None:
            if "slow_amount" not in self.errors:
                self.add_error("slow_amount", _("Enter the number of hours or days."))
            return
        seconds = amount * SLOW_UNITS[cleaned.get("slow_unit") or "hours"]
        if seconds not in terms.SLOW_SECONDS:
            self.add_error("slow_amount", _("At most 14 days, please."))
        cleaned["step_seconds"] = seconds

    @property
    def options(self) -> dict[str, Any]:
        """The game's options of a valid form."""
        chosen: dict[str, Any] = {}
        for option in self.game.options:
            own = self.cleaned_data.get(CUSTOM + option.key)
            chosen[option.key] = self.cleaned_data[OPTION + option.key] if own is None else own
        return chosen

    @property
    def settings(self) -> Settings:
        """The table's own settings of a valid form."""
        seats = int(self.cleaned_data["seats"])
        sitters = {number: self.cleaned_data.get(f"bot_{number}", "") for number in range(seats)}
        programs = {
            number: int(sitter.removeprefix(PROGRAM))
            for number, sitter in sitters.items()
            if sitter.startswith(PROGRAM)
        }
        chosen = self.clubs.get(self.cleaned_data.get("club", ""))
        return Settings(
            seats=seats,
            step_seconds=self.cleaned_data.get("step_seconds") or 0,
            bank_seconds=self.cleaned_data.get("bank_seconds") or 0,
            kind=self.cleaned_data["kind"],
            **{name: self.cleaned_data[name] for name in _OF_OTHERS if name in self.cleaned_data},
            **self._calendar(),
            club=None if chosen is None else chosen.pk,
            bots={number: sitter for number, sitter in sitters.items() if sitter and number not in programs},
            programs=programs,
        )

    def _calendar(self) -> dict[str, Any]:
        """Settings of a slow clock only; with another clock these folded fields are ignored."""
        given = self.cleaned_data
        if given.get("clock") != Match.Clock.SLOW:
            return {}
        return {
            "fixed_hour": int(given["fixed_hour"]) if given["fixed_hour"] else None,
            "time_zone": given["time_zone"] or "UTC",
            "rest_days": tuple(int(day) for day in given["rest_days"]),
            "vacation_days": given["vacation_days"] or 0,
        }

    def refuse(self, error: OptionError | ServiceError) -> None:
        """Add a refusal of the game or the service as an error of the field that caused it."""
        answer = as_answer(error)
        path: str = answer["path"]
        key = path.replace("[", ".").split(".")[0]
        place = path[len(key) :].lstrip(".")
        text = f"{place}: {answer['message']}" if place else answer["message"]
        if self.cleaned_data.get(CUSTOM + key) is not None:
            self.add_error(CUSTOM + key, text)
        elif OPTION + key in self.fields:
            self.add_error(OPTION + key, text)
        elif path == "step_seconds" and self.cleaned_data.get("clock") == Match.Clock.SLOW:
            self.add_error("slow_amount", text)
        elif path in self.fields:
            self.add_error(path, text)
        else:
            self.add_error(None, f"{path}: {answer['message']}" if path else answer["message"])
