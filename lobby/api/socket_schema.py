"""Which messages may go over the match socket, as JSON Schema? Generated from the structs that read and write them."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from lobby.platform.protocol import client, server


@cache
def socket_schema() -> dict[str, Any]:
    """`client` and `server`: references to all messages of either side; `$defs`: each by name."""
    shapes: list[Any] = [client.AnyClientMessage, server.AnyServerMessage]
    (from_client, from_server), definitions = msgspec.json.schema_components(shapes, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Fogbound match socket",
        "version": client.VERSION,
        "most_bytes": client.MAX_BYTES,
        "client": from_client,
        "server": from_server,
        "$defs": definitions,
    }
