"""What may be sent about programs that the site runs, and what does an answer look like? A program is shown to its owner alone."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from lobby.api.serializers import GREATEST
from lobby.api.text_fields import LineField, NameField
from lobby.bots.forms import LONGEST_NOTE, LONGEST_TEXT, is_too_long, python_lines
from lobby.bots.modules import LONGEST_MODULE
from lobby.bots.trial import LONGEST_SEED, MOST_STEPS
from lobby.matches.modules import is_module

MOST_BYTES = LONGEST_MODULE + 64 * 1024
"""Of a request with a program."""


class ProgramSerializer(serializers.Serializer):
    """A program in a list."""

    id = serializers.IntegerField()
    game = serializers.CharField()
    name = serializers.CharField()
    note = serializers.CharField(allow_blank=True, help_text="What is new in this version.")
    origin = serializers.IntegerField(allow_null=True, help_text="The program from which this one was made.")
    language = serializers.ChoiceField(choices=["python", "wasm"], help_text="`wasm`: a WebAssembly module.")
    created_at = serializers.DateTimeField()
    switched_off = serializers.CharField(
        allow_blank=True, help_text="Why it begins no more matches; empty while it may. A new version may play again."
    )


class ModuleSerializer(serializers.Serializer):
    """A WebAssembly module."""

    size = serializers.IntegerField(help_text="Bytes.")
    sha256 = serializers.CharField(help_text="In hexadecimal.")


class WholeProgramSerializer(ProgramSerializer):
    """A program with its text."""

    text = serializers.CharField(help_text="Of a module: the data URL of the file.")
    module = ModuleSerializer(allow_null=True, help_text="What the module is; null for a program in Python.")


class SavedProgramSerializer(WholeProgramSerializer):
    """A program that was saved just now."""

    refused = serializers.CharField(
        allow_blank=True,
        help_text="Why the game refused its first orders, if it refused those of every first step: it plays default orders. Else empty.",
    )


class TextField(serializers.CharField):
    """A program's source text with Python's line ends, or a WebAssembly module as a data URL: `data:application/wasm;base64,…`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=LONGEST_MODULE, trim_whitespace=False, **options)

    def to_internal_value(self, data: Any) -> str:
        """The text as the sandbox reads it."""
        text = python_lines(super().to_internal_value(data))
        if is_too_long(text):
            most = LONGEST_MODULE if is_module(text) else LONGEST_TEXT
            raise serializers.ValidationError(self.error_messages["max_length"].format(max_length=most))
        return text


class VersionForm(serializers.Serializer):
    """A new version of a program."""

    text = TextField()
    name = NameField(required=False)
    note = LineField(max_length=LONGEST_NOTE, required=False, allow_blank=True, help_text="What is new.")


class NewProgramForm(VersionForm):
    """A new program."""

    game = serializers.CharField(max_length=40)

    def get_fields(self) -> dict[str, serializers.Field]:
        """Only a version may leave out its name."""
        fields: dict[str, serializers.Field] = super().get_fields()
        fields["name"].required = True
        return fields


class AgainstQuery(serializers.Serializer):
    """Selects the program to compare with."""

    against = serializers.IntegerField(
        min_value=1, max_value=GREATEST, required=False, help_text="By default its origin."
    )


class DifferenceSerializer(serializers.Serializer):
    """A line of a difference."""

    sign = serializers.ChoiceField(choices=["+", "-", "", "…"], help_text="… stands for a long unchanged part.")
    text = serializers.CharField(allow_blank=True, trim_whitespace=False)


class ConsoleLineSerializer(serializers.Serializer):
    """What a program of the person said in a match, or why a run of it did not count."""

    seat = serializers.IntegerField()
    step = serializers.IntegerField()
    entity = serializers.CharField(allow_blank=True, help_text="Of a program that steers each entity; else empty.")
    void = serializers.CharField(allow_blank=True, help_text="Why the run did not count; empty if it did.")
    line = serializers.IntegerField(help_text="Line of the error in the text; 0: none.")
    text = serializers.CharField(allow_blank=True)


class TrialForm(serializers.Serializer):
    """A text to try, or a program of one's own."""

    game = serializers.CharField(max_length=40)
    text = TextField(required=False)
    program = serializers.IntegerField(
        min_value=1, max_value=GREATEST, required=False, help_text="In place of a text: the id of a program."
    )
    level = serializers.CharField(max_length=40, help_text="The built-in bot of the other seat, such as `easy`.")
    seed = serializers.CharField(
        max_length=LONGEST_SEED,
        required=False,
        default="",
        allow_blank=True,
        help_text="The same seed: the same trial.",
    )
    steps = serializers.IntegerField(min_value=1, max_value=MOST_STEPS, required=False, default=MOST_STEPS)

    def validate(self, sent: dict[str, Any]) -> dict[str, Any]:
        """Exactly one of the two has to be there."""
        if "text" not in sent and "program" not in sent:
            raise serializers.ValidationError({"text": [self.fields["text"].error_messages["required"]]})
        if "text" in sent and "program" in sent:
            raise serializers.ValidationError({"program": [_("Send a text or a program, not both.")]})
        return sent


class SinceQuery(serializers.Serializer):
    """Selects the positions of a trial."""

    since = serializers.IntegerField(
        min_value=0,
        max_value=GREATEST,
        required=False,
        default=0,
        help_text="Only positions from this step on; what all positions share is then empty.",
    )
