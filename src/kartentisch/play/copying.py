"""Copies and pickles of a match. They hold its truth and its history, but no buffers and nothing compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kartentisch.engine import copying
from kartentisch.engine.game import Game

if TYPE_CHECKING:
    from kartentisch.play.match import Match

DEAL = -1
"""The seat of an event in which a round was dealt."""

_MARK = "\0"
"""Separates moves. No token contains it."""


def twin(match: Match, seed: int | None = None) -> Match:
    """An independent match of the same class with the same truth and history. Its luck to come is the same too, unless
    another seed is given.
    """
    other = type(match).__new__(type(match))
    other._set(match._game, match._game.layout.copy(match._records), match._seed if seed is None else seed)
    other._number = match._number
    other._start = match._start  # shared, since nothing writes to it
    other._history = match._history.copy()
    return other


def reduced(match: Match) -> tuple[Any, ...]:
    """What `pickle` keeps: the truth as bytes, and the seat, move and luck of each event."""
    game, history = match._game, match._history
    start = None if match._start is None else copying.packed(game, match._start)
    seats = bytes(seat + 1 for seat, _, _ in history)
    luck = np.array([word for _, _, words in history for word in words], np.dtype("<u8")).tobytes()
    moves = _MARK.join(move for _, move, _ in history)
    truth = copying.packed(game, match._records)
    return again, (type(match), game, truth, start, match._seed, match._number, seats, moves, luck)


def again(
    kind: type[Match],
    game: Game,
    truth: copying.Packed,
    start: copying.Packed | None,
    seed: int | None,
    number: int,
    seats: bytes,
    moves: str,
    luck: bytes,
) -> Match:
    """The match that `reduced` packed."""
    match = kind.__new__(kind)
    match._set(game, copying.unpacked(game, truth), seed)
    match._number = number
    match._start = None if start is None else copying.unpacked(game, start)
    words = iter(np.frombuffer(luck, np.dtype("<u8")).tolist())
    for seat, move in zip(seats, moves.split(_MARK), strict=False):
        if seat - 1 == DEAL:
            match._history.append((DEAL, "", (next(words), next(words))))
        else:
            match._history.append((seat - 1, move, (next(words),)))
    return match
