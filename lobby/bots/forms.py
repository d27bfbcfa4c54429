"""What does a person write when bringing a program?"""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from lobby.accounts.names import clean_name
from lobby.bots.loader import ProgramRefused


class ProgramForm(forms.Form):
    """A name and a text."""

    name = forms.CharField(label=_("Name"), max_length=24)
    note = forms.CharField(label=_("What is new in this version"), max_length=200, required=False)
    origin = forms.IntegerField(required=False, min_value=1, max_value=2**62, widget=forms.HiddenInput)
    text = forms.CharField(
        label=_("Program"),
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 24, "spellcheck": "false", "autocapitalize": "off", "autocomplete": "off", "class": "code"}
        ),
    )

    def clean_name(self) -> str:
        """A name that people's names may look like too."""
        return clean_name(self.cleaned_data["name"])

    def clean_text(self) -> str:
        """Lines end as Python writes them, whatever the browser sends."""
        text: str = self.cleaned_data["text"]
        return text.replace("\r\n", "\n").replace("\r", "\n")

    def refuse(self, refusal: ProgramRefused) -> None:
        """Say in the field where it is wrong."""
        message = sentence(refusal)
        if refusal.line and refusal.column:
            message = gettext("Line %(line)s, column %(column)s: %(message)s") % {
                "line": refusal.line, "column": refusal.column, "message": message,
            }  # fmt: skip
        elif refusal.line:
            message = gettext("Line %(line)s: %(message)s") % {"line": refusal.line, "message": message}
        self.add_error("text", message)


def sentence(refusal: ProgramRefused) -> str:
    """Why a text is no program, without its place."""
    data: dict[str, Any] = refusal.data
    return gettext(refusal.template) % data if data else gettext(refusal.template)
