"""Which field of a form takes a text that others will see? One per kind of text (`cleaning`)."""

from __future__ import annotations

from typing import Any

from django import forms

from lobby.platform.characters import cleaning

MOST_SENT = 200
"""Characters of a label that are read at all: what is dropped from it does not count."""


class CleanedField(forms.CharField):
    """A text whose value is what `cleaned` makes of it; "" if it is not required and left empty."""

    def clean(self, value: Any) -> str:
        text: str = super().clean(value)
        return self.cleaned(text) if text else ""

    def cleaned(self, text: str) -> str:
        """What remains of the text. Raises ValidationError."""
        raise NotImplementedError


class LabelField(CleanedField):
    """A name of anything."""

    def __init__(self, *, longest: int, **kwargs: Any) -> None:
        self.longest = longest
        super().__init__(**{"max_length": MOST_SENT, "widget": forms.TextInput(attrs={"maxlength": longest}), **kwargs})

    def cleaned(self, text: str) -> str:
        """The label in normal form."""
        return cleaning.label(text, longest=self.longest)


class LineField(CleanedField):
    """A text on one line."""

    def cleaned(self, text: str) -> str:
        """The line."""
        return cleaning.line(text, longest=self.max_length or len(text))


class ParagraphsField(CleanedField):
    """A text of several lines."""

    widget = forms.Textarea

    def clean(self, value: Any) -> str:
        text = super().clean(value)
        if self.required and not text:
            raise forms.ValidationError(self.error_messages["required"], code="required")
        return text

    def cleaned(self, text: str) -> str:
        """The text, or "" if there is nothing visible."""
        return cleaning.paragraphs(text, longest=self.max_length or len(text))
