"""`python -m kartentisch.bots.search GAME`: compile the search of a game into the cache, beside whoever needs it."""

from __future__ import annotations

import signal
import sys

from kartentisch.bots.search.search import prepare
from kartentisch.play.games import sheet

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C goes to all; whoever needs this ends it
    prepare(sheet(sys.argv[1]))
