"""Does the package bring files of many matches from the site, and read each of them?"""

from __future__ import annotations

import asyncio
import hashlib
import json
import lzma
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zipfile import ZipFile

import httpx
import pytest
from fogbound_client import AsyncSite, BadRecord, FogboundError, Refused, Site
from fogbound_client.records import COLUMNS, frame, records, rows

ADDRESS = "http://site.example"


def record(match: str, **given: Any) -> dict[str, Any]:
    """A match of two steps, which a bot has won."""
    names = [("Alice", "", ""), ("Easy", "easy", "")]
    return {
        "format": 1,
        "match": match,
        "game": "deep_blue",
        "rules_version": "3",
        "options": {},
        "clock": "live",
        "step_seconds": 30,
        "rated": True,
        "seed": "1",
        "seed_hash": "",
        "seats": [
            {"seat": seat, "name": name, "bot": bot, "program": program, "resigned": False}
            for seat, (name, bot, program) in enumerate(names)
        ],
        "start": None,
        "lot": None,
        "orders": [{"0": {"ships": []}, "1": {}}, {"0": None, "1": {}}],
        "status": "finished",
        "outcome": {"reason": "points", "places": [2, 1]},
        "started_at": "2026-10-15T10:00:00+00:00",
        "finished_at": "2026-10-15T10:01:30.500000+00:00",
        **given,
    }


MANY = [record("a"), record("b", outcome={"reason": "agreed_draw", "places": [1, 1]}, rated=False)]
BROKEN = {"match": "c", "error": "unreadable"}
LINES = "\n".join(json.dumps(one) for one in [*MANY, BROKEN]) + "\n"


def written(folder: Path, kind: str) -> Path:
    file = folder / {"month": "2026-10.jsonl.xz", "contest": "cup.zip", "own": "matches.jsonl"}[kind]
    if kind == "contest":
        with ZipFile(file, "w") as whole:
            whole.writestr("results.json", "{}")
            for one in [*MANY, BROKEN]:
                whole.writestr(f"replays/1-01-{one['match']}.json", json.dumps(one))
    else:
        file.write_bytes(lzma.compress(LINES.encode()) if kind == "month" else LINES.encode())
    return file


@pytest.mark.parametrize("kind", ["month", "contest", "own"])
def test_every_file_is_read_record_by_record_without_what_the_site_could_not_read(tmp_path: Path, kind: str) -> None:
    assert list(records(written(tmp_path, kind))) == MANY


def test_one_record_is_a_file_too(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text("\ufeff" + json.dumps(MANY[0], indent=1), encoding="utf-8")
    assert list(records(file)) == MANY[:1]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("month.jsonl.xz", lzma.compress(LINES.encode())[:-20]),
        ("month.jsonl.xz", b"no file of xz"),
        ("cup.zip", b"no zip"),
        ("own.jsonl", b"{"),
        ("own.jsonl", b"[1]\n"),
        ("plan.json", b'{"name": "a plan"}'),
    ],
)
def test_a_file_that_is_damaged_or_something_else_is_refused(tmp_path: Path, name: str, content: bytes) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(BadRecord, match=name):
        list(records(file))
    with pytest.raises(BadRecord):
        list(records(tmp_path / "missing.jsonl"))


def test_a_row_is_a_seat_of_a_match() -> None:
    found = list(rows(MANY))  # type: ignore[arg-type]
    assert [set(row) for row in found] == [set(COLUMNS)] * 4
    assert [(row["match"], row["seat"], row["name"], row["bot"], row["place"], row["is_won"]) for row in found] == [
        ("a", 0, "Alice", None, 2, False),
        ("a", 1, "Easy", "easy", 1, True),
        ("b", 0, "Alice", None, 1, False),
        ("b", 1, "Easy", "easy", 1, False),
    ]
    assert [(row["steps"], row["orders_given"], row["seconds"]) for row in found[:2]] == [(2, 1, 90.5), (2, 2, 90.5)]
    (first, _) = rows([record("d", outcome=None, finished_at=None, status="aborted")])  # type: ignore[list-item]
    assert (first["place"], first["is_won"], first["reason"], first["seconds"]) == (None, None, None, None)


def test_a_table_has_the_columns_of_the_rows_and_times(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Table(dict[str, Any]):
        def __init__(self, made: Any, columns: list[str]) -> None:
            kept = list(made)
            super().__init__({name: [row[name] for row in kept] for name in columns})

        def convert_dtypes(self) -> Any:
            return self

    def to_datetime(values: list[str], *, utc: bool, format: str) -> list[str]:
        assert utc and format == "ISO8601"
        return [f"time {value}" for value in values]

    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=Table, to_datetime=to_datetime))
    made = frame(written(tmp_path, "month"))
    assert list(made) == list(COLUMNS)
    assert made["place"] == [2, 1, 1, 1]
    assert made["started_at"][0] == "time 2026-10-15T10:00:00+00:00"
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(FogboundError, match=r"fogbound-client\[data\]"):
        frame([])


# --- From the site


def serve(asked: list[httpx.Request], **files: httpx.Response) -> httpx.MockTransport:
    months = [{"month": "2026-10", "matches": 2, "size": 1, "sha256": hashlib.sha256(b"matches").hexdigest()}]

    def handle(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        if request.url.path == "/api/downloads/":
            return httpx.Response(200, json=months)
        return files[request.url.path.strip("/").split("/")[0]]

    return httpx.MockTransport(handle)


def fetched(name: str, transport: httpx.MockTransport, *given: Any) -> Path:
    with Site(ADDRESS, "fog_token", transport=transport) as site:
        made: Path = getattr(site, name)(*given)
        return made


async def fetched_async(name: str, transport: httpx.MockTransport, *given: Any) -> Path:
    async with AsyncSite(ADDRESS, "fog_token", transport=transport) as site:
        made: Path = await getattr(site, name)(*given)
        return made


@pytest.mark.parametrize("is_async", [False, True])
def test_the_replays_of_a_contest_and_the_matches_of_a_month_are_saved(tmp_path: Path, is_async: bool) -> None:
    def get(name: str, transport: httpx.MockTransport, *given: Any) -> Path:
        return asyncio.run(fetched_async(name, transport, *given)) if is_async else fetched(name, transport, *given)

    asked: list[httpx.Request] = []
    good = serve(asked, contests=httpx.Response(200, content=b"zip"), downloads=httpx.Response(200, content=b"matches"))
    assert get("save_contest", good, 12, tmp_path / "cup.zip").read_bytes() == b"zip"
    assert get("save_month", good, "2026-10", tmp_path / "month.xz").read_bytes() == b"matches"
    assert [one.url.path for one in asked] == ["/contests/12/whole.zip", "/api/downloads/", "/downloads/2026-10/"]
    assert {one.headers["Authorization"] for one in asked} == {"Bearer fog_token"}
    with pytest.raises(BadRecord, match="no file of 2026-09"):
        get("save_month", good, "2026-09", tmp_path / "none.xz")
    other = serve([], downloads=httpx.Response(200, content=b"other"))
    with pytest.raises(BadRecord, match="not the file"):
        get("save_month", other, "2026-10", tmp_path / "other.xz")
    refused = serve([], contests=httpx.Response(404, json={"code": "no_contest", "message": "There is none."}))
    with pytest.raises(Refused, match="no_contest"):
        get("save_contest", refused, 99, tmp_path / "missing.zip")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["cup.zip", "month.xz"]
