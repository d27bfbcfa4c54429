"""What a person may choose about notices, besides the table of kinds and ways. Forms only; nothing is saved here."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from lobby.matches import terms
from lobby.matches.models import Match
from lobby.notices import webhooks, words
from lobby.notices.models import Hook, Wishes


def hours(first: str) -> list[tuple[str, Any]]:
    """Choices for an hour of the day, after one for none if `first` names it."""
    return [*([("", first)] if first else []), *((str(hour), f"{hour:02d}:00") for hour in range(24))]


class WishesForm(forms.ModelForm):
    """When something is sent, and how much it tells."""

    time_zone = forms.ChoiceField(
        label=_("My time zone"), choices=[(zone, zone) for zone in sorted(terms.time_zones())]
    )
    quiet_from = forms.TypedChoiceField(
        label=_("Quiet from"), choices=lambda: hours(str(_("never"))), coerce=int, empty_value=None, required=False
    )
    quiet_to = forms.TypedChoiceField(
        label=_("Quiet until"), choices=lambda: hours(str(_("never"))), coerce=int, empty_value=None, required=False
    )
    digest_hour = forms.TypedChoiceField(label=_("The mail of the day comes at"), choices=lambda: hours(""), coerce=int)

    class Meta:
        model = Wishes
        fields = ["time_zone", "quiet_from", "quiet_to", "digest_hour", "only_away", "tells_more"]
        labels = {
            "only_away": _("Send nothing while I have a page of the site open"),
            "tells_more": _("Name the game, the round and people in mails and messages"),
        }
        help_texts = {
            "tells_more": _("Otherwise they say only that something is due: others may see them on your screen."),
        }

    def clean(self) -> dict[str, Any]:
        """Quiet hours have a beginning and an end."""
        given: dict[str, Any] = super().clean() or {}
        if (given.get("quiet_from") is None) != (given.get("quiet_to") is None):
            raise ValidationError(_("Say from when and until when it is to be quiet, or neither."), code="quiet")
        return given


class HostedMatch(forms.ModelChoiceField):
    """One of the matches that somebody hosts."""

    def label_from_instance(self, obj: Any) -> str:
        """By words that its host knows, never by its id."""
        return words.match_name(obj)


class HookForm(forms.Form):
    """A new webhook."""

    form = forms.ChoiceField(label=_("Form"), choices=Hook.Form.choices)
    address = forms.URLField(
        label=_("Address"),
        max_length=500,
        assume_scheme="https",
        error_messages={"invalid": webhooks.NO_ADDRESS},
        widget=forms.URLInput(attrs={"placeholder": "https://", "autocomplete": "off"}),
    )
    match = HostedMatch(
        label=_("What it tells"),
        queryset=Match.objects.none(),
        required=False,
        empty_label=_("What concerns me, as chosen above"),
    )

    def __init__(self, *args: Any, hosted: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["match"].queryset = hosted  # type: ignore[attr-defined]
