"""`python -m kartentisch.bots.search GAME`: compile the search of a game into the cache, beside whoever needs it."""

from __future__ import annotations

import sys

from kartentisch.bots.search.search import prepare
from kartentisch.play.games import sheet

if __name__ == "__main__":
    prepare(sheet(sys.argv[1]))
