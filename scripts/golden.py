"""`make golden`: write the pins, playthroughs and counts that tests/games compare.

A pin lists what a rules number consists of: options, keys of the state, tokens. Once a number is released, its pin
never changes, since logs and records depend on it. `--again` rewrites the newest number of each game. Use it only while
that number is not released.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from kartentisch.engine import states
from kartentisch.engine.game import Game
from kartentisch.play.games import games, sheet
from kartentisch.testing import playthrough
from kartentisch.testing.walk import walk
from scripts import counts

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "golden"
SEED = 1
RAISE = "what stands under a number of the rules stays: raise `rules` in the sheet (CONTRIBUTING.md, A new option)"


def wanted() -> dict[str, tuple[str, int, int]]:
    """File name -> game, number of seats, rules number. There are three seats if the game allows it."""
    return {
        f"{name}-{seats}-r{number}.txt": (name, seats, number)
        for name in games()
        for seats in [min(max(3, sheet(name).seats.start), sheet(name).seats.stop - 1)]
        for number in sheet(name).editions
    }


def pins() -> dict[str, tuple[str, int]]:
    """File name -> game and rules number."""
    return {f"{name}-r{number}.json": (name, number) for name in games() for number in sheet(name).editions}


def pin(name: str, number: int) -> str:
    """The content of a rules number, as JSON."""
    game = sheet(name)
    edition = game.editions[number]
    dealt = next(walk(game, game.seats.start, seed=SEED, number=number))
    said = {
        "game": name,
        "rules": number,
        "options": {one.name: [one.default, one.allowed()] for one in edition.options.values()},
        "state": list(states.dump(game, dealt.records)),
        "tokens": _tokens(game, number),
    }
    return json.dumps(said, ensure_ascii=False, indent=1) + "\n"


def _tokens(game: Game, number: int) -> str:
    return " ".join(token for token in game.tokens if game.tokens_since.get(token, game.oldest) <= number)


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    texts = {
        file: playthrough(name, seats, {}, SEED, number, said=False) for file, (name, seats, number) in wanted().items()
    }
    texts |= {file: pin(name, number) for file, (name, number) in pins().items()}
    newest = {file for file, (name, *_, number) in {**wanted(), **pins()}.items() if number == sheet(name).rules}
    failed = False
    for file, text in texts.items():
        path = FOLDER / file
        again = "--again" in sys.argv[1:] and file in newest
        if path.exists() and path.read_text(encoding="utf-8") != text and not again:
            print(f"tests/golden/{file} would change; {RAISE}", file=sys.stderr)
            failed = True
            continue
        path.write_text(text, encoding="utf-8", newline="\n")
        print(f"tests/golden/{file}")
    counts.FOLDER.mkdir(exist_ok=True)
    for name in games():
        counts.file(name).write_text(counts.text(name), encoding="utf-8", newline="\n")
        print(f"tests/counts/{name}.json")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
