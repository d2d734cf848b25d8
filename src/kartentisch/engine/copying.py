"""Records in pickles: the bytes of a record, with the stamp of its layout.

A pickle is for the same version of the program, in another process or a day later. To keep a match longer, write its
record as text or its state as JSON.
"""

from __future__ import annotations

import zlib

import numpy as np

from kartentisch.engine.game import Game
from kartentisch.engine.layout import Records

_LARGE = 1024
"""Records of more bytes than this are compressed. They are mostly zeros."""

Packed = tuple[str, bool, bytes]
"""The stamp of the layout, whether the bytes are compressed, and the bytes."""


def packed(game: Game, records: Records) -> Packed:
    """Records as bytes, with the stamp of their layout."""
    data = records.tobytes()
    large = len(data) > _LARGE
    return game.layout.stamp, large, zlib.compress(data, 1) if large else data


def unpacked(game: Game, pack: Packed) -> Records:
    """The records from these bytes. Raises ValueError if their layout is another one."""
    stamp, compressed, data = pack
    if stamp != game.layout.stamp:
        raise ValueError(
            f"This was pickled by another version of {game.name}. Use a record or JSON to move between versions."
        )
    if compressed:
        data = zlib.decompress(data)
    records = game.layout.new(len(data) // game.layout.dtype.itemsize)
    records.view(np.uint8)[...] = np.frombuffer(data, np.uint8)
    return records
