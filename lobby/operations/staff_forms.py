"""Forms of staff: actions on a match, each with a reason, announcements, and what is switched while the site runs."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.accounts.staff import WhyForm
from lobby.platform.characters.fields import ParagraphsField

LONGEST_MINUTES = 7 * 24 * 60
LONGEST_TEXT = 300
"""Greatest length of an announcement, in characters."""


LONGEST_TOLD = timedelta(days=366)


class _Moment(forms.DateTimeInput):
    """A browser's own field for day and time, in UTC: staff live in many zones."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


class ExtendForm(WhyForm):
    """A reason and a time span."""

    minutes = forms.IntegerField(label=_("How many minutes more?"), min_value=1, max_value=LONGEST_MINUTES, initial=10)
    field_order = ["minutes", "why"]


class SeatForm(WhyForm):
    """A reason and a seat."""

    seat = forms.IntegerField(label=_("Which seat?"), min_value=1, help_text=_("Its number in the list of seats."))
    field_order = ["seat", "why"]

    def clean_seat(self) -> int:
        """From 0 on."""
        number: int = self.cleaned_data["seat"]
        return number - 1


class SetBackForm(WhyForm):
    """A reason and a step."""

    step = forms.IntegerField(
        label=_("To which step?"),
        min_value=0,
        help_text=_(
            "The position in which this step is due: 0 is the beginning, the highest is the one that is due now."
        ),
    )
    field_order = ["step", "why"]


class RatesForm(WhyForm):
    """A reason and the rates of a limit."""

    rates = forms.CharField(
        label=_("Rates"),
        max_length=100,
        required=False,
        help_text=_("As in 20/m/ip,200/h/ip. Empty: as the settings say."),
        widget=forms.TextInput(attrs={"spellcheck": "false", "autocapitalize": "off"}),
    )
    field_order = ["rates", "why"]


class _TextsForm(forms.Form):
    """A text in each language of the site."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for language, name in settings.LANGUAGES:
            self.fields[f"text_{language}"] = ParagraphsField(
                label=_("In your own words (%(language)s)") % {"language": name},
                max_length=LONGEST_TEXT,
                required=False,
                widget=forms.Textarea(attrs={"rows": 2, "lang": language}),
            )

    def clean(self) -> dict[str, Any]:
        """`texts` by language, made from the fields."""
        cleaned: dict[str, Any] = super().clean() or {}
        texts = {language: cleaned.pop(f"text_{language}", "") for language, _name in settings.LANGUAGES}
        cleaned["texts"] = {language: text.strip() for language, text in texts.items() if text.strip()}
        return cleaned


class MaintenanceForm(_TextsForm):
    """The start of the maintenance, and texts."""

    minutes = forms.IntegerField(
        label=_("In how many minutes?"), min_value=0, max_value=LONGEST_MINUTES, initial=15, help_text=_("0: at once.")
    )

    def clean(self) -> dict[str, Any]:
        """`at` and `texts`, made from the fields."""
        cleaned = super().clean()
        if "minutes" in cleaned:
            cleaned["at"] = timezone.now() + timedelta(minutes=cleaned.pop("minutes"))
        return cleaned


class AnnouncementForm(_TextsForm):
    """From when, until when, and texts; moments in the zone that is named."""

    begins_at = forms.DateTimeField(
        label=_("From (UTC)"), widget=_Moment, help_text=_("Empty: at once."), required=False
    )
    ends_at = forms.DateTimeField(label=_("Until (UTC)"), widget=_Moment)
    field_order = ["begins_at", "ends_at"]

    def clean(self) -> dict[str, Any]:
        """`begins_at`, `ends_at` and `texts`, of which one has words."""
        cleaned = super().clean()
        now = timezone.now()
        cleaned["begins_at"] = cleaned.get("begins_at") or now
        ends_at = cleaned.get("ends_at")
        if ends_at is not None and ends_at <= max(now, cleaned["begins_at"]):
            self.add_error("ends_at", _("The end must come after the beginning, and after now."))
        elif ends_at is not None and ends_at > max(now, cleaned["begins_at"]) + LONGEST_TOLD:
            self.add_error("ends_at", _("At most a year."))
        if not cleaned["texts"]:
            self.add_error(None, _("Write it in at least one language."))
        return cleaned
