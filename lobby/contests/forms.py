"""Which form announces a contest? One for all games and formats; what it leaves empty has a default.

The fields about rules are those of one game with one preset. `filled` says for which; a form that was filled in for others than it names now
takes the rules that it names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

import games
from games.core.errors import OptionError
from lobby.clubs.models import Club
from lobby.contests import lists, plans, rule_fields, words
from lobby.contests.formats.catalogue import FORMATS
from lobby.contests.models import Contest
from lobby.contests.plans import Plan, StagePlan
from lobby.matches import terms
from lobby.matches.errors import ServiceError, as_answer
from lobby.matches.models import Match
from lobby.matches.people import TablePreset
from lobby.pages import map_pictures
from lobby.pages.forms import OPTION
from lobby.platform.characters.fields import LabelField, ParagraphsField

STAGES = plans.MOST_STAGES
STAGE_FIELDS = ("rounds", "games", "target", "drop_worst", "straight", "advances", "every_minutes", "lasts_minutes")
CHAIN = "chain"
"""The preset that fills in the race, the groups and the final of the original rules."""


class Moment(forms.DateTimeField):
    """A day and an hour, without a zone."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")


class ContestForm(forms.Form):
    """A contest; `plan()` is what `services.create_contest` takes."""

    name = LabelField(label=_("Name"), longest=plans.LONGEST_NAME)
    note = ParagraphsField(
        label=_("What people should know"),
        required=False,
        max_length=plans.LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    game = forms.ChoiceField(label=_("Game"))
    filled = forms.CharField(required=False, widget=forms.HiddenInput)
    """The game and preset for whose rules the form was filled in."""
    table_size = forms.TypedChoiceField(
        label=_("Seats of a table"),
        help_text=_("Only sizes that the rules above allow."),
        coerce=int,
        error_messages={"invalid_choice": _("These rules have no table of that size.")},
    )
    step_seconds = forms.IntegerField(label=_("Seconds a step"), min_value=5, max_value=3600, initial=30)
    bank_seconds = forms.IntegerField(label=_("Seconds in reserve"), min_value=0, max_value=3600, initial=60)
    budget = forms.TypedChoiceField(
        label=_("Work of a program"),
        help_text=_("How long a program may think about a decision. A program that searches ahead needs more."),
        choices=list(words.BUDGETS.items()),
        coerce=int,
        empty_value=1,  # type: ignore[arg-type]
        required=False,
        initial=1,
    )
    who = forms.ChoiceField(label=_("Who takes part"), choices=list(words.WHO.items()), widget=forms.RadioSelect)
    per_person = forms.IntegerField(
        label=_("Programs of one person, at most"), min_value=1, max_value=plans.PER_PERSON[-1], initial=1
    )
    entry = forms.ChoiceField(
        label=_("Who can enter"), choices=list(words.ENTRY.items()), widget=forms.RadioSelect, initial="open"
    )
    code = LabelField(
        label=_("Code for the entry"),
        help_text=_("Only those whom you tell it can enter."),
        longest=plans.LONGEST_CODE,
        required=False,
    )
    listed = ParagraphsField(
        label=_("Names of those who can enter"),
        help_text=_(
            "Names of accounts, one a line. They are told, and you can change the list until the entry closes."
        ),
        max_length=lists.LONGEST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    team_least = forms.IntegerField(
        label=_("Members of a team, at least"), min_value=1, max_value=plans.TEAM[-1], initial=1
    )
    team_most = forms.IntegerField(
        label=_("Members of a team, at most"),
        help_text=_("1: everybody enters alone. A team has one program, and a captain who decides."),
        min_value=1,
        max_value=plans.TEAM[-1],
        initial=1,
    )
    is_seeded = forms.BooleanField(
        label=_("Seeded by rating"),
        help_text=_("In place of the lot: the best meet late in a bracket. Whoever has no rating comes last, by lot."),
        required=False,
    )
    most = forms.IntegerField(label=_("Entrants, at most"), min_value=2, max_value=plans.MOST[-1], initial=64)
    time_zone = forms.CharField(
        label=_("Time zone"), max_length=40, initial="UTC", widget=forms.TextInput(attrs={"list": "zones"})
    )
    opens_at = Moment(label=_("The entry opens"))
    closes_at = Moment(label=_("The entry closes"))
    starts_at = Moment(label=_("The contest starts"))
    evening = forms.TimeField(
        label=_("Hour of the evening"),
        help_text=_(
            "For a race between programs: a round begins each day at this hour, and who has handed in a new version before it"
            " plays with that. Empty: programs stay as they have entered."
        ),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    check_in_minutes = forms.IntegerField(
        label=_("Minutes of check-in before the start"),
        help_text=_("0: nobody has to say that they are there."),
        min_value=0,
        max_value=plans.CHECK_IN[-1],
        initial=0,
    )

    def __init__(
        self,
        data: QueryDict | Mapping[str, Any] | None = None,
        *,
        led: Iterable[Club] = (),
        saved: Iterable[TablePreset] = (),
        user_id: int | None = None,
        **kwargs: Any,
    ) -> None:
        """`led`: the clubs for whose members alone the contest may be. `saved`: forms of tables that the person `user_id` has kept."""
        led = list(led)
        super().__init__(data, **kwargs)
        if led:
            clubs = [(one.slug, one.name) for one in led]
            self.fields["club"] = forms.ChoiceField(label=gettext("Club"), choices=clubs, required=False)
        else:
            entry = self.fields["entry"]
            assert isinstance(entry, forms.ChoiceField)
            entry.choices = [choice for choice in words.ENTRY.items() if choice[0] != "club"]
        self.led = {one.slug: one.pk for one in led}
        self.game_id, self.preset = _game_of(self.data.get("game") or self.initial.get("game"))
        self._add_rules([one for one in saved if one.game == self.game_id], user_id)
        game_field = self.fields["game"]
        assert isinstance(game_field, forms.ChoiceField)
        game_field.choices = [
            (
                gettext(game.name),
                [
                    (f"{game.id}:{key}", _with_seats(game.id, key, f"{gettext(game.name)}: {label}"))
                    for key, label in (
                        ("", gettext("Default rules")),
                        *((key, gettext(preset.label)) for key, preset in game.presets.items()),
                    )
                ],
            )
            for game in games.all_games()
        ]
        formats = [(key, f"{label}: {words.HELP[key]}") for key, label in words.FORMATS.items()]
        for number in range(1, STAGES + 1):
            self._add_stage(number, formats)

    def _add_rules(self, saved: list[TablePreset], user_id: int | None) -> None:
        game, named = games.get(self.game_id), f"{self.game_id}:{self.preset}"
        self.fields |= rule_fields.fields_of(game, self.preset, saved, user_id)
        if self.is_bound and self.data.get("filled", named) != named:
            # What was filled in belongs to other rules.
            kept = {name: value for name, value in self.data.items() if not _is_rule(name)}
            if "apply" in kept:
                kept |= _chain_anew(kept, named)
            self.data = kept | {name: field.initial for name, field in self.fields.items() if _is_rule(name)}
        if self.is_bound:
            self.data = _with(self.data, "filled", named)
        self.initial["filled"] = named
        given = rule_fields.shown(self)
        self.sizes = plans.sizes(
            game, rule_fields.chosen(game, self.preset, given), given.get(rule_fields.MAPS) or ()
        ) or list(range(game.seats[0], min(plans.MOST_SEATS, game.seats[-1]) + 1))
        size = self.fields["table_size"]
        assert isinstance(size, forms.TypedChoiceField)
        size.choices = [(str(one), str(one)) for one in self.sizes]

    @property
    def rule_fields(self) -> list[BoundField]:
        """Options that most tables look at, and the maps."""
        folded = {OPTION + one.key for one in games.get(self.game_id).options if one.advanced}
        return [self[name] for name in self.fields if _is_rule(name) and name not in folded]

    @property
    def pictured(self) -> dict[str, str] | None:
        """Of the field for the map: its name, the address of a picture with KEY in place of the choice, which choices have one, and that of the
        chosen one, which may have none. None: the game draws no maps."""
        found = map_pictures.choices(games.get(self.game_id), self.fields, OPTION)
        if found is None:
            return None
        name = OPTION + found.name
        return {
            "name": name,
            "address": found.address,
            "keys": " ".join(found.keys),
            "now": found.of(self[name].value()),
        }

    @property
    def fine_fields(self) -> list[BoundField]:
        """Options shown folded away."""
        shown = {field.name for field in self.rule_fields}
        return [self[name] for name in self.fields if _is_rule(name) and name not in shown]

    @property
    def has_wrong_rules(self) -> bool:
        """True if the fold of the rules must be open."""
        return any(_is_rule(name) for name in self.errors)

    @property
    def has_wrong_fine_rules(self) -> bool:
        """True if the fold of the fine rules must be open."""
        return any(field.errors for field in self.fine_fields)

    def _add_stage(self, number: int, formats: list[tuple[str, str]]) -> None:
        choices = formats if number == 1 else [("", gettext("No further stage")), *formats]
        self.fields[f"format_{number}"] = forms.ChoiceField(
            label=_("Format"), choices=choices, required=number == 1, initial="single" if number == 1 else ""
        )
        labels = {
            "rounds": pgettext_lazy("contest", "Rounds"),
            "games": pgettext_lazy("contest", "Games"),
            "target": _("Target: how many are left at the end"),
            "drop_worst": _("Worst games that do not count"),
            "straight": _("How many go straight to the last stage"),
            "advances": _("How many of the others go on"),
            "every_minutes": _("Minutes from round to round"),
            "lasts_minutes": _("Minutes in which rounds begin"),
        }
        for name in STAGE_FIELDS:
            self.fields[f"{name}_{number}"] = forms.IntegerField(label=labels[name], required=False, min_value=0)

    @property
    def stages(self) -> list[dict[str, Any]]:
        """The fields of each stage; those that are not shown wait until a stage is added."""
        chosen = [number for number in range(1, STAGES + 1) if self[f"format_{number}"].value()]
        shown = max([1, *chosen]) + ("add_stage" in self.data)
        return [
            {
                "number": number,
                "format": self[f"format_{number}"],
                "fields": [(self[f"{name}_{number}"], _readers(name)) for name in STAGE_FIELDS],
                "is_shown": number <= shown,
                "is_new": number == shown and "add_stage" in self.data,
            }
            for number in range(1, STAGES + 1)
        ]

    def clean(self) -> dict[str, Any]:
        """With what the chosen entry needs."""
        given = super().clean() or {}
        needed = {"code": "code", "list": "listed", "club": "club"}.get(given.get("entry", ""))
        if needed and needed not in self.errors and not given.get(needed):
            self.add_error(needed, _("Needed for this kind of entry."))
        return given

    def clean_time_zone(self) -> str:
        """A zone that exists."""
        zone: str = self.cleaned_data["time_zone"]
        if zone not in terms.time_zones():
            raise forms.ValidationError(_("There is no such time zone."))
        return zone

    def plan(self) -> Plan:
        """The contest that the valid form describes."""
        given = dict(self.cleaned_data)
        zone = ZoneInfo(given["time_zone"])
        game = games.get(self.game_id)
        moments = {name: given[name].replace(tzinfo=zone) for name in ("opens_at", "closes_at", "starts_at")}
        entry = given["entry"]
        alike = (
            *("name", "note", "table_size", "step_seconds", "bank_seconds", "budget", "who", "per_person", "most"),
            *("time_zone", "evening"),
        )
        return Plan(
            game=game.id,
            options=rule_fields.chosen(game, self.preset, given),
            maps=given.get(rule_fields.MAPS) or (),
            code=given["code"] if entry == "code" else "",
            by_list=entry == "list",
            listed=lists.split(given["listed"]) if entry == "list" else (),
            team_least=given["team_least"],
            team_most=given["team_most"],
            is_seeded=given["is_seeded"],
            clock=Match.Clock.LIVE,
            check_in_minutes=given["check_in_minutes"],
            club_id=self.led.get(given.get("club", "")) if entry == "club" else None,
            stages=[self._stage(number) for number in range(1, STAGES + 1) if given[f"format_{number}"]],
            **moments,
            **{name: given[name] for name in alike},
        )

    def _stage(self, number: int) -> StagePlan:
        given = {name: self.cleaned_data[f"{name}_{number}"] for name in STAGE_FIELDS}
        key = self.cleaned_data[f"format_{number}"]
        rules = {name: given[name] for name in FORMATS[key].FIELDS if given.get(name) is not None}
        rest = ("straight", "advances", "every_minutes", "lasts_minutes")
        return StagePlan(key, rules, **{name: given[name] or 0 for name in rest})

    def refuse(self, error: ServiceError | OptionError) -> None:
        """Put a refusal of the service beside its field."""
        answer = as_answer(error) if isinstance(error, ServiceError) else {"path": "game", "message": error.message}
        path = answer["path"]
        if not isinstance(error, ServiceError):
            key = error.path.replace("[", ".").split(".")[0]
            path = OPTION + key if OPTION + key in self.fields else "game"
        if path.startswith("stages["):
            number, _dot, name = path.removeprefix("stages[").partition("].")
            path = f"{name}_{int(number) + 1}"
        elif path.startswith(f"{rule_fields.MAPS}["):
            path = rule_fields.MAPS
        self.add_error(path if path in self.fields else None, answer["message"])


def _game_of(chosen: Any) -> tuple[str, str]:
    """The game and its preset behind a value of the field, of a game that is installed."""
    game_id, _colon, preset = str(chosen or "").partition(":")
    if game_id not in games.GAMES:
        return next(iter(games.GAMES)), ""
    return game_id, preset if preset in games.get(game_id).presets else ""


def _readers(name: str) -> str:
    """The formats that read that field of a stage; empty: all."""
    return " ".join(key for key, form in FORMATS.items() if name in form.FIELDS)


def _is_rule(name: str) -> bool:
    return name == rule_fields.MAPS or name.startswith(OPTION)


def _with(data: Any, name: str, value: str) -> Any:
    """Posted data with another value of one field."""
    changed = data.copy()
    changed[name] = value
    return changed


def first_values(preset: str, game_id: str) -> dict[str, Any]:
    """What a new form begins with: an entry of a day from now; with `chain` the three stages of the original rules."""
    now = timezone.now().replace(second=0, microsecond=0)
    game, rules = _game_of(game_id)
    seats = _seats_of(game, rules)
    values: dict[str, Any] = {
        "game": f"{game}:{rules}",
        "who": Contest.Who.PEOPLE,
        "table_size": seats[0],
        "opens_at": now,
        "closes_at": now + timedelta(days=1),
        "starts_at": now + timedelta(days=1, hours=1),
    }
    if preset != CHAIN:
        return values
    values |= {"who": Contest.Who.PROGRAMS, "closes_at": now + timedelta(days=7)}
    values["starts_at"] = values["closes_at"] + timedelta(hours=1)
    values["evening"] = plans.EVENING
    return values | _chain_values(seats)


def _chain_values(seats: list[int]) -> dict[str, Any]:
    """Size of a table and stages of the chain, where a table can have so many seats."""
    size = plans.chain_size(seats)
    values: dict[str, Any] = {"table_size": size}
    for number, stage in enumerate(plans.chain_for(size), start=1):
        fields = dict(stage.rules) | {
            "straight": stage.straight,
            "advances": stage.advances,
            "every_minutes": stage.every_minutes,
        }
        values[f"format_{number}"] = stage.format
        values |= {f"{name}_{number}": value for name, value in fields.items() if value}
    return values


def _chain_anew(given: Mapping[str, Any], named: str) -> dict[str, str]:
    """What changes in a form that still has the chain as it was filled in, now that it is filled in for the rules `named`."""
    before = _chain_values(_seats_of(*_game_of(given.get("filled"))))
    # The script may have taken a size that fits already.
    if any(given.get(name) != str(value) for name, value in before.items() if name != "table_size"):
        return {}
    return {name: str(value) for name, value in _chain_values(_seats_of(*_game_of(named))).items()}


@cache
def _seats_of(game_id: str, preset: str) -> list[int]:
    """Seats that a table can have under a preset; it does not change while the site runs."""
    game = games.get(game_id)
    known = game.presets.get(preset)
    return plans.sizes(game, known.options if known else {}) or list(game.seats)


def _with_seats(game_id: str, preset: str, label: str) -> str:
    seats = _seats_of(game_id, preset)
    if len(seats) == 1:
        return gettext("%(label)s (%(seats)s seats)") % {"label": label, "seats": seats[0]}
    return gettext("%(label)s (%(low)s to %(high)s seats)") % {"label": label, "low": seats[0], "high": seats[-1]}
