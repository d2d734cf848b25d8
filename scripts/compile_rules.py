"""Compile the rules of all games, so that no test meets a cold cache. The environment selects the way to compile."""

from __future__ import annotations

import sys

import numba

from kartentisch.bots.ready import prepare, prepared
from kartentisch.engine.compiled import COMPILED
from kartentisch.engine.warm import warm
from kartentisch.play.games import games, sheet


def main() -> int:
    """Compile all games. Print a line for each one that was not compiled yet."""
    for name in games() if COMPILED else ():
        cold = [entry for entry, cached in warm(sheet(name), playouts=True) if not cached]
        if cold:
            print(f"compiled: {name} ({len(cold)} functions)", flush=True)
        if not numba.config.BOUNDSCHECK and not prepared(sheet(name)):
            prepare(sheet(name))
            print(f"compiled: the search of {name}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
