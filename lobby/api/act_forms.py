"""What is asked of a form whose `act` says which of its other fields are needed?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework import serializers

from lobby.contests import act_fields


class ActForm(serializers.Serializer):
    """A form that refuses an act without the fields that it needs, by the name of the first one."""

    needs: ClassVar[Mapping[str, tuple[str, ...]]]
    """By act."""

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if name := act_fields.missing(self.needs, attrs["act"], attrs):
            raise serializers.ValidationError({name: serializers.Field.default_error_messages["required"]})
        return attrs
