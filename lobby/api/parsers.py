"""How is the body of a request parsed? As strictly as messages of the socket: valid JSON, no lone surrogates, limited nesting."""

from collections.abc import Mapping
from typing import IO, Any

import msgspec
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.utils.translation import gettext
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.parsers import BaseParser

from lobby.platform.protocol.client import endless_number


class JsonParser(BaseParser):
    """One JSON value; a ParseError for anything else."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        # A view may take more than others.
        most = getattr((parser_context or {}).get("view"), "most_bytes", settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        # One byte more tells a body that is too long, also one that came without its length.
        body = stream.read(most + 1)
        if len(body) > most:
            raise RequestDataTooBig
        try:
            return msgspec.json.decode(body)
        except msgspec.ValidationError:
            # Nothing is asked of the value yet: a number is too large to be one.
            if path := endless_number(body):
                raise ValidationError({path: [gettext("This number is too large.")]}) from None
            raise ParseError(gettext("This is not JSON.")) from None
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise ParseError(gettext("This is not JSON.")) from None
