"""What a start prints while it compacts the data and compiles the rules."""

from __future__ import annotations

import sys
import threading

from kartentisch.bots.compiling import Compilation, CompilingFailed
from kartentisch.engine.warm import warm
from kartentisch.play.games import games, sheet
from kartentisch.web.logs import in_json, notice

NO_ROOM = """\
The disk has no room to compact the data after the update; that takes twice the size of the file. Until it is done,
old names may be left in corners of the file. The next start tries again.\
"""


def compacting(share: float) -> None:
    """Print the progress of compacting."""
    end = "\n" if share == 1.0 else ""
    print(f"\rCompacting the data after the update, once: {share:.0%}\033[K", end=end, file=sys.stderr, flush=True)


def compile_rules() -> Compilation | None:
    """Start compiling what is not compiled yet, while the first pages are served; a line shows the progress.

    If everything is in the cache, load it in a thread and return None.
    """
    names = games()
    compilation = Compilation(names)
    if compilation.done:
        threading.Thread(target=lambda: [list(warm(sheet(name))) for name in names], name="warm", daemon=True).start()
        return None
    compilation.start()
    threading.Thread(target=tell, args=(compilation,), name="telling", daemon=True).start()
    return compilation


def tell(compilation: Compilation) -> None:
    """Print the progress of compiling until it is done."""
    shown = sys.stderr.isatty() and not in_json()
    if not shown:
        notice("Compiling the rules, once; each game opens as soon as it is ready.")

    def progress(share: float) -> None:
        left = compilation.left()
        time = "" if left is None else f", about {left:.0f} s left"
        if shown:
            line = f"Compiling the rules, once: {share:.0%}{time}. Each game opens as soon as it is ready."
            print(f"\r{line}\033[K", end="", file=sys.stderr, flush=True)

    try:
        compilation.wait(progress)
    except CompilingFailed as error:
        notice(f"{chr(10) if shown else ''}Not everything could be compiled ahead: {error}")
        return
    notice(f"{chr(13) if shown else ''}The rules are compiled.")
