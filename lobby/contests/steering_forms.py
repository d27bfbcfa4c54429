"""What does whoever steers a contest fill in for each act? A form each, which keeps what was typed when the act is refused."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from lobby.accounts import invitations
from lobby.accounts.models import User
from lobby.contests import act_fields, lists, moving, oversight, plans, replaying, serializers, steering, words
from lobby.contests.forms import Moment
from lobby.contests.models import Contest
from lobby.matches.errors import ServiceError
from lobby.platform.characters.fields import ParagraphsField


class ActForm(forms.Form):
    """The form of one act, or of two that take the same."""

    ACTS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, contest: Contest, actor: User, data: QueryDict | None = None) -> None:
        super().__init__(data, auto_id=f"{self.ACTS[0]}-%s")
        self.contest, self.actor = contest, actor
        self.zone = ZoneInfo(contest.time_zone)

    @property
    def is_offered(self) -> bool:
        """Can the act be done now?"""
        return True

    def shown(self, moment: datetime) -> datetime:
        """As clocks in the zone of the contest show it; without the zone, or the field would show another one."""
        return moment.astimezone(self.zone).replace(tzinfo=None)

    def given(self) -> dict[str, Any]:
        """The valid form as `steering.do` takes it."""
        return dict(self.cleaned_data)

    def refuse(self, error: ServiceError) -> None:
        """Put a refusal beside its field."""
        self.add_error(error.path if error.path in self.fields else None, error.message)


def _reason(*, is_needed: bool) -> ParagraphsField:
    return ParagraphsField(
        label=_("Reason"), max_length=steering.LONGEST_TEXT, required=is_needed, widget=forms.TextInput
    )


class PauseForm(ActForm):
    """Nothing new begins."""

    ACTS = ("pause",)
    text = _reason(is_needed=False)

    @property
    def is_offered(self) -> bool:
        """While it is not paused."""
        return self.contest.paused_at is None


class MessageForm(ActForm):
    """To all entrants."""

    ACTS = ("message",)
    text = ParagraphsField(
        label=pgettext_lazy("contest", "Message"),
        max_length=steering.LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class DatesForm(ActForm):
    """The dates of a contest, in its time zone."""

    ACTS = ("dates",)
    opens_at = Moment(label=_("The entry opens"))
    closes_at = Moment(label=_("The entry closes"))
    starts_at = Moment(label=_("The contest starts"))
    check_in_minutes = forms.IntegerField(
        label=_("Minutes of check-in before the start"), min_value=0, max_value=plans.CHECK_IN[-1]
    )
    text = _reason(is_needed=False)
    MOMENTS: ClassVar[tuple[str, ...]] = ("opens_at", "closes_at", "starts_at")

    def __init__(self, contest: Contest, actor: User, data: QueryDict | None = None) -> None:
        super().__init__(contest, actor, data)
        self.initial = {name: getattr(contest, name) for name in act_fields.DATES}
        self.initial |= {name: self.shown(self.initial[name]) for name in self.MOMENTS}

    @property
    def is_offered(self) -> bool:
        """Before the start."""
        return self.contest.status == Contest.Status.PLANNED

    def given(self) -> dict[str, Any]:
        """The dates as moments."""
        found = super().given()
        return found | {name: found[name].replace(tzinfo=self.zone) for name in self.MOMENTS}


class StageForm(ActForm):
    """When a later stage begins at the earliest, or the next round of the one that runs; in the time zone of the contest."""

    ACTS = ("stage",)
    stage = forms.TypedChoiceField(label=_("Stage"), coerce=int)
    not_before = Moment(label=_("No earlier than"))
    text = _reason(is_needed=False)

    def __init__(self, contest: Contest, actor: User, data: QueryDict | None = None) -> None:
        super().__init__(contest, actor, data)
        stages = [one for one in contest.stages.filter(finished_at=None) if one.number or one.started_at]
        field = self.fields["stage"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(str(one.number), f"{one.number + 1}. {words.FORMATS[one.format]}") for one in stages]
        first, now = next(iter(stages), None), timezone.now()
        if first is not None:
            known = first.not_before or first.next_at
            bound = now if first.started_at else moving.earliest(contest, first.number, now)
            self.initial["not_before"] = self.shown(max(bound, known or bound))

    @property
    def is_offered(self) -> bool:
        """While a stage has not begun, or runs."""
        return bool(self.initial)

    def given(self) -> dict[str, Any]:
        """With the moment in its zone."""
        found = super().given()
        return found | {"not_before": found["not_before"].replace(tzinfo=self.zone)}


class ListForm(ActForm):
    """Who can enter."""

    ACTS = ("list",)
    listed = forms.CharField(
        label=_("Names of those who can enter"),
        max_length=lists.LONGEST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
    )

    def __init__(self, contest: Contest, actor: User, data: QueryDict | None = None) -> None:
        super().__init__(contest, actor, data)
        known = contest.listed.filter(user__is_active=True).order_by("user__name_key")
        self.initial["listed"] = "\n".join(known.values_list("user__name", flat=True))

    @property
    def is_offered(self) -> bool:
        """Until the entry closes."""
        return self.contest.by_list and serializers.phase(self.contest, timezone.now()) in {"announced", "entry"}

    def given(self) -> dict[str, Any]:
        """The names; nobody empties a list by sending none."""
        return {"listed": lists.split(self.cleaned_data["listed"])} if "listed" in self.data else {}


class RemoveForm(ActForm):
    """An entrant takes part no more."""

    ACTS = ("remove",)
    entrant = forms.TypedChoiceField(label=_("Entrant"), coerce=int)
    text = _reason(is_needed=True)

    def __init__(self, contest: Contest, actor: User, data: QueryDict | None = None) -> None:
        super().__init__(contest, actor, data)
        field = self.fields["entrant"]
        assert isinstance(field, forms.TypedChoiceField)
        here = (one for one in serializers.entrants(contest) if not one["is_organiser"] and not one["is_removed"])
        entrants = [(str(one["id"]), one["name"]) for one in here]
        # Nobody is chosen before the host has chosen: this act cannot be taken back.
        field.choices = [("", _("Choose")), *entrants]
        self.is_anybody_here = bool(entrants)

    @property
    def is_offered(self) -> bool:
        """While there is somebody."""
        return self.is_anybody_here


class TableForm(ActForm):
    """A table of the last round is played again, or made void; it is asked once before that is done."""

    ACTS = ("replay", "void")
    table = forms.ChoiceField(label=pgettext_lazy("contest", "Table"))
    text = _reason(is_needed=True)

    def __init__(self, contest: Contest, actor: User, data: QueryDict | None = None) -> None:
        super().__init__(contest, actor, data)
        playable, self.plays_here = replaying.open_to(contest, actor)
        where = {(one.stage.number, one.round, one.number) for one in playable}
        found = [one for one in oversight.last_tables(contest) if (one["stage"], one["round"], one["number"]) in where]
        # With how many acts at the table whoever chooses it knows of.
        self.by_key = {".".join(str(one[name]) for name in _TABLE): one for one in found}
        field = self.fields["table"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(key, _line(one)) for key, one in self.by_key.items()]
        sent = "" if data is None else data.get("table", "").rpartition(".")[0]
        if sent in {key.rpartition(".")[0] for key in self.by_key}:
            field.error_messages["invalid_choice"] = replaying.JUST_DONE

    @property
    def is_offered(self) -> bool:
        """While there is a table, for this host or another one."""
        return bool(self.by_key) or self.plays_here

    @property
    def chosen(self) -> dict[str, Any]:
        """The table of the valid form, with its names."""
        found = self.by_key[self.cleaned_data["table"]]
        return found | {"who": ", ".join(one["name"] for one in found["entrants"])}

    def given(self) -> dict[str, Any]:
        """The numbers of the table."""
        found = self.by_key[self.cleaned_data["table"]]
        return {"text": self.cleaned_data["text"], **{name: found[name] for name in _TABLE}}


_TABLE = ("stage", "round", "number", "acts")


def _line(table: dict[str, Any]) -> str:
    names = ", ".join(one["name"] for one in table["entrants"])
    return f"{table['number'] + 1}: {words.STATES[table['state']]}{' – ' if names else ''}{names}"


class InviteForm(ActForm):
    """A code with which many sign up from one place."""

    ACTS = ("invite",)
    people = forms.IntegerField(label=_("For how many people?"), min_value=1)
    days = forms.IntegerField(label=_("For how many days?"), min_value=1, max_value=invitations.DAYS, initial=7)

    def __init__(self, contest: Contest, actor: User, data: QueryDict | None = None) -> None:
        super().__init__(contest, actor, data)
        self.most = min(invitations.MOST, invitations.left(actor, timezone.now()))
        self.fields["people"].widget.attrs["max"] = self.most
        self.initial["people"] = min(30, self.most)


class CohostForm(ActForm):
    """Somebody steers it too."""

    ACTS = ("cohost",)
    person = forms.CharField(label=_("Name"), max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off"}))

    @property
    def is_offered(self) -> bool:
        """To the host alone."""
        return self.contest.host_id == self.actor.pk


FORMS: tuple[type[ActForm], ...] = (
    PauseForm,
    MessageForm,
    DatesForm,
    StageForm,
    ListForm,
    RemoveForm,
    TableForm,
    InviteForm,
    CohostForm,
)
BY_ACT = {act: form for form in FORMS for act in form.ACTS}
