"""Rule sheets and records in copies and pickles: cheap, and without anything compiled.

A rule sheet goes by its name and the module that it stands in; a record as the bytes of its layout. So a pickle is for
the same version of the program, in another process or a day later. What is kept longer is a record as text, or JSON.
"""

from __future__ import annotations

import sys
import zlib
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from kartentisch.engine import homes

if TYPE_CHECKING:
    from kartentisch.engine.game import Game
    from kartentisch.engine.layout import Records

_LARGE = 1024
"""Bytes from which records are compressed: mostly zeros."""

Packed = tuple[str, bool, bytes]
"""Stamp of the layout, whether the bytes are compressed, the bytes."""


def module_of(game: Game) -> str:
    """The module in which a rule sheet stands; empty for one that no name leads to, as some tests have them."""
    module = homes.home("rules", game.name, "kartentisch.games")
    return module if getattr(sys.modules.get(module), "GAME", None) is game else ""


def sheet_again(name: str, module: str, parts: dict[str, str] | None) -> Game:
    """The rule sheet of a pickle. A game from elsewhere is brought from there, if it is not known yet."""
    if parts is not None and name not in homes.brought():
        homes.bring(name, **parts)
    found: Game = import_module(module).GAME
    return found


def packed(game: Game, records: Records) -> Packed:
    """Records as bytes, with the stamp of their layout."""
    data = records.tobytes()
    large = len(data) > _LARGE
    return game.layout.stamp, large, zlib.compress(data, 1) if large else data


def unpacked(game: Game, pack: Packed) -> Records:
    """The records again; raises ValueError for those of another layout."""
    stamp, compressed, data = pack
    if stamp != game.layout.stamp:
        raise ValueError(
            f"This was pickled by another version of {game.name}: records and JSON go from one to another."
        )
    if compressed:
        data = zlib.decompress(data)
    records = game.layout.new(len(data) // game.layout.dtype.itemsize)
    records.view(np.uint8)[...] = np.frombuffer(data, np.uint8)
    return records


def state_of(game: Game) -> dict[str, Any]:
    """The parts of a rule sheet that no name leads to, without what was compiled of it."""
    return {name: part for name, part in vars(game).items() if name != "run"}
