"""The number of truths ahead of two fixed positions of each game, by first move: tests/counts/, see `make golden`.

An existing position stays as long as its game accepts it. Only its counts are computed again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kartentisch.engine import moves, states
from kartentisch.engine.game import Game
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import new_luck, seeded
from kartentisch.engine.packs import BadState
from kartentisch.engine.reasons import Refused
from kartentisch.play.games import sheet
from kartentisch.testing import Moment, walk

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "counts"
DEPTH = 3
MOST = 100
"""If one depth has more truths than this, no deeper one is counted."""
MANY = 60
"""The number of first moves from which on a position has too many to be counted."""

Counts = dict[str, list[int]]
"""Seat and first move -> the number of truths after it, after one more move, and so on."""


def ahead(game: Game, state: dict[str, Any]) -> Counts:
    """Each possible first move of each seat, with the number of truths it leads to. All moves have the same luck."""
    reached = {name: {states.digest(game, twin): twin} for name, twin in _after(game, states.load(game, state), 0)}
    counts = {name: [1] for name in reached}
    for depth in range(1, DEPTH):
        if sum(map(len, reached.values())) > MOST:
            break
        for name, truths in reached.items():
            found: dict[str, Records] = {}
            for truth in truths.values():
                found |= {states.digest(game, twin): twin for _, twin in _after(game, truth, depth)}
            reached[name] = found
            counts[name].append(len(found))
    return counts


def _after(game: Game, records: Records, depth: int) -> list[tuple[str, Records]]:
    found = []
    for seat in range(int(records[0]["seats"])):
        for move in moves.complete(game, records, seat, 10_000):
            twin, luck = game.layout.copy(records), new_luck(*seeded(1, depth, 1))
            for step in move:
                game.run.apply(twin, 0, seat, step, luck)
            found.append((f"{seat}: {moves.write(game, move)}", twin))
    return found


def positions(game: Game) -> list[dict[str, Any]]:
    """The stored positions if the game still accepts them, else those with most choice early and late in a match."""
    try:
        kept = [entry["state"] for entry in json.loads(file(game.name).read_text(encoding="utf-8"))]
        for state in kept:
            states.load(game, state)
    except (OSError, BadState, Refused):
        moments = [moment for moment in walk(game, game.seats.start, {}, 1) if moment.seat >= 0]
        parts = moments[: len(moments) // 2], moments[-len(moments) // 4 :]
        kept = [states.dump(game, max(part, key=_choices).records) for part in parts]
    return kept


def _choices(moment: Moment) -> int:
    choices = sum(len(moves.complete(moment.game, moment.records, seat, MANY)) for seat in range(moment.seats))
    return choices if choices < MANY else 0


def file(name: str) -> Path:
    return FOLDER / f"{name}.json"


def text(name: str) -> str:
    """The content of a game's file."""
    game = sheet(name)
    entries = [{"state": state, "ahead": ahead(game, state)} for state in positions(game)]
    lines = [
        ",\n".join(f'"{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in entry.items())
        for entry in entries
    ]
    return "[" + ",\n".join(f"{{{line}}}" for line in lines) + "]\n"
