"""Compile the verbs of a game before somebody waits for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from kartentisch.engine.compiled import is_cached
from kartentisch.engine.game import Game
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import new_luck
from kartentisch.engine.options import check_options
from kartentisch.engine.outcomes import outcomes
from kartentisch.engine.reasons import Reason


def warm(game: Game, *, playouts: bool = False) -> Iterator[tuple[str, bool]]:
    """Compile the entry points of a game, or load them from the cache, one after the other.

    Yields the name of each entry point, and whether it is cached, before its turn. Compiling takes some seconds per
    game, loading a fraction of a second. `playouts`: include the entry points of random playouts.
    """
    for name, call in _calls(game, playouts):
        yield name, is_cached(getattr(game.run, name))
        call()


def entries(game: Game) -> list[tuple[str, bool]]:
    """The names of the entry points that `warm` compiles, in its order, and whether the disk cache has each one."""
    return [(name, is_cached(getattr(game.run, name))) for name, _ in _calls(game, False)]


def cached(game: Game) -> bool:
    """Whether the disk cache has all entry points of a game except those of playouts."""
    return all(there for _, there in entries(game))


def blank(game: Game) -> Records:
    """One record before the first deal, with the fewest seats and default options.

    Raises TypeError if a default option is refused by its own declaration.
    """
    options = check_options(game.options, {})
    if isinstance(options, Reason):
        raise TypeError(f"{game.name}: a default option is refused by its own declaration: {options}")
    return game.new(game.seats.start, options)


def _calls(game: Game, playouts: bool) -> list[tuple[str, Callable[[], object]]]:
    run, luck, out = game.run, new_luck(1, 2), game.buffer()
    records = blank(game)
    draft = game.layout.new()
    template = game.layout.copy(records)
    steps = np.zeros(8, np.int64)
    points, lengths = np.zeros((1, game.layout.max_seats), np.int64), np.zeros(1, np.int64)
    calls: list[tuple[str, Callable[[], object]]] = [
        ("deal", lambda: run.deal(records, 0, luck)),
        ("asked", lambda: run.asked(records, 0)),
        ("actors", lambda: run.actors(records, 0)),
        ("legal", lambda: run.legal(records, 0, 0, out)),
        ("ends", lambda: run.ends(records, 0, 0, out[0])),
        ("commit", lambda: run.commit(records, draft, 0, steps, 0, luck, out)),
        ("apply", lambda: run.apply(game.layout.copy(records), 0, int(run.asked(records, 0)), out[0], luck)),
        ("window", lambda: run.window(records, 0)),
        ("answer", lambda: run.answer(records, 0, 0)),
        ("next_round", lambda: run.next_round(game.layout.copy(records), 0, luck)),
    ]
    if game.gist is not None:
        calls.append(("outcomes", lambda: outcomes(game, records, 0, 1)))
    if playouts:
        calls.append(("advance", lambda: run.advance(game.layout.copy(records), 0, 0, out[0], 1, luck, out)))
        calls.append(("playout", lambda: run.playout(game.layout.copy(records), 0, 1, 2, luck, out)))
        calls.append(("playouts", lambda: run.playouts(draft, template, 0, 1, 1, 2, luck, out, points, lengths)))
    return calls
