"""Where do the peers come from? From npm, into a scratch folder; what is ours of their servers (`*.mjs` here) is copied beside them."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).parent
PACKAGES = {
    "private": True,
    "type": "module",
    "dependencies": {
        "boardgame.io": "0.50.2",
        "@colyseus/core": "~0.18.17",
        "@colyseus/schema": "~5.0.34",
        "@colyseus/ws-transport": "~0.18.4",
        "express": "^5.1.0",
        "msgpackr": "^2.0.1",
        "node-persist": "^3.1.3",
        "ws": "^8.18.0",
    },
    # What boardgame.io mounts its socket server with runs on no newer one.
    "overrides": {"koa-compose": "4.1.0"},
}


def install(folder: Path) -> None:
    """Fill the folder, or bring one that was filled before up to date."""
    wanted = json.dumps(PACKAGES, indent=2)
    manifest = folder / "package.json"
    if not (folder / "node_modules").is_dir() or manifest.read_text() != wanted:
        folder.mkdir(parents=True, exist_ok=True)
        manifest.write_text(wanted)
        quiet = ("--no-audit", "--no-fund", "--loglevel=error")
        # Peer dependencies are features of Colyseus that the toy does not use.
        subprocess.run(["npm", "install", "--ignore-scripts", "--legacy-peer-deps", *quiet], cwd=folder, check=True)
    for source in HERE.glob("*.mjs"):
        shutil.copy(source, folder)


NAMES = ("boardgame.io", "boardgame.io on disk", "colyseus")


def kind(server: str) -> str:
    """How the client speaks to it: with or without files boardgame.io is the same to it."""
    return server.split()[0]


def command(server: str, folder: Path, port: int, matches: Path) -> list[str]:
    """What starts a peer; it prints `ready`. `matches`: an empty folder for a peer that keeps its matches on disk."""
    source = {"boardgame.io": "boardgame.mjs", "colyseus": "colyseus.mjs"}[kind(server)]
    return ["node", str(folder / source), str(port), *([str(matches)] if server.endswith("on disk") else [])]
