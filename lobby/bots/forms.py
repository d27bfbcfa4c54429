"""Which form does a person fill in to add a program?"""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from lobby.accounts.forms import NameField
from lobby.accounts.names import LONGEST
from lobby.bots.loader import ProgramNotStarted, ProgramRefused
from lobby.bots.modules import LONGEST_MODULE, MODULE_BYTES
from lobby.matches.modules import MODULE_FILE, is_module, module_text
from lobby.platform.characters.fields import LineField

LONGEST_NOTE = 200


LONGEST_TEXT: Final = 100_000
"""Characters of a program in Python that are read at all; how long it may be, its game says."""


def is_too_long(text: str) -> bool:
    """True for a text of which not even the beginning is looked at."""
    return len(text) > (LONGEST_MODULE if is_module(text) else LONGEST_TEXT)


class ProgramForm(forms.Form):
    """The name and the source text of a program, or a file with a module in its place."""

    name = NameField(widget=forms.TextInput(attrs={"maxlength": LONGEST}))
    note = LineField(label=_("What is new in this version"), max_length=LONGEST_NOTE, required=False)
    origin = forms.IntegerField(required=False, min_value=1, max_value=2**62, widget=forms.HiddenInput)
    text = forms.CharField(
        label=_("Program"),
        strip=False,
        required=False,
        widget=forms.Textarea(
            attrs={"rows": 24, "spellcheck": "false", "autocapitalize": "off", "autocomplete": "off", "class": "code"}
        ),
    )

    module = forms.FileField(
        label=_("WebAssembly module"),
        help_text=_("A program in any language, in place of a text: a file that ends with .wasm, of at most 1 MB."),
        required=False,
        widget=forms.FileInput(attrs={"accept": f"{MODULE_FILE},application/wasm"}),
    )

    def clean_text(self) -> str:
        """The text with Python's line ends."""
        return python_lines(self.cleaned_data["text"])

    def clean(self) -> dict[str, Any]:
        """With the module, if one was sent, as `text`."""
        given = self.cleaned_data
        file = given.pop("module", None)
        if file is not None:
            if file.size > MODULE_BYTES:
                self.add_error("module", gettext("At most %(limit)d KB, please.") % {"limit": MODULE_BYTES // 1024})
            else:
                given["text"] = module_text(file.read())
        elif "module" not in self.errors and not given.get("text", "").strip():
            self.add_error("text", self.fields["name"].error_messages["required"])
        return given

    def refuse(self, refusal: ProgramRefused) -> None:
        """Add the refusal to the form as an error of the text, with its line, or of the module."""
        message = sentence(refusal)
        if refusal.line and refusal.column:
            message = gettext("Line %(line)s, column %(column)s: %(message)s") % {
                "line": refusal.line, "column": refusal.column, "message": message,
            }  # fmt: skip
        elif refusal.line:
            message = gettext("Line %(line)s: %(message)s") % {"line": refusal.line, "message": message}
        self.add_error("module" if self.files.get("module") else "text", message)


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
