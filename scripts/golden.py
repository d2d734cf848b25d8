"""`make golden`: writes the playthroughs and counts that test_playthroughs.py and test_counts.py compare."""

from __future__ import annotations

import sys
from pathlib import Path

from kartentisch.play.games import games, sheet
from kartentisch.testing import playthrough
from scripts import counts

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "golden"
SEED = 1


def wanted() -> dict[str, tuple[str, int]]:
    """File name -> game and number of seats: one a game, with three seats where it can be played so."""
    seats = {name: sheet(name).seats for name in games()}
    return {
        f"{name}-{number}.txt": (name, number)
        for name, allowed in seats.items()
        for number in [min(max(3, allowed.start), allowed.stop - 1)]
    }


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    for file, (name, seats) in wanted().items():
        (FOLDER / file).write_text(playthrough(name, seats, {}, SEED), encoding="utf-8", newline="\n")
        print(f"tests/golden/{file}")
    counts.FOLDER.mkdir(exist_ok=True)
    for name in games():
        counts.file(name).write_text(counts.text(name), encoding="utf-8", newline="\n")
        print(f"tests/counts/{name}.json")
    return 0


if __name__ == "__main__":
    sys.exit(main())
