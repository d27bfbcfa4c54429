"""Which field of a request takes a text that others will see? As `lobby.platform.characters.fields`, for requests of programs."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from lobby.accounts.names import LONGEST, clean_name
from lobby.platform.characters import cleaning
from lobby.platform.characters.fields import MOST_SENT


class CleanedField(serializers.CharField):
    """A text whose value is what `cleaned` makes of it."""

    def to_internal_value(self, data: Any) -> str:
        """The cleaned text. Raises ValidationError, which names the field."""
        text: str = super().to_internal_value(data)
        return self.cleaned(text) if text else text

    def cleaned(self, text: str) -> str:
        """What remains of the text. Raises Django's ValidationError."""
        raise NotImplementedError


class LabelField(CleanedField):
    """A name of anything."""

    def __init__(self, *, longest: int, **options: Any) -> None:
        self.longest = longest
        super().__init__(**{"max_length": MOST_SENT, **options})

    def cleaned(self, text: str) -> str:
        """The label in normal form."""
        return cleaning.label(text, longest=self.longest)


class NameField(LabelField):
    """The name of a person, bot account or program."""

    def __init__(self, **options: Any) -> None:
        super().__init__(longest=LONGEST, **{"help_text": f"2 to {LONGEST} visible characters.", **options})

    def cleaned(self, text: str) -> str:
        """The name in normal form, under the rules of people's names."""
        return clean_name(text)


class LineField(CleanedField):
    """A text on one line."""

    def cleaned(self, text: str) -> str:
        """The line."""
        return cleaning.line(text, longest=self.max_length or len(text))


class ParagraphsField(CleanedField):
    """A text of several lines."""

    def cleaned(self, text: str) -> str:
        """The text, or "" if there is nothing visible."""
        return cleaning.paragraphs(text, longest=self.max_length or len(text))
