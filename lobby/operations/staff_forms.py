"""Forms of staff: actions on a match, each with a reason, and the announcement of maintenance."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.accounts.staff import WhyForm
from lobby.characters.fields import ParagraphsField

LONGEST_MINUTES = 7 * 24 * 60
LONGEST_TEXT = 300
"""Greatest length of an announcement, in characters."""


class ExtendForm(WhyForm):
    """A reason and a time span."""

    minutes = forms.IntegerField(label=_("How many minutes more?"), min_value=1, max_value=LONGEST_MINUTES, initial=10)
    field_order = ["minutes", "why"]


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


class MaintenanceForm(forms.Form):
    """The start of the maintenance, and texts."""

    minutes = forms.IntegerField(
        label=_("In how many minutes?"), min_value=0, max_value=LONGEST_MINUTES, initial=15, help_text=_("0: at once.")
    )

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
        """`at` and `texts`, made from the fields."""
        cleaned: dict[str, Any] = super().clean() or {}
        texts = {language: cleaned.pop(f"text_{language}", "") for language, _name in settings.LANGUAGES}
        cleaned["texts"] = {language: text.strip() for language, text in texts.items() if text.strip()}
        if "minutes" in cleaned:
            cleaned["at"] = timezone.now() + timedelta(minutes=cleaned.pop("minutes"))
        return cleaned
