"""Positions in which one move is right beyond doubt, laid before the search."""

from __future__ import annotations

from typing import Any

import kartentisch as kt
from kartentisch.bots.thinking import Worth, consider

LEVEL = "expert"


def seen(state: dict[str, Any], seat: int | None = None) -> kt.View:
    """What a seat sees, if none is named the one that the game waits for."""
    match = kt.Match.from_state_json(state, seed=1)
    return match.view(match.actors()[0] if seat is None else seat)


def chosen(state: dict[str, Any], seat: int | None = None, seed: int = 1) -> str:
    return kt.Bot(LEVEL, state["game"], seed=seed).choose(seen(state, seat))


def agreed(state: dict[str, Any], seat: int | None = None) -> str:
    """What three seeds choose alike."""
    choices = [chosen(state, seat, seed) for seed in (1, 2, 3)]
    assert len(set(choices)) == 1, choices
    return choices[0]


def turn(state: dict[str, Any], seed: int = 1) -> tuple[list[str], dict[str, Any]]:
    """What the level does until somebody else has to act or the round is over, and what comes of it."""
    match = kt.Match.from_state_json(state, seed=seed)
    seat, moves = match.actors()[0], list[str]()
    while not match.round_over and match.actors()[0] == seat:
        moves.append(kt.Bot(LEVEL, match.game, seed=seed).choose(match.view(seat)))
        match.play(seat, moves[-1])
    return moves, match.state_json()


def worths(state: dict[str, Any], seat: int | None = None, deals: int = 50) -> dict[str, Worth]:
    """What every move is worth to a seat, by the same deals."""
    view = seen(state, seat)
    return {worth.move: worth for worth in consider(view, moves=view.moves(), deals=deals)}
