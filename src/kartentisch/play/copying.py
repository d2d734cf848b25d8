"""The content of a pickled match: its state and history, but no buffers and no compiled code."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kartentisch.engine import copying
from kartentisch.engine.game import Game
from kartentisch.engine.layout import Records
from kartentisch.play.events import DEAL, Event

History = tuple[bytes, str, bytes]
"""The seat of each event plus one, the moves, and the luck as little-endian 64-bit values."""
Truths = tuple[copying.Packed, copying.Packed | None]
"""The truth, and the one from which the match continued."""

_MARK = "\0"
"""Separates moves. No token contains it."""


def packed_truths(game: Game, records: Records, start: Records | None) -> Truths:
    return copying.packed(game, records), None if start is None else copying.packed(game, start)


def unpacked_truths(game: Game, truths: Truths) -> tuple[Records, Records | None]:
    now, start = truths
    return copying.unpacked(game, now), None if start is None else copying.unpacked(game, start)


def packed(history: Sequence[Event]) -> History:
    seats = bytes(seat + 1 for seat, _, _ in history)
    luck = np.array([word for _, _, words in history for word in words], np.dtype("<u8")).tobytes()
    return seats, _MARK.join(move for _, move, _ in history), luck


def unpacked(history: History) -> list[Event]:
    seats, moves, luck = history
    words = iter(np.frombuffer(luck, np.dtype("<u8")).tolist())
    events: list[Event] = []
    for seat, move in zip(seats, moves.split(_MARK), strict=False):
        if seat - 1 == DEAL:
            events.append((DEAL, "", (next(words), next(words))))
        else:
            events.append((seat - 1, move, (next(words),)))
    return events
