"""What shape have answers that are not made of serializers? JSON Schemas of matches, frames and records, from the socket's own structs."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from games.core.study import SURE
from lobby.bots.trial import Ended
from lobby.matches.trials import Trial
from lobby.platform.protocol import server

_REFERENCE = "#/components/schemas/{name}"
_Shape = dict[str, Any]


def protocol_components() -> dict[str, _Shape]:
    """Schemas of the structs that answers hold, by name."""
    _, components = msgspec.json.schema_components(
        [server.Info, server.StatusShown, server.FrameShown, server.ChatLineShown], ref_template=_REFERENCE
    )
    found: dict[str, _Shape] = {}
    for name, shape in components.items():
        # Over HTTP the address says what the tag and the match say in a message.
        properties = {key: value for key, value in shape["properties"].items() if not _says_address(key, shape)}
        found[name] = {
            **shape,
            "properties": properties,
            "required": [key for key in shape["required"] if key in properties],
        }
    found["FrameShown"].pop("additionalProperties")
    return found


def _says_address(key: str, shape: _Shape) -> bool:
    return key == "type" or (key == "match" and "type" in shape["properties"])


def _ref(name: str) -> _Shape:
    return {"$ref": _REFERENCE.format(name=name)}


def _object(properties: dict[str, _Shape], **more: Any) -> _Shape:
    return {"type": "object", "properties": properties, "required": list(properties), **more}


def _list(items: _Shape) -> _Shape:
    return {"type": "array", "items": items}


_AUDIENCE: _Shape = {"oneOf": [{"type": "integer"}, {"enum": ["public", "referee"]}]}
_NUMBER: _Shape = {"type": "integer", "minimum": 0}

MATCH = _object({"id": {"type": "string"}, "audience": _AUDIENCE, "info": _ref("Info"), "status": _ref("StatusShown")})
VIEW = _ref("FrameShown")
FRAMES = _object(
    {"info": _ref("Info"), "frames": _list(_ref("FrameShown")), "scores": {"type": "object"}, "count": _NUMBER}
)
EVENTS = _object({"steps": _list(_object({"step": _NUMBER, "events": _list({"type": "object"})})), "count": _NUMBER})
TALK = _object({"lines": _list(_ref("ChatLineShown"))})
MATCH_RECORD = _object(
    {
        "format": {"type": "integer"},
        "match": {"type": "string"},
        "game": {"type": "string"},
        "rules_version": {"type": "string"},
        "options": {"type": "object"},
        "clock": {"enum": ["live", "slow", "none"]},
        "step_seconds": _NUMBER,
        "rated": {"type": "boolean"},
        "seed": {"type": "string"},
        "seed_hash": {
            "type": "string",
            "description": "SHA-256 of `fogbound:<match id>:<seed>`, as shown from the start.",
        },
        "seats": _list(
            _object(
                {
                    "seat": _NUMBER,
                    "name": {
                        "type": "string",
                        "description": "Of the player; empty where it is secret or the account is closed.",
                    },
                    "bot": {"type": "string", "description": "The id of a built-in bot."},
                    "program": {"type": "string", "description": "The name of a program."},
                    "resigned": {"type": "boolean"},
                }
            )
        ),
        "start": {
            "type": ["object", "null"],
            "description": "The first position, of a match that goes on from another.",
        },
        "lot": {
            "type": ["array", "null"],
            "items": _NUMBER,
            "description": "The seat of each in the order in which all sat at the table: the shuffle that the seed gives with the label `seats`. "
            "Null where no lot was drawn, and while names are secret.",
        },
        "orders": _list(
            {"type": "object", "description": "Of step k at place k: seat → orders, null for a missed step."}
        ),
        "status": {"enum": ["finished", "aborted"]},
        "outcome": {"type": ["object", "null"]},
        "started_at": {"type": "string", "format": "date-time"},
        "finished_at": {"type": ["string", "null"], "format": "date-time"},
    }
)
MATCH_RECORD["properties"]["yours"] = _list(
    {
        **_NUMBER,
        "description": "Seats in which I sat or that programs of mine played; only for somebody who is logged in.",
    }
)
TRIAL = _object(
    {
        "id": {"type": "string"},
        "game": {"type": "string"},
        "level": {"type": "string"},
        "seed": {"type": "string"},
        "status": {
            "enum": [status.value for status in Trial.Status],
            "description": "`waiting` and `running` go on; the others are its end.",
        },
        "wanted": {**_NUMBER, "description": "Steps that were asked for."},
        "played": {**_NUMBER, "description": "The newest step there is."},
        "seconds": {"type": "number", "description": "How long it may be played."},
        "ended": {
            "enum": [*get_args(Ended), None],
            "description": "Why it is `done`: the match is over, or a limit is reached.",
        },
        "refusal": {
            "anyOf": [
                _object(
                    {
                        "code": {"type": "string"},
                        "path": {"type": "string"},
                        "message": {"type": "string"},
                        "data": {"type": "object"},
                    }
                ),
                {"type": "null"},
            ],
            "description": "Why it has `failed`.",
        },
        "options": {"type": "object", "description": "Those that are numbers, words and switches."},
        "names": _list({"type": "string"}),
        "static": {"type": "object", "description": "The constant keys of a view."},
        "frames": _list(
            {
                "type": "object",
                "description": "A position as the seat of the program sees it: step, view, events, choices, final.",
            }
        ),
        "runs": _list(
            _list(
                {
                    "type": "object",
                    "description": (
                        "For each step every run: entity, knew, orders, void, console, fault, line, units, budget, memory, profile. "
                        "The profile of a run that was over its budget: [{line, share}], the lines that took most, in thousandths of it."
                    ),
                }
            )
        ),
    }
)
_ESTIMATE = _object(
    {
        "value": {"type": "number", "description": "From 0 (lost) to 1 (won)."},
        "low": {"type": "number"},
        "high": {"type": "number", "description": "In 19 of 20 cases it is between `low` and this."},
        "plays": {**_NUMBER, "description": "Play-outs behind it; 0: the seat was out by then."},
    }
)
_OWN_SEAT = {"match": {"type": "string"}, "seat": _NUMBER}
ADVICE = _object(
    {
        **_OWN_SEAT,
        "step": _NUMBER,
        "bot": {"type": "string"},
        "name": {"type": "string"},
        "orders": {"description": "Null: the step asks nothing of the seat."},
        "forecast": {"description": "What the game foresees of these orders, or null."},
        "choices": {"description": "What the seat could order, or null."},
    }
)
STUDY = {
    "type": "object",
    "properties": {
        **_OWN_SEAT,
        "status": {"enum": ["none", *(status.value for status in Trial.Status)]},
        "wanted": {**_NUMBER, "description": "Play-outs at most."},
        "played": {**_NUMBER, "description": "Play-outs so far."},
        "seconds": {"type": "number", "description": "How long it may take."},
        "elapsed": {"type": "number", "description": "Seconds since it has begun, until its end."},
        "refusal": TRIAL["properties"]["refusal"],
        "bot": {"type": "string", "description": "The bot that plays all seats of the play-outs."},
        "ahead": {**_NUMBER, "description": "Steps of a play-out at most."},
        "looked_at": {**_NUMBER, "description": "Steps with play-outs."},
        "turns": _list(
            _object(
                {
                    "step": _NUMBER,
                    "to": {**_NUMBER, "description": "It turned between positions `step` and this."},
                    "before": _ESTIMATE,
                    "after": _ESTIMATE,
                    "sure": {"enum": [word for _times, word in SURE]},
                }
            )
        ),
    },
    "required": ["match", "seat", "status"],
}
_ROWS = _list(
    _object(
        {
            "name": {"type": "string"},
            "values": _list({"type": "number"}),
            "expected": {
                "anyOf": [_list({"type": "number"}), {"type": "null"}],
                "description": "What chance would have given on the average.",
            },
        }
    )
)
STATISTICS = {
    "type": "object",
    "properties": {"points": _ROWS, "luck": _ROWS, "spent": _ROWS},
    "description": "A number for each seat in each row; {} in a game without statistics.",
}
QUERY_OF_PAGES = [
    OpenApiParameter("cursor", OpenApiTypes.STR, description="As in `next` and `previous` of an answer."),
    OpenApiParameter(
        "limit", {"type": "integer", "minimum": 1, "maximum": 100, "default": 20}, description="Entries of a page."
    ),
]
PROTOCOL = _object(
    {
        "$schema": {"type": "string"},
        "title": {"type": "string"},
        "version": _NUMBER,
        "most_bytes": _NUMBER,
        "client": {"type": "object"},
        "server": {"type": "object"},
        "$defs": {"type": "object"},
    }
)
