"""Which form announces a contest? One for all games and formats; what it leaves empty has a default.

The fields about rules are those of one game with one preset. `filled` says for which; a form that was filled in for others than it names now
takes the rules that it names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

import games
from games.core.errors import OptionError
from lobby.clubs.models import Club
from lobby.contests import lists, plans, ready_plans, rule_fields, words
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
    ready = forms.CharField(required=False, widget=forms.HiddenInput)
    """The ready plan with which it was filled in."""
    again = forms.IntegerField(required=False, widget=forms.HiddenInput)
    """The contest that is used again, whose own map and options it can choose."""
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
        again: Contest | None = None,
        **kwargs: Any,
    ) -> None:
        """`led`: the clubs for whose members alone the contest may be. `saved`: forms of tables that the person `user_id` has kept. `again`: an
        earlier contest of theirs, whose rules the form begins with."""
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
        self.game_id, self.preset = ready_plans.game_of(self.data.get("game") or self.initial.get("game"))
        game = games.get(self.game_id)
        self.written = rule_fields.options_of(game, self.preset)
        """The options as preset or earlier contest have them."""
        is_again = again is not None and ready_plans.rules_of(again) == f"{self.game_id}:{self.preset}"
        if again is not None and is_again:
            self.written |= {key: value for key, value in again.options.items() if key in self.written}
        self._add_rules([one for one in saved if one.game == self.game_id], user_id, again if is_again else None)
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

    def _add_rules(self, saved: list[TablePreset], user_id: int | None, again: Contest | None) -> None:
        game, named = games.get(self.game_id), f"{self.game_id}:{self.preset}"
        turned = [] if again is None else again.maps
        self.fields |= rule_fields.fields_of(game, self.written, saved, user_id, turned)
        if self.is_bound and self.data.get("filled", named) != named:
            # What was filled in belongs to other rules.
            kept = {name: value for name, value in self.data.items() if not _is_rule(name)}
            if "apply" in kept:
                kept |= ready_plans.anew(kept, named)
            self.data = kept | {name: field.initial for name, field in self.fields.items() if _is_rule(name)}
        if self.is_bound:
            self.data = _with(self.data, "filled", named)
        self.initial["filled"] = named
        given = rule_fields.shown(self)
        self.sizes = plans.sizes(
            game, rule_fields.chosen(self.written, given), given.get(rule_fields.MAPS) or ()
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
        for name in ready_plans.STAGE_FIELDS:
            self.fields[f"{name}_{number}"] = forms.IntegerField(
                label=labels[name], required=False, min_value=0, help_text=str(words.EMPTY[name])
            )

    @property
    def stages(self) -> list[dict[str, Any]]:
        """The fields of each stage; those that are not shown wait until a stage is added."""
        chosen = [number for number in range(1, STAGES + 1) if self[f"format_{number}"].value()]
        shown = max([1, *chosen]) + ("add_stage" in self.data)
        return [
            {
                "number": number,
                "format": self[f"format_{number}"],
                "fields": [(self[f"{name}_{number}"], _readers(name)) for name in ready_plans.STAGE_FIELDS],
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
        chosen = [bool(given.get(f"format_{number}")) for number in range(1, STAGES + 1)]
        for number in range(2, STAGES):
            if any(chosen[number:]) and not chosen[number - 1]:
                self.add_error(f"format_{number}", _("Choose a format: a later stage has one."))
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
            options=rule_fields.chosen(self.written, given),
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
        given = {name: self.cleaned_data[f"{name}_{number}"] for name in ready_plans.STAGE_FIELDS}
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


def _with_seats(game_id: str, preset: str, label: str) -> str:
    seats = ready_plans.seats_of(game_id, preset)
    if len(seats) == 1:
        return gettext("%(label)s (%(seats)s seats)") % {"label": label, "seats": seats[0]}
    return gettext("%(label)s (%(low)s to %(high)s seats)") % {"label": label, "low": seats[0], "high": seats[-1]}
