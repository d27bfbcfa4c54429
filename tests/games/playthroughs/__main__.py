"""Record the playthroughs of the games named on the command line."""

import json
import sys

from games import get
from tests.games.playthroughs import FOLDER, record

for game_id in sys.argv[1:]:
    path = FOLDER / f"{game_id}.json"
    earlier = json.loads(path.read_text())["positions"] if path.exists() else []
    path.write_text(json.dumps(record(get(game_id), earlier), separators=(",", ":"), ensure_ascii=False) + "\n")
    sys.stdout.write(f"{path.name}: {path.stat().st_size} bytes\n")
