"""Which messages may go over the match socket, as JSON Schema? Made from the structs that read and write them, so that it is true."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from lobby.matches import protocol


@cache
def socket_schema() -> dict[str, Any]:
    """`client` and `server`: references to all messages of either side; `$defs`: each by name."""
    shapes: list[Any] = [protocol.AnyClientMessage, protocol.AnyServerMessage]
    (client, server), definitions = msgspec.json.schema_components(shapes, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Fogbound match socket",
        "version": protocol.VERSION,
        "most_bytes": protocol.MAX_BYTES,
        "client": client,
        "server": server,
        "$defs": definitions,
    }
