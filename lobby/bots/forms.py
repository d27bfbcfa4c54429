"""Which form does a person fill in to add a program?"""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from lobby.accounts.forms import NameField
from lobby.accounts.names import LONGEST
from lobby.bots.loader import ProgramNotStarted, ProgramRefused
from lobby.characters.fields import LineField

LONGEST_NOTE = 200


class ProgramForm(forms.Form):
    """The name and the source text of a program."""

    name = NameField(widget=forms.TextInput(attrs={"maxlength": LONGEST}))
    note = LineField(label=_("What is new in this version"), max_length=LONGEST_NOTE, required=False)
    origin = forms.IntegerField(required=False, min_value=1, max_value=2**62, widget=forms.HiddenInput)
    text = forms.CharField(
        label=_("Program"),
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 24, "spellcheck": "false", "autocapitalize": "off", "autocomplete": "off", "class": "code"}
        ),
    )

    def clean_text(self) -> str:
        """The text with Python's line ends."""
        return python_lines(self.cleaned_data["text"])

    def refuse(self, refusal: ProgramRefused) -> None:
        """Add the refusal to the form as an error of the text field, with its line."""
        message = sentence(refusal)
        if refusal.line and refusal.column:
            message = gettext("Line %(line)s, column %(column)s: %(message)s") % {
                "line": refusal.line, "column": refusal.column, "message": message,
            }  # fmt: skip
        elif refusal.line:
            message = gettext("Line %(line)s: %(message)s") % {"line": refusal.line, "message": message}
        self.add_error("text", message)


def python_lines(text: str) -> str:
    """The text with Python's line ends, and without the mark (U+FEFF) with which some editors begin a file; browsers send others."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def sentence(refusal: ProgramRefused) -> str:
    """Why a text is not a valid program, without the line, in the active language."""
    data: dict[str, Any] = refusal.data
    return gettext(refusal.template) % data if data else gettext(refusal.template)


def refusal_answer(refusal: ProgramRefused) -> dict[str, Any]:
    """The refusal of a text as `{code, path, message, data}`, in the active language."""
    return {
        "code": "not_started" if isinstance(refusal, ProgramNotStarted) else "bad_program",
        "path": "text",
        "message": sentence(refusal),
        "data": {"line": refusal.line or None, "column": refusal.column or None},
    }
