# mypy: ignore-errors
# This ran on one commit, whose types were other ones: it is kept to be read, and changes no more.
"""Records of matches with each option off its default, and matches that are half over."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import kartentisch as kt
from kartentisch.engine.states import digest
from kartentisch.play.games import games, sheet

OFF = {
    "schwupps": [
        {},
        {"match": "tournament", "step_limit": 30},
        {"tasks": {"+1": 3, "+2": 3, "-1": 3, "-2": 3, "n": 6, "c": 6, "nc": 6}},
        {"step_limit": 25},
    ],
    "schweinsgalopp": [{}, {"rounds": 1}, {"keep": True}, {"rotate_start": True}, {"track_scoff": True}],
    "solo": [{}, {"limit": 40}, {"rounds": 1}, {"solo_call": "auto", "rounds": 1}, {"step_limit": 20, "rounds": 2}],
    "swup": [{}, {"most_cards": 3}, {"most_black": 0}, {"last_cards": 4}, {"builds_in_sums": True}],
}
"""By game: the options of its records. Each option is off its default in one of them."""
MOST = 110
"""Moves of a record at most: it may end in the middle of a match."""


def play(match: kt.Match, most: int, seed: int) -> kt.Match:
    """Bots that take the best move and bots that take any, in turns."""
    bots = [kt.Bot("random" if (seat + seed) % 2 else "greedy", match.game, seed=seed) for seat in range(match.seats)]
    moves = 0
    while not match.over and moves < most:
        if match.round_over:
            match.next_round()
            continue
        seat = match.next_actor()
        match.play(seat, bots[seat].choose(match.view(seat)))
        moves += 1
    return match


def told(match: kt.Match) -> dict[str, object]:
    return {
        "game": match.game,
        "seats": match.seats,
        "options": match.options,
        "state": match.state_json(),
        "digest": digest(match._game, match._records),
        "round_over": match.round_over,
        "over": match.over,
        "points": match.points,
        "totals": match.totals,
        "winners": match.winners,
    }


def make(folder: Path) -> None:
    expected = {}
    for game in games():
        assert {name for options in OFF[game] for name in options} == set(sheet(game).options)
        for number, options in enumerate(OFF[game]):
            for seats in (sheet(game).seats.start, sheet(game).seats.stop - 1):
                name = f"{game}-{seats}-{'-'.join(options) or 'defaults'}"
                match = play(kt.Match(game, seats, seed=number, options=options), MOST, number)
                text = match.record()
                (folder / "records" / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")
                expected[name] = told(match)
    write(folder / "records" / "expected.json.gz", expected)
    for game in games():
        match = kt.Match(game, 3, seed=7)
        middle = play(match, 17, 3)
        again = kt.Match.from_state_json(match.state_json(), seed=8)
        half = {
            "record": middle.record(),
            **told(middle),
            "actors": list(middle.actors()),
            "views": {str(seat): middle.view(seat).json() for seat in (None, 0, 1, 2)},
            "moves": {str(seat): middle.moves(seat) for seat in range(3)},
        }
        assert not middle.over
        half["went on"] = {"seed": 8, "record": play(again, 12, 5).record(), **told(again)}
        write(folder / "halves" / f"{game}.json.gz", half)


def write(path: Path, value: object) -> None:
    """JSON, packed; the same bytes each time."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
